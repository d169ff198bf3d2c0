/** The main process's end of the thread of search. */
import { Worker } from 'node:worker_threads';
import { type Found, type FromSearch, Gate, type Question, type SearchTask, type ToSearch } from './ask.ts';

export interface SearchThread {
  /** @throws Error where the thread ends before it has answered */
  find(question: Question): Promise<Found>;
  /** Notes have changed. */
  changed(): void;
  /**
   * Returns when the thread has none of the files open any more, which takes it a few milliseconds; resolves when it has
   * ended.
   */
  close(): Promise<void>;
}

export interface SearchThreadPorts {
  /** The built `worker.ts`. */
  readonly entry: string | URL;
  readonly database: string;
  readonly onCounted: () => void;
  readonly onLearnt: (through: number) => void;
  readonly onTrouble: (reason: string) => void;
  /** It has ended by itself. */
  readonly onFailed: (failure: { readonly damaged: boolean; readonly reason: string }) => void;
}

/** Longer than any step; a thread that does not answer is ended. */
const CLOSE_MS = 2000;

export function createSearchThread(ports: SearchThreadPorts): SearchThread {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const gate = new Int32Array(memory);
  const task: SearchTask = { kind: 'search', database: ports.database, gate: memory };
  const worker = new Worker(ports.entry, { workerData: task });
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  const waiting = new Map<number, PromiseWithResolvers<Found>>();
  let asked = 0;
  let ended: Promise<void> | null = null;

  function tell(message: ToSearch): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(message);
  }

  function drop(reason: string): void {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function fail(failure: { readonly damaged: boolean; readonly reason: string }): void {
    if (ended !== null) return;
    ended = worker.terminate().then(() => undefined);
    drop(failure.reason);
    ports.onFailed(failure);
  }

  worker.on('message', (message: FromSearch) => {
    if (message.kind === 'found') {
      waiting.get(message.id)?.resolve(message.found);
      waiting.delete(message.id);
    } else if (ended !== null) return;
    else if (message.kind === 'counted') ports.onCounted();
    else if (message.kind === 'learnt') ports.onLearnt(message.through);
    else if (message.kind === 'trouble') ports.onTrouble(message.reason);
    else fail(message);
  });
  worker.on('error', (error) => fail({ damaged: false, reason: String(error) }));
  worker.on('exit', () => fail({ damaged: false, reason: 'The thread of search ended.' }));

  return {
    find(question) {
      const answer = Promise.withResolvers<Found>();
      if (ended !== null) {
        answer.reject(new Error('Search has ended.'));
        return answer.promise;
      }
      asked += 1;
      waiting.set(asked, answer);
      tell({ kind: 'find', id: asked, question });
      return answer.promise;
    },
    changed: () => tell({ kind: 'changed' }),
    close() {
      if (ended !== null) return ended;
      tell({ kind: 'close' });
      if (Atomics.compareExchange(gate, 0, Gate.unopened, Gate.refused) === Gate.open) {
        Atomics.wait(gate, 0, Gate.open, CLOSE_MS);
      }
      // It ends by itself when it hears of it. A thread that is ended while it loads SQLite takes the process along.
      ended = exited;
      drop('Search has ended.');
      return ended;
    },
  };
}
