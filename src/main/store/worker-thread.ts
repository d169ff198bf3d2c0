/** Runs jobs in threads of their own, one after the other. */
import { Worker } from 'node:worker_threads';
import { type Job, type JobResult, LOADED } from './worker-jobs.ts';

export interface StoreThread {
  /** Never rejects. */
  run(job: Job): Promise<JobResult>;
  /** Ends the job that runs and those that wait; resolves when nothing of them is left. */
  close(): Promise<void>;
}

/** @param entry the built `worker.ts` */
export function createStoreThread(entry: string | URL): StoreThread {
  let last: Promise<unknown> = Promise.resolve();
  let worker: Worker | null = null;
  /** A thread that is ended while it loads SQLite takes the process along. */
  let loaded: Promise<void> = Promise.resolve();
  let closed = false;

  function start(job: Job): Promise<JobResult> {
    if (closed) return Promise.resolve({ kind: 'ended' });
    return new Promise((resolve) => {
      let result: JobResult = { kind: 'ended' };
      const running = new Worker(entry, { workerData: job });
      worker = running;
      loaded = new Promise((mayEnd) => {
        running.once('message', () => mayEnd());
        running.once('exit', () => mayEnd());
      });
      running.on('message', (message: JobResult | typeof LOADED) => {
        if (message !== LOADED) result = message;
      });
      running.once('error', (error) => {
        result = { kind: 'failed', reason: String(error) };
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
      // A statement of SQLite that runs is not interrupted: the thread ends after it.
      await worker?.terminate();
      await last;
    },
  };
}
