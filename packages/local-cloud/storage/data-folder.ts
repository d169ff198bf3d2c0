/**
 * The folder of everything that outlives the process: documents, accounts and refresh tokens in the journal,
 * and keys, certificate and ports in separate files. One process at a time owns it.
 */
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StoredDocument } from '../firestore/documents.ts';
import type { Micros } from '../firestore/time.ts';
import { errorCode } from './files.ts';
import { FolderInUseError, lockFolder } from './folder-lock.ts';
import type { FolderLock } from './folder-lock.ts';
import { Journal, readJournal, rewriteJournal } from './journal.ts';
import type { Account, JournalRecord, RefreshToken } from './records.ts';

/** A folder that cannot be used; the message is one sentence for the terminal. */
export class DataFolderError extends Error {}

export interface StoredState {
  readonly documents: Map<string, StoredDocument>;
  readonly accounts: Map<string, Account>;
  readonly refreshTokens: Map<string, RefreshToken>;
  /** The newest commit's time; 0 if there was none. */
  lastTime: Micros;
}

export class DataFolder {
  readonly path: string;
  readonly state: StoredState;
  /** The file to which a half-written record was moved; null if there was none. */
  readonly torn: string | null;
  readonly #journal: Journal;
  readonly #lock: FolderLock;
  readonly #temporary: boolean;

  /**
   * @param folder created if it is missing; null creates a temporary one that `close` removes
   * @throws DataFolderError if the folder cannot be written or is in use
   */
  constructor(folder: string | null) {
    this.#temporary = folder === null;
    this.path = folder === null ? mkdtempSync(path.join(tmpdir(), 'inkling-cloud-')) : path.resolve(folder);
    makeWritable(this.path);
    this.#lock = lock(this.path);
    try {
      const file = path.join(this.path, 'journal.jsonl');
      const { records, torn } = readJournal(file);
      this.torn = torn;
      this.state = replay(records);
      const live = this.state.documents.size + this.state.accounts.size + this.state.refreshTokens.size;
      if (records.length > 1000 + 2 * live) rewriteJournal(file, recordsOf(this.state));
      this.#journal = new Journal(file);
    } catch (error) {
      this.#lock.release();
      throw error instanceof Error ? new DataFolderError(error.message, { cause: error }) : error;
    }
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  append(record: JournalRecord): void {
    this.#journal.append(record);
  }

  close(): void {
    this.#journal.close();
    this.#lock.release();
    if (this.#temporary) rmSync(this.path, { recursive: true, force: true });
  }
}

function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw notWritable(folder, error);
  }
}

function lock(folder: string): FolderLock {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError) {
      throw new DataFolderError(
        `The data folder ${folder} is used by another local cloud, which holds ${error.file}: end that one, or name another folder.`,
        { cause: error },
      );
    }
    throw notWritable(folder, error);
  }
}

function notWritable(folder: string, cause: unknown): DataFolderError {
  return new DataFolderError(
    `The data folder ${folder} cannot be written (${errorCode(cause) ?? 'unknown'}).`,
    {
      cause,
    },
  );
}

function replay(records: readonly JournalRecord[]): StoredState {
  const state: StoredState = {
    documents: new Map(),
    accounts: new Map(),
    refreshTokens: new Map(),
    lastTime: 0,
  };
  for (const record of records) {
    switch (record.type) {
      case 'account':
        state.accounts.set(record.account.sub, record.account);
        break;
      case 'refresh-token':
        state.refreshTokens.set(record.refreshToken.token, record.refreshToken);
        break;
      case 'commit':
        for (const document of record.put) state.documents.set(document.name, document);
        for (const name of record.remove) state.documents.delete(name);
        state.lastTime = Math.max(state.lastTime, record.time);
        break;
    }
  }
  return state;
}

function* recordsOf(state: StoredState): Iterable<JournalRecord> {
  for (const account of state.accounts.values()) yield { type: 'account', account };
  for (const refreshToken of state.refreshTokens.values()) yield { type: 'refresh-token', refreshToken };
  yield { type: 'commit', time: state.lastTime, put: [], remove: [] };
  for (const document of state.documents.values()) {
    yield { type: 'commit', time: state.lastTime, put: [document], remove: [] };
  }
}
