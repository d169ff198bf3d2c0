/**
 * Everything that belongs to the signed-in account: its database, its cloud client, its sync engine. It is opened
 * and closed as one, so that nothing of it outlives the session (S10).
 */
import { randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { NewNotePlace } from '#shared/draft.ts';
import type { Note, NoteContent, NoteId, Uid } from '#shared/note.ts';
import { makeNoteId } from '#shared/note-id.ts';
import type { RefusedNote } from '#shared/sync-state.ts';
import type { ListCounts, ViewPage, ViewRequest } from '#shared/view.ts';
import { createDrafts, type Drafts } from './store/drafts.ts';
import { excerptOf } from './store/excerpt.ts';
import { createNoteStore } from './store/note-store.ts';
import { openDatabase } from './store/open.ts';
import { createRemovedNotes, type RemovedNotesTable } from './store/removed-notes.ts';
import { createViews } from './store/views.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import { createLocalNotes, type LocalNotes } from './sync/local-notes.ts';
import type { NoteRecord } from './sync/note-record.ts';
import type { Clock, RemoteStore } from './sync/ports.ts';

export interface Account {
  readonly uid: Uid;
  readonly notes: LocalNotes;
  readonly engine: SyncEngine;
  readonly drafts: Drafts;
  readonly removed: RemovedNotesTable;
  /** Adds a note and drops the draft that it was typed as. */
  add(content: NoteContent, from: NewNotePlace | null): NoteId;
  /** Edits a note and drops the draft of the edit. */
  edit(id: NoteId, content: NoteContent, base: NoteContent): NoteId;
  forgetRemoved(id: NoteId): void;
  refused(): readonly RefusedNote[];
  /** What happened to the files that a person should know; each sentence is answered once. */
  notices(): readonly string[];
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

/** S6: how long the last content of a removed note can be brought back. */
const REMOVED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

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
  const drafts = createDrafts(db);
  const removed = createRemovedNotes(db);
  store.removed.dropBefore(clock.now() - REMOVED_KEPT_MS);
  return {
    uid,
    notes,
    engine,
    drafts,
    removed,
    add: (content, from) => notes.add(content, () => from !== null && drafts.drop({ place: from })),
    edit: (id, content, base) => notes.edit(id, content, base, () => drafts.drop({ place: 'edit', id })),
    forgetRemoved(id) {
      removed.drop(id);
      onChange();
    },
    refused: () => store.refused().map(toRefusedNote),
    notices: () => [],
    page: (request) => views.page(request, revision()),
    counts: () => views.counts(),
    note: (id) => views.note(id),
    close() {
      engine.dispose();
      db.close();
    },
  };
}

function toRefusedNote({ id, local, pending }: NoteRecord): RefusedNote {
  const { title, text } = local ?? { title: null, text: null };
  return { id, title: title ?? '', excerpt: excerptOf(text ?? ''), reason: pending?.refused ?? '' };
}

function makeId(): NoteId {
  return makeNoteId(randomBytes);
}
