/** Work on a whole database, one job after the other, each in a thread of its own (`file-worker.ts`). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { hasCode } from '#shared/base/error.ts';
import { describeError, type ErrorReport } from '#shared/base/error-report.ts';
import { toStoreError } from '../database/store-error.ts';

export type Job =
  /** Checks every page. */
  | { readonly kind: 'check'; readonly database: string }
  /** Writes a compact copy to `target`, which must not exist. */
  | { readonly kind: 'copy'; readonly database: string; readonly target: string };

/** Sent before the result: from then on the thread may be terminated. */
export const LOADED = 'loaded';

export type JobResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'damaged'; readonly cause: ErrorReport }
  | { readonly kind: 'full'; readonly cause: ErrorReport }
  /** The job failed for another reason; the database may be sound. */
  | { readonly kind: 'failed'; readonly cause: ErrorReport }
  /** The thread was terminated before the job was done. */
  | { readonly kind: 'ended' };

/** What an error means if it does not concern the database itself. */
export function failureOf(error: unknown): JobResult {
  const kind = hasCode(toStoreError(error), 'store-full') ? 'full' : 'failed';
  return { kind, cause: describeError(error) };
}

export interface FileJobs {
  /** Never rejects. */
  run(job: Job): Promise<JobResult>;
  /** Ends the running job and the waiting ones; resolves when all of them have ended. */
  close(): Promise<void>;
}

/** @param entry the built `file-worker.ts` */
export function createFileJobs(entry: string | URL): FileJobs {
  let last: Promise<unknown> = Promise.resolve();
  let worker: Worker | null = null;
  /**
   * Resolves when the thread may be terminated: during the loading of SQLite, that ends the whole process.
   */
  let loaded: Promise<unknown> = Promise.resolve();
  let closed = false;

  function start(job: Job): Promise<JobResult> {
    if (closed) return Promise.resolve({ kind: 'ended' });
    return new Promise((resolve) => {
      let result: JobResult = { kind: 'ended' };
      const running = new Worker(entry, { workerData: job });
      worker = running;
      loaded = Promise.race([once(running, 'message'), once(running, 'exit')]).catch(() => undefined);
      running.on('message', (message: JobResult | typeof LOADED) => {
        if (message !== LOADED) result = message;
      });
      running.once('error', (error) => {
        result = { kind: 'failed', cause: describeError(error) };
      });
      running.once('exit', () => {
        worker = null;
        resolve(closed ? { kind: 'ended' } : result);
      });
    });
  }

  return {
    run(job) {
      const result = last.then(() => start(job));
      last = result;
      return result;
    },
    async close() {
      closed = true;
      await loaded;
      // A running statement of SQLite is not interrupted: the thread ends after it.
      await worker?.terminate();
      await last;
    },
  };
}
