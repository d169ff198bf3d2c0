/** What the store's thread is asked and answers. */

export type Job =
  /** Looks at every page. */
  | { readonly kind: 'check'; readonly database: string }
  /** Writes a copy without gaps into `target`, which must not be there. */
  | { readonly kind: 'copy'; readonly database: string; readonly target: string };

/** Told before the result: from now on the thread may be ended. */
export const LOADED = 'loaded';

export type JobResult =
  | { readonly kind: 'done' }
  /** The database is damaged. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** The job could not be done, for a full disk, say; the database may be sound. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The thread was ended before it was done. */
  | { readonly kind: 'ended' };
