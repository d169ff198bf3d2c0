/** A device as the engine's tests use one: the real store in memory, the real engine, a cloud and a clock by hand. */
import { randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { Note, NoteContent, NoteId } from '#shared/note.ts';
import { makeNoteId } from '#shared/note-id.ts';
import { createNoteStore } from '#main/store/note-store.ts';
import { openDatabase } from '#main/store/open.ts';
import { createViews, type Views } from '#main/store/views.ts';
import { createSyncEngine, type SyncEngine } from '#main/sync/engine.ts';
import { createLocalNotes, type LocalNotes } from '#main/sync/local-notes.ts';
import type { LocalStore } from '#main/sync/ports.ts';
import type { FakeCloud } from './fake-cloud.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export interface Device {
  readonly notes: LocalNotes;
  readonly engine: SyncEngine;
  readonly store: LocalStore;
  readonly views: Views;
  readonly clock: ManualClock;
  readonly troubles: string[];
  /** Edits what is shown now. */
  edit(id: NoteId, content: NoteContent): void;
  /** What a person sees of a note; null when it is not there. */
  shown(id: NoteId): Note | null;
  /** All texts on the screens, for "nothing is dropped". */
  texts(): string[];
}

/** @param file path of the database, to start one device's database twice */
export function createDevice(cloud: Pick<FakeCloud, 'connect'>, file = ':memory:'): Device {
  const db = openDatabase(file);
  const store = createNoteStore(db);
  const views = createViews(db);
  const clock = createManualClock();
  const troubles: string[] = [];
  const makeId = (): NoteId => makeNoteId(randomBytes);
  const engine = createSyncEngine({
    store,
    remote: cloud.connect(),
    clock,
    makeId,
    onStoreChange: () => undefined,
    onTrouble: (message) => troubles.push(message),
  });
  const notes = createLocalNotes({ store, clock, makeId, onChange: () => engine.push() });
  onTestFinished(() => {
    engine.dispose();
    db.close();
  });
  return {
    notes,
    engine,
    store,
    views,
    clock,
    troubles,
    edit(id, content) {
      const { title, text } = views.note(id);
      notes.edit(id, content, { title: title ?? '', text: text ?? '' });
    },
    shown(id) {
      return store.read(id)?.local === null || store.read(id) === null ? null : views.note(id);
    },
    texts() {
      const lists = ['active', 'archived', 'trashed'] as const;
      return lists.flatMap((list) =>
        views.page({ list, query: '', offset: 0, limit: 500 }, 0).rows.map(({ excerpt }) => excerpt),
      );
    },
  };
}
