/**
 * What becomes of each file that an import meets. In the end a file has one outcome, a union, so that a file
 * without any does not compile, and the sum of the outcomes is the number of files.
 */
export interface LeftOut {
  readonly kind: 'left out';
  /** A sentence. Files of one reason are listed together. */
  readonly reason: string;
  /** Whether nobody misses the file, because it is not a person's or its note came from another one. */
  readonly isExpected: boolean;
}

export interface Failed {
  readonly kind: 'failed';
  /** A sentence. */
  readonly reason: string;
  /** Whether each of its notes is listed by itself, with its reason. */
  readonly isListed?: boolean;
}

export type Outcome =
  /** Something of it is new here. */
  | { readonly kind: 'came' }
  /** All of it was here already, or came from another file. */
  | { readonly kind: 'known' }
  | LeftOut
  | Failed;

export function leftOut(reason: string): LeftOut {
  return { kind: 'left out', reason, isExpected: false };
}

/** For a file that nobody misses. */
export function expected(reason: string): LeftOut {
  return { kind: 'left out', reason, isExpected: true };
}

export function failed(reason: string): Failed {
  return { kind: 'failed', reason };
}
