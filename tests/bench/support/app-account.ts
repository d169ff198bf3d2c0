/** An account as the app opens one: SQLite in a file, the sync engine, and Firestore in its thread. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Account, openAccount } from '#main/account.ts';
import { createWorkerRemote } from '#main/cloud/worker-remote.ts';
import { systemClock } from '#main/clock.ts';
import type { RemoteStore } from '#main/sync/ports.ts';
import type { Task } from './sample.ts';

/** Threads run what they run in the app: loading their sources would be measured with them. */
const BUILT = path.join(import.meta.dirname, '../../../out/main');

/** A folder for a database, removed when the process ends. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'notes.sqlite');
}

export function openRemote({ config, uid, token }: Task): RemoteStore {
  const tokens = { idToken: () => Promise.resolve(token), rejectToken: (): void => undefined };
  return createWorkerRemote({ entry: path.join(BUILT, 'remote-worker.js'), config, uid, tokens });
}

export function openAppAccount({ uid }: Task, database: string, remote: RemoteStore): Account {
  return openAccount({
    uid,
    database,
    storeWorker: path.join(BUILT, 'store-worker.js'),
    remote,
    clock: systemClock,
    emptyTrashAfter: () => null,
    revision: () => 0,
    onChange: () => undefined,
    onTrouble: (message) => console.error(message),
  });
}

/** Resolves once the engine's state is so. */
export function until(
  account: Account,
  holds: (state: Account['engine']['state']) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = account.engine.onChange((state) => {
      if (!holds(state)) return;
      stop();
      resolve();
    });
  });
}
