/**
 * A device for the engine's tests: the real store in memory, the real engine, a cloud and a manual clock.
 */
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { NoteContent, NoteFields, NoteId } from '#shared/note/note.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { type Connection, createConnection, type Moment } from '#account/database/connection.ts';
import { deriveId } from '#account/tables/derived-id.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { openDatabase } from '#account/database/open.ts';
import { createSyncEngine, type SyncEngine } from '#account/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#account/sync/local-notes.ts';
import type { FakeCloud } from './fake-cloud.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface TestStore {
  readonly connection: Connection;
  readonly store: ReturnType<typeof createNoteStore>;
  /** All titles that are shown, newest first; `texts` likewise. */
  titles(): string[];
  texts(): string[];
  /** The words of the history, oldest first; of one note, or of all. */
  history(id?: NoteId): { readonly version: number; readonly text: string; readonly removed: boolean }[];
  /** Versions of missing notes (S13.7). */
  missing(): readonly number[];
  /** Changes the file as only a salvage does. */
  exec(sql: string): void;
  close(): void;
}

/** @param injectFault called before each statement and each commit; the store throws its errors */
export function openTestStore(file = ':memory:', injectFault?: (moment: Moment) => void): TestStore {
  const db = openDatabase(file);
  const onFatal = (): void => undefined;
  const connection = createConnection(db, { onFatal, injectFault });
  const shown = db.prepare<[], { title: string; text: string }>(
    `SELECT ifnull(title, '') AS title, ifnull(text, '') AS text FROM notes WHERE is_gone = 0 ORDER BY key DESC`,
  );
  const store = createNoteStore(connection);
  const history = db.prepare<[NoteId | null], { version: number; text: string; removed: number }>(
    `SELECT version, ifnull(text, '') AS text, removed FROM history WHERE note_id = ifnull(?, note_id) ORDER BY version`,
  );
  return {
    connection,
    store,
    titles: () => shown.all().map(({ title }) => title),
    texts: () => shown.all().map(({ text }) => text),
    history: (id) => history.all(id ?? null).map((row) => ({ ...row, removed: row.removed === 1 })),
    missing: () => store.history.missingVersions(1_000),
    exec: (sql) => void db.exec(sql),
    close: () => void db.close(),
  };
}

/** The actions as in the account: each starts a push when its change is durable. */
export function withPush(notes: LocalNotes, push: () => void): LocalNotes {
  function pushAfter<Result>(result: Result): Result {
    push();
    return result;
  }
  return {
    add: (...args) => pushAfter(notes.add(...args)),
    edit: (...args) => pushAfter(notes.edit(...args)),
    change: (...args) => pushAfter(notes.change(...args)),
    deleteForever: (...args) => pushAfter(notes.deleteForever(...args)),
    recover: (...args) => pushAfter(notes.recover(...args)),
    addImported: (...args) => pushAfter(notes.addImported(...args)),
    retryRefused: () => pushAfter(notes.retryRefused()),
  };
}

export interface Device extends Omit<TestStore, 'close'> {
  readonly notes: LocalNotes;
  readonly engine: SyncEngine;
  readonly clock: ManualClock;
  readonly troubles: string[];
  /** Number of times the engine has announced changed notes. */
  readonly announced: number;
  /** Edits the currently shown fields. */
  edit(id: NoteId, content: NoteContent): void;
  /** The visible fields of a note; null without one. */
  shown(id: NoteId): NoteFields | null;
}

/** @param file path of the database, to open one device's database twice */
export function createDevice(
  cloud: Pick<FakeCloud, 'connect'>,
  file = ':memory:',
  injectFault?: (moment: Moment) => void,
): Device {
  const opened = openTestStore(file, injectFault);
  const { store } = opened;
  const clock = createManualClock();
  const troubles: string[] = [];
  let announced = 0;
  const makeId = (): NoteId => makeNoteId(randomBytes);
  const engine = createSyncEngine({
    store,
    remote: cloud.connect(),
    clock,
    deriveId,
    onStoreChange: () => {
      announced += 1;
    },
    onTrouble: reportTo(troubles),
  });
  const notes = withPush(createLocalNotes({ store, clock, makeId, deriveId }), () => engine.push());
  const shown = (id: NoteId): NoteFields | null => store.read(id)?.local ?? null;
  onTestFinished(() => {
    engine.dispose();
    opened.close();
  });
  return {
    ...opened,
    notes,
    engine,
    clock,
    troubles,
    get announced() {
      return announced;
    },
    shown,
    edit(id, content) {
      const { title, text } = shown(id) ?? { title: null, text: null };
      notes.edit(id, content, { title: title ?? '', text: text ?? '' });
    },
  };
}
