/** An account as the app opens one: the built threads of SQLite with the sync engine, and of Firestore. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import {
  type CloudThread,
  startAccountThread,
  startCloudThread,
  type ThreadPorts,
} from '#main/account/threads.ts';
import type { AccountHostService, AccountService } from '#shared/ipc/account-service.ts';
import type { CloudListener, CloudService } from '#shared/ipc/cloud-service.ts';
import type { AccountRead, AccountWrite, Requests } from '#shared/ipc/requests.ts';
import type { NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { createRpc } from '#shared/base/rpc.ts';
import { SYNC_OFF, type SyncState } from '#shared/ipc/sync-state.ts';
import { DIRECT } from '#tests/support/direct-network.ts';
import type { Task } from './sample.ts';

/** The threads run the built scripts, as in the app: the loading of their sources would be measured, too. */
const BUILT = path.join(import.meta.dirname, '../../../out/main');

/** A folder for a database, removed when the process ends. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'notes.sqlite');
}

export interface AppAccount {
  read<C extends AccountRead>(channel: C, ...args: Parameters<Requests[C]>): Promise<ReturnType<Requests[C]>>;
  write<C extends AccountWrite>(
    channel: C,
    ...args: Parameters<Requests[C]>
  ): Promise<ReturnType<Requests[C]>>;
  /**
   * Starts the cloud's thread. @param known notes that are fetched at once, so that the connection exists
   * already
   */
  connect(known?: readonly NoteId[]): Promise<void>;
  /** From now on it syncs over the connection that was made last. */
  sync(): void;
  /** Ends the cloud's thread; resolves when the account has noticed. */
  disconnect(): Promise<void>;
  /** Resolves once `holds` is true of the engine's state. */
  until(holds: (state: SyncState) => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openAppAccount(task: Task, database: string): Promise<AppAccount> {
  const { uid } = task;
  const waiting = new Set<(state: SyncState) => void>();
  let state = SYNC_OFF;
  let cloud: CloudThread | null = null;
  let isSyncing = false;
  const host: AccountHostService = {
    reportChange: () => undefined,
    reportCounted: () => undefined,
    reportSync(next) {
      state = next;
      for (const look of waiting) look(next);
    },
    reportTransfer: () => undefined,
    reportTrouble(event, why) {
      if (cloud !== null) report([event, why]);
    },
    reportEnd: report,
    chooseFolder: () => Promise.resolve(null),
    chooseSource: () => Promise.resolve(null),
    choosePictureFolder: () => Promise.resolve(null),
    chooseReportFile: () => Promise.resolve(null),
  };
  const thread = startAccountThread(path.join(BUILT, 'account.js'), PORTS);
  const account = createRpc<AccountService, AccountHostService>(thread.port, host, report);
  await account.call('open', { uid, database, emptyTrashAfter: null, revision: 0 });
  const until: AppAccount['until'] = (holds) =>
    new Promise((resolve) => {
      const look = (next: SyncState): void => {
        if (!holds(next)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look(state);
    });
  return {
    read: (channel, ...args) => account.call('read', channel, args) as Promise<never>,
    write: (channel, ...args) =>
      account.call('write', channel, args, makeNoteId(randomBytes), true) as Promise<never>,
    async connect(ids = []) {
      cloud = await startCloud(task, ids);
    },
    sync() {
      if (cloud !== null) account.give('connect', cloud.accountPort);
      account.tell(isSyncing ? 'wake' : 'sync');
      isSyncing = true;
    },
    async disconnect() {
      const ending = cloud;
      cloud = null;
      await ending?.end();
      await until(({ phase }) => phase === 'offline');
    },
    until,
    async close() {
      await account.call('close');
      await thread.end();
    },
  };
}

async function startCloud({ config, uid, token }: Task, ids: readonly NoteId[]): Promise<CloudThread> {
  const host = {
    idToken: () => Promise.resolve(token),
    rejectToken: (): void => undefined,
    ...DIRECT,
  };
  const thread = startCloudThread(path.join(BUILT, 'cloud.js'), { config, uid }, host, PORTS);
  if (ids.length > 0) {
    const listener: CloudListener = {
      addSnapshotPart: () => undefined,
      reportInterruption: () => undefined,
      reportEnd: () => undefined,
    };
    const cloud = createRpc<CloudService, CloudListener>(thread.accountPort as MessagePort, listener, report);
    await cloud.call('fetch', ids);
  }
  return thread;
}

const PORTS: ThreadPorts = {
  onTrouble: (...trouble) => report(trouble),
  countLines: (text) => report(String(text)),
};

function report(trouble: unknown): void {
  console.error(trouble);
}
