/** An account whose notes are loaded, to import into and to export from; the store is SQLite in memory. */
import { onTestFinished } from 'vitest';
import { LISTS, type ListName, type Uid } from '#shared/note.ts';
import type { ImportResult } from '#shared/transfer.ts';
import { type AllNotes, createAllNotes } from '#main/store/all-notes.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openDatabase } from '#main/store/open.ts';
import { createViews } from '#main/store/views.ts';
import { createLocalNotes, type LocalNotes } from '#main/sync/local-notes.ts';
import type { NoteRecord } from '#main/sync/note-record.ts';
import type { LocalStore } from '#main/sync/ports.ts';
import { importNotes, type ImportPorts } from '#main/transfer/import.ts';
import { makeNoteId } from '#shared/note-id.ts';
import { randomBytes } from 'node:crypto';

export interface TestAccount {
  readonly uid: Uid;
  readonly store: LocalStore;
  readonly notes: LocalNotes;
  readonly all: AllNotes;
  import(source: string | readonly string[], more?: Partial<ImportPorts>): Promise<ImportResult>;
  /** Every note, by list, newest first. */
  shown(list?: ListName): NoteRecord[];
}

export function createAccount(name = 'ada', file = ':memory:'): TestAccount {
  const db = openDatabase(file);
  onTestFinished(() => void db.close());
  const store = createNoteStore(db);
  store.setLoaded();
  const views = createViews(db);
  const uid = name as Uid;
  const clock = { now: () => Date.UTC(2026, 0, 2), after: () => () => undefined, random: () => 0.5 };
  const notes = createLocalNotes({
    store,
    clock,
    makeId: () => makeNoteId(randomBytes),
    onChange: () => undefined,
  });

  function* listed(list: ListName): Generator<NoteRecord> {
    const limit = 500;
    for (let offset = 0; ; offset += limit) {
      const { rows } = views.page({ list, query: '', offset, limit }, 0);
      for (const { id } of rows) {
        const record = store.read(id);
        if (record !== null) yield record;
      }
      if (rows.length < limit) return;
    }
  }

  return {
    uid,
    store,
    notes,
    all: createAllNotes(db),
    import: (source, more) =>
      importNotes({ notes, uid, source: typeof source === 'string' ? [source] : source, ...more }),
    shown: (list) => (list === undefined ? LISTS : [list]).flatMap((one) => [...listed(one)]),
  };
}
