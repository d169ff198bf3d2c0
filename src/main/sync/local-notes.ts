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
import { type ExtraFields, withConflictOf } from './extra-fields.ts';
import type { NoteRecord } from './note-record.ts';
import { mergeEdit } from './rebase.ts';
import type { Clock, LocalStore, Micros } from './ports.ts';

export interface LocalNotes {
  /**
   * @param along becomes durable with the note or not at all
   * @throws AppError `invalid-argument` where title and text are both empty (spec §5)
   */
  add(content: NoteContent, along?: () => void): NoteId;
  /**
   * @param base what the note held when the person opened it; what arrived since is merged with the edit (S5)
   * @param along becomes durable with the edit or not at all
   * @returns the note that holds the words: this one, its conflict copy, or a new one where it is gone
   */
  edit(id: NoteId, content: NoteContent, base: NoteContent, along?: () => void): NoteId;
  /** @throws AppError `note-not-found` */
  move(id: NoteId, transition: Transition): void;
  /** Removes a note that is in the trash. Removing one that is gone already is no error. */
  deleteForever(id: NoteId): void;
  /**
   * Brings back a note that another device deleted for ever (S6).
   * @throws AppError `note-not-found`
   */
  recover(id: NoteId): void;
  /**
   * Notes from elsewhere, such as a file, all of them or none. Each comes to stand above the one before it; one that
   * is here already, however it was changed since, stays as it is.
   * @returns how many are new
   * @throws AppError `network` where the account's notes have never been loaded, so that nobody can tell what is here
   */
  addImported(notes: readonly ImportedNote[]): number;
}

export interface ImportedNote {
  /** The same on every device that imports the note into this account. */
  readonly id: NoteId;
  /** A name under which the account may have it, too. */
  readonly knownAs: NoteId | null;
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
}

export function createLocalNotes(ports: {
  readonly store: LocalStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** Called after each change has become durable. */
  readonly onChange: () => void;
}): LocalNotes {
  const { store, clock, makeId, onChange } = ports;

  function addNew(content: NoteContent): NoteId {
    const id = makeId();
    const at = { created: estimateCreation(store, clock), sequence: store.nextSequence() };
    store.write(created(id, { ...content, isArchived: false, isDeleted: false }, {}, at));
    return id;
  }

  function isShown(id: NoteId | null): boolean {
    return id !== null && (store.read(id)?.local ?? null) !== null;
  }

  /** Answers whether it is new. */
  function takeIn({ id, knownAs, fields, extra }: ImportedNote): boolean {
    if (isShown(id) || isShown(knownAs)) return false;
    const deleted = store.read(id);
    const sequence = store.nextSequence();
    const at = { created: estimateCreation(store, clock), sequence };
    store.write(deleted === null ? created(id, fields, extra, at) : changed(deleted, fields, sequence));
    return true;
  }

  /** What arrived while the note was open is neither overwritten nor in the way (S5). */
  function applyEdit(record: NoteRecord, now: NoteFields, content: NoteContent, base: NoteContent): NoteId {
    const { fields, lost } = mergeEdit(base, content, now);
    if (!lost) {
      store.write(changed(record, fields, store.nextSequence()));
      return record.id;
    }
    const copy = conflictCopy(record, { ...now, ...content }, makeId(), store.nextSequence());
    store.write(copy);
    return copy.id;
  }

  return {
    add(content, along) {
      const clean = wellFormed(content);
      if (!hasContent(clean)) throw new AppError('invalid-argument', 'An empty note is not added.');
      const id = store.transaction(() => {
        along?.();
        return addNew(clean);
      });
      onChange();
      return id;
    },
    edit(id, content, base, along) {
      const clean = wellFormed(content);
      const holder = store.transaction(() => {
        along?.();
        const record = store.read(id);
        const local = record?.local ?? null;
        if (record !== null && local !== null) return applyEdit(record, local, clean, wellFormed(base));
        // The note went while it was open: the words outlive it (S6).
        return hasContent(clean) ? addNew(clean) : id;
      });
      onChange();
      return holder;
    },
    move(id, transition) {
      store.transaction(() => {
        const record = store.read(id);
        const local = record?.local ?? null;
        if (record === null || local === null)
          throw new AppError('note-not-found', 'This note no longer exists.');
        store.write(changed(record, { ...local, ...TRANSITIONS[transition] }, store.nextSequence()));
      });
      onChange();
    },
    deleteForever(id) {
      store.transaction(() => {
        const record = store.read(id);
        if (record !== null) store.write(changed(record, null, store.nextSequence()));
      });
      onChange();
    },
    recover(id) {
      store.transaction(() => {
        const removed = store.removed.read(id);
        if (removed === null) throw new AppError('note-not-found', 'This note is not kept any more.');
        const at = { created: removed.created, sequence: store.nextSequence() };
        // Should the cloud have a note of this id again, the recovered one stands beside it.
        const free = store.read(id) === null ? id : makeId();
        store.write(created(free, removed.fields, removed.extra, at));
        store.removed.drop(id);
      });
      onChange();
    },
    addImported(notes) {
      const added = store.transaction(() => {
        if (!store.isLoaded()) {
          throw new AppError(
            'network',
            'The notes of this account are not loaded yet. Please try again once they are.',
          );
        }
        return notes.filter(takeIn).length;
      });
      if (added > 0) onChange();
      return added;
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
