/**
 * The engine's RemoteStore with Firestore in a thread of its own, so that neither loading the SDK nor a snapshot of many
 * notes blocks the main thread. The thread is started when it is first needed, and anew when it has ended for
 * whatever reason; the engine then backs off and asks again (S8).
 *
 * Electron starts worker threads from inside `app.asar`: its own tests do so (spec/asar-spec.ts, "should start worker
 * thread from asar file"; `fs` is patched in threads since electron/electron#33216), and ES modules are loaded from there
 * since Electron 28 (electron/electron#37535). None of Electron's own modules, and no native one, is used in the thread.
 */
import type { RemoteFailure, RemoteStore } from '../sync/ports.ts';
import type { RemoteOptions } from './firestore-remote.ts';
import { openRemoteThread } from './remote-thread.ts';

export interface WorkerRemoteOptions extends RemoteOptions {
  /** File of the thread's entry: `remote-worker.ts`, or what it was built to. */
  readonly entry: string;
}

/** What is asked after `dispose` is refused, as no thread is to be started for it (S10). */
const GONE: RemoteFailure = { kind: 'session', message: 'This account is not open any more.' };

export function createWorkerRemote({ entry, tokens, ...setup }: WorkerRemoteOptions): RemoteStore {
  let thread: RemoteStore | null = null;
  let disposed = false;

  function current(): RemoteStore | null {
    if (disposed) return null;
    const onGone = (): void => {
      thread = null;
    };
    thread ??= openRemoteThread({ entry, setup, tokens, onGone });
    return thread;
  }

  return {
    listen(handlers) {
      const stop = current()?.listen(handlers);
      if (stop === undefined) queueMicrotask(() => handlers.onEnd(GONE));
      return stop ?? ((): void => {});
    },
    commit: async (writes) => current()?.commit(writes) ?? { ok: false, failure: GONE },
    prepare: (writes) => thread?.prepare?.(writes),
    fetch: async (ids) => current()?.fetch(ids) ?? { ok: false, failure: GONE },
    check: async () => current()?.check() ?? { ok: false, failure: GONE },
    dispose() {
      disposed = true;
      thread?.dispose();
    },
  };
}
