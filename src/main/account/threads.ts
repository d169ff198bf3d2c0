/**
 * Starts the other threads: an account's, and the cloud's, which has a port to the account's thread.
 *
 * Electron can start worker threads from inside `app.asar`, as its own tests do
 * (electron/electron/spec/asar-spec.ts, "should start worker thread from asar file"; `fs` is patched in
 * threads since electron/electron#33216), and load ES modules from there since Electron 28
 * (electron/electron#37535). Threads use none of Electron's own modules.
 */
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { CloudHostService, CloudSetup } from '#shared/ipc/cloud-service.ts';
import { AppError } from '#shared/base/error.ts';
import type { Report } from '#shared/base/log.ts';
import { createRpc, type Port } from '#shared/base/rpc.ts';

/** A thread, or its substitute in tests. */
export interface Thread {
  readonly port: Port;
  /** Called once, when the thread has ended completely. */
  readonly onEnd: (listener: () => void) => void;
  /** Ends the thread; resolves when it has ended completely. */
  readonly end: () => Promise<void>;
}

export interface CloudThread extends Pick<Thread, 'onEnd' | 'end'> {
  /** The port that the account's thread gets. */
  readonly accountPort: object;
}

export interface ThreadPorts {
  readonly onTrouble: Report;
  /** Called with text that libraries print in the thread. */
  readonly countLines: (text: string | Buffer) => void;
}

/**
 * The memory of new objects at which V8 collects garbage. V8's default is 48 MB. Nearly all objects that the
 * SDK makes for a snapshot live until the snapshot is complete, so a lower limit costs no time there and
 * saves memory. With 6 MB, a push, whose objects are short-lived, spent a fifth of its time on that.
 */
const CLOUD_LIMITS = { maxYoungGenerationSizeMb: 16 };

/** Counts the output of libraries in a thread, which does not go to the terminal. */
const OUTPUT = { stdout: true, stderr: true };

/** @param entry `src/account/worker.ts`, or the file that it was built to */
export function startAccountThread(entry: string, ports: ThreadPorts): Thread {
  const worker = new Worker(entry, OUTPUT);
  // The thread's first message says that SQLite is loaded. Ending it earlier would end the process.
  const mayEnd = Promise.race([once(worker, 'message'), once(worker, 'exit')]).catch(() => undefined);
  return threadOf(worker, mayEnd, ports);
}

/**
 * @param entry `src/cloud/worker.ts`, or the file that it was built to
 * @param host answers the thread's calls for the session's tokens and for the system's network
 */
export function startCloudThread(
  entry: string,
  setup: Omit<CloudSetup, 'port'>,
  host: CloudHostService,
  ports: ThreadPorts,
): CloudThread {
  const { port1, port2 } = new MessageChannel();
  const workerData: CloudSetup = { ...setup, port: port1 };
  const worker = new Worker(entry, {
    ...OUTPUT,
    workerData,
    transferList: [port1],
    resourceLimits: CLOUD_LIMITS,
  });
  const thread = threadOf(worker, Promise.resolve(), ports);
  // The main thread never calls the cloud's thread.
  const calls = createRpc<object, CloudHostService>(worker, host, (error) =>
    ports.onTrouble('thread-error', error),
  );
  worker.once('exit', () => calls.end(new AppError('network', 'cloud-connection-lost')));
  return { onEnd: thread.onEnd, end: thread.end, accountPort: port2 };
}

function threadOf(worker: Worker, mayEnd: Promise<unknown>, { onTrouble, countLines }: ThreadPorts): Thread {
  let hasEnded = false;
  worker.once('exit', () => {
    hasEnded = true;
  });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', countLines);
  // A failed thread also ends. Without this listener the app would end with it.
  worker.on('error', (error) => onTrouble('thread-failed', error));
  return {
    port: worker,
    onEnd: (listener) => void worker.once('exit', listener),
    async end() {
      if (hasEnded) return;
      await mayEnd;
      await worker.terminate();
    },
  };
}
