/** An account whose notes are loaded, to import into and to export from; the store is SQLite in memory. */
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { LISTS, type ListName, type NoteId, type Uid } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { systemClock } from '#account/clock.ts';
import { type AllNotes, createAllNotes } from '#account/tables/all-notes.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createHistory, type HistoryTable } from '#account/tables/history.ts';
import { createLocalNotes, type LocalNotes } from '#account/sync/local-notes.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import { createPace, type Pace } from '#account/sync/slices.ts';
import { importNotes, type ImportPorts } from '#account/transfer/import.ts';
import { openTestStore } from '#tests/support/device.ts';
import { LIST_OF } from '#tests/support/list-of.ts';

/** Slices by the system's clock. */
export const testPace = (signal?: AbortSignal): Pace => createPace(systemClock, signal);

export interface TestAccount {
  readonly uid: Uid;
  readonly store: LocalStore;
  readonly notes: LocalNotes;
  readonly all: AllNotes;
  readonly history: HistoryTable;
  import(source: string | readonly string[], more?: Partial<ImportPorts>): Promise<ImportResult>;
  /** Every note, by list, newest first. */
  shown(list?: ListName): NoteRecord[];
}

export function createAccount(name = 'ada', file = ':memory:'): TestAccount {
  const opened = openTestStore(file);
  onTestFinished(() => opened.close());
  const { connection, store } = opened;
  store.setLoaded();
  const uid = name as Uid;
  const clock = { now: () => Date.UTC(2026, 0, 2), after: () => () => undefined, random: () => 0.5 };
  const notes = createLocalNotes({ store, clock, makeId: () => makeNoteId(randomBytes), deriveId });
  const idsOf = connection.prepare<[number], { id: NoteId }>(
    `SELECT id FROM notes WHERE ${LIST_OF} = ? ORDER BY key DESC`,
  );

  function listed(list: ListName): NoteRecord[] {
    const ids = idsOf.all(LISTS.indexOf(list)).map(({ id }) => id);
    return ids.map((id) => store.read(id)).filter((record) => record !== null);
  }

  const all = createAllNotes(connection);
  return {
    uid,
    store,
    notes,
    all,
    history: createHistory(connection),
    import: (source, more) =>
      importNotes({
        notes,
        all,
        uid,
        source: typeof source === 'string' ? [source] : source,
        pace: testPace(),
        ...more,
      }),
    shown: (list) => (list === undefined ? LISTS : [list]).flatMap(listed),
  };
}
