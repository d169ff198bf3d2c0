/**
 * What a person does to their notes, made durable before it is answered (S1). Nothing here waits for the network:
 * the engine pushes what these actions leave pending.
 */
import { AppError } from '#shared/error.ts';
import {
  hasContent,
  type NoteContent,
  type NoteFields,
  type NoteId,
  type Transition,
  TRANSITIONS,
} from '#shared/note.ts';
import { changed, created } from './local-action.ts';
import { withConflictOf } from './extra-fields.ts';
import type { NoteRecord } from './note-record.ts';
import type { Clock, LocalStore, Micros } from './ports.ts';

export interface LocalNotes {
  /** @throws AppError `invalid-argument` where title and text are both empty (spec §5) */
  add(content: NoteContent): NoteId;
  /** @throws AppError `note-not-found` */
  edit(id: NoteId, content: NoteContent): void;
  /** @throws AppError `note-not-found` */
  move(id: NoteId, transition: Transition): void;
  /** Removes a note that is in the trash. Removing one that is gone already is no error. */
  deleteForever(id: NoteId): void;
}

export function createLocalNotes(ports: {
  readonly store: LocalStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** Called after each change has become durable. */
  readonly onChange: () => void;
}): LocalNotes {
  const { store, clock, makeId, onChange } = ports;

  function change(id: NoteId, next: (fields: NoteFields) => NoteFields): void {
    store.transaction(() => {
      const record = store.read(id);
      const local = record?.local ?? null;
      if (record === null || local === null)
        throw new AppError('note-not-found', 'This note no longer exists.');
      store.write(changed(record, next(local), store.nextSequence()));
    });
    onChange();
  }

  return {
    add(content) {
      const clean = wellFormed(content);
      if (!hasContent(clean)) throw new AppError('invalid-argument', 'An empty note is not added.');
      const id = makeId();
      const fields = { ...clean, isArchived: false, isDeleted: false };
      store.transaction(() => {
        const at = { created: estimateCreation(store, clock), sequence: store.nextSequence() };
        store.write(created(id, fields, {}, at));
      });
      onChange();
      return id;
    },
    edit(id, content) {
      change(id, (fields) => ({ ...fields, ...wellFormed(content) }));
    },
    move(id, transition) {
      change(id, (fields) => ({ ...fields, ...TRANSITIONS[transition] }));
    },
    deleteForever(id) {
      store.transaction(() => {
        const record = store.read(id);
        if (record !== null) store.write(changed(record, null, store.nextSequence()));
      });
      onChange();
    },
  };
}

/** Puts words that a merge could not keep in place into a note of their own (S5). */
export function conflictCopy(
  original: NoteRecord,
  fields: NoteFields,
  id: NoteId,
  sequence: number,
): NoteRecord {
  // Just above the original, so that the two stand side by side in the list.
  const at = { created: original.created + 1, sequence };
  return created(id, fields, withConflictOf(original.extra, original.id), at);
}

/**
 * Where a new note stands until the server has dated it: now, but above every note there is, so that a device
 * whose clock is slow does not hide it further down.
 */
function estimateCreation(store: LocalStore, clock: Clock): Micros {
  return Math.max(clock.now() * 1000, store.newestCreated() + 1);
}

/** No UTF-8 carries a lone surrogate; it becomes U+FFFD once, here, so that every copy of the note is the same. */
function wellFormed(content: NoteContent): NoteContent {
  return { title: content.title.toWellFormed(), text: content.text.toWellFormed() };
}
