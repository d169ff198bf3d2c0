/**
 * Everything that belongs to the signed-in account: its database, its cloud client, its sync engine. It is opened
 * and closed as one, so that nothing of it outlives the session (S10).
 */
import { randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { Note, NoteId, Uid } from '#shared/note.ts';
import { makeNoteId } from '#shared/note-id.ts';
import type { ListCounts, ViewPage, ViewRequest } from '#shared/view.ts';
import { createNoteStore } from './store/note-store.ts';
import { openDatabase } from './store/open.ts';
import { createViews } from './store/views.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import { createLocalNotes, type LocalNotes } from './sync/local-notes.ts';
import type { Clock, RemoteStore } from './sync/ports.ts';

export interface Account {
  readonly uid: Uid;
  readonly notes: LocalNotes;
  readonly engine: SyncEngine;
  page(request: ViewRequest): ViewPage;
  counts(): ListCounts;
  note(id: NoteId): Note;
  close(): void;
}

export interface AccountPorts {
  readonly uid: Uid;
  /** Path of the account's database. */
  readonly database: string;
  readonly remote: RemoteStore;
  readonly clock: Clock;
  /** Grows with every change that `onChange` tells of; pages are marked with it. */
  readonly revision: () => number;
  /** Any view may have changed. */
  readonly onChange: () => void;
  readonly onTrouble: (message: string) => void;
}

/** @throws AppError `store-newer`, `store-damaged` */
export function openAccount(ports: AccountPorts): Account {
  const db = openDatabase(ports.database);
  try {
    return accountOn(db, ports);
  } catch (error) {
    db.close();
    throw error;
  }
}

function accountOn(db: Database.Database, ports: AccountPorts): Account {
  const { uid, remote, clock, revision, onChange, onTrouble } = ports;
  const store = createNoteStore(db);
  const views = createViews(db);
  const engine = createSyncEngine({ store, remote, clock, makeId, onStoreChange: onChange, onTrouble });
  const notes = createLocalNotes({
    store,
    clock,
    makeId,
    onChange: () => {
      onChange();
      engine.push();
    },
  });
  return {
    uid,
    notes,
    engine,
    page: (request) => views.page(request, revision()),
    counts: () => views.counts(),
    note: (id) => views.note(id),
    close() {
      engine.dispose();
      db.close();
    },
  };
}

function makeId(): NoteId {
  return makeNoteId(randomBytes);
}
