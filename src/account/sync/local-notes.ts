/**
 * The user's actions on their notes, durable before they are answered (S1). No action waits for the network:
 * the engine pushes the pending changes. Within a transaction of the caller, an action becomes part of it.
 *
 * An action that may create a note takes the id of that note, by which a repeated request is recognised: if
 * an action is requested again because its answer was lost, it does nothing and answers the same (S7.6).
 */
import type { Clock } from '#shared/base/clock.ts';
import { AppError } from '#shared/base/error.ts';
import type { ExtraFields } from '#shared/note/extra-fields.ts';
import {
  contentOf,
  hasContent,
  type NoteContent,
  type NoteFields,
  type NoteId,
  sameContent,
} from '#shared/note/note.ts';
import { type Marks, type NewNote, withMarks } from '#shared/note/marks.ts';
import type { FieldsChange } from '#shared/note/note-change.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import { withNewlines } from '#shared/text/line-ends.ts';
import {
  conflictCopy,
  conflictParts,
  type DeriveId,
  asOwnCreation,
  needsAnotherId,
  newRecord,
  ownRecord,
  withChange,
  withoutRefusal,
} from './local-action.ts';
import { type ChangedFields, changeFields } from './change-fields.ts';
import type { NoteRecord } from './note-record.ts';
import type { History, LocalStore } from './ports.ts';
import { mergeEdit } from './rebase.ts';

export interface LocalNotes {
  /** @throws AppError `invalid-argument` if title and text are both empty (spec §5) */
  add(note: NewNote, id?: NoteId): NoteId;
  /**
   * @param base the words that the user saw on opening the note; later changes are merged with the edit (S5)
   * @param newId id of the note that the edit makes if it cannot be merged into this one; without it, the
   *   same edit of the same state makes one conflict copy, however often it is applied
   * @returns the note that holds the words: this one, its conflict copy, or a new one if this one is gone
   */
  edit(id: NoteId, content: NoteContent, base: NoteContent, newId?: NoteId): NoteId;
  /** Moves or marks a note, or takes this back. @returns null if the note is gone */
  change(id: NoteId, change: FieldsChange): Omit<ChangedFields, 'fields'> | null;
  /** Removes a note and its history. @returns false if there is no such note */
  deleteForever(id: NoteId): boolean;
  /**
   * Brings back a version from the history as a note: under its old id, or under `newId` if a note has that
   * one (S6).
   * @throws AppError `note-not-found`
   */
  recover(version: number, newId?: NoteId): void;
  /**
   * Adds notes from elsewhere, such as a file: all of them or none. Each is placed above the one before it. A
   * note that already exists stays as it is, even if it was changed since. To be called once the account's
   * notes are loaded: before that, it is unknown which notes exist.
   * @returns number of new notes
   */
  addImported(notes: readonly ImportedNote[]): number;
  /** Gives every note that the cloud refused another chance (S8.5). A second call changes nothing more. */
  retryRefused(): void;
}

export interface ImportedNote {
  /** The same on every device that imports the note into this account. */
  readonly id: NoteId;
  /** Another id under which the account may have the note. */
  readonly knownAs: NoteId | null;
  readonly fields: NoteFields;
  readonly extra: ExtraFields;
}

/** The part of the store that these actions need. */
export type NotesStore = Pick<
  LocalStore,
  | 'transaction'
  | 'read'
  | 'write'
  | 'rename'
  | 'refusedRecords'
  | 'newestCreated'
  | 'nextSequence'
  | 'markDeletedForever'
> & { readonly history: Pick<History, 'read' | 'drop' | 'newestVersion' | 'setByEdit'> };

export function createLocalNotes(ports: {
  readonly store: NotesStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly makeId: () => NoteId;
  readonly deriveId: DeriveId;
}): LocalNotes {
  const { store, clock, makeId, deriveId } = ports;

  function addNew(content: NoteContent, id: NoteId, marks: Marks = {}): NoteId {
    const at = { created: estimateCreation(store, clock), sequence: store.nextSequence() };
    store.write(ownRecord(id, withMarks({ ...NO_FIELDS, ...content }, marks), {}, at), null);
    return id;
  }

  function isShown(id: NoteId | null): boolean {
    return id !== null && (store.read(id)?.local ?? null) !== null;
  }

  /** @returns whether the note is new */
  function addOneImported({ id, knownAs, fields, extra }: ImportedNote): boolean {
    if (isShown(id) || isShown(knownAs)) return false;
    const deleted = store.read(id);
    const sequence = store.nextSequence();
    const at = { created: estimateCreation(store, clock), sequence };
    store.write(
      deleted === null ? newRecord(id, fields, extra, at) : withChange(deleted, fields, sequence),
      deleted,
    );
    return true;
  }

  /** @param base the words that the edit was made on; if the note has others, the edit was merged with them */
  function writeEdit(record: NoteRecord, fields: NoteFields, base: NoteContent): void {
    const newest = store.history.newestVersion();
    store.write(withChange(record, fields, store.nextSequence()), record);
    if (isBase(base, record.local)) store.history.setByEdit(newest);
  }

  /** Merges the edit with changes that arrived while the note was open; neither overwrites the other (S5). */
  function applyEdit(
    record: NoteRecord,
    now: NoteFields,
    content: NoteContent,
    base: NoteContent,
    newId: NoteId | undefined,
  ): NoteId {
    const { fields, lost } = mergeEdit(base, content, now);
    if (!lost) {
      writeEdit(record, fields, base);
      return record.id;
    }
    const id = newId ?? deriveId(conflictParts(record, content));
    if (store.read(id) !== null) return id;
    const copy = conflictCopy(record, { ...now, ...content }, id, store.nextSequence());
    store.write(newId === undefined ? copy : asOwnCreation(copy), null);
    return id;
  }

  return {
    add(note, id = makeId()) {
      const clean = wellFormed(note);
      if (!hasContent(clean)) throw new AppError('invalid-argument', 'empty-note');
      return store.transaction(() => (store.read(id) === null ? addNew(clean, id, note.marks) : id));
    },
    edit(id, content, base, newId) {
      const clean = wellFormed(content);
      return store.transaction(() => {
        if (newId !== undefined && store.read(newId) !== null) return newId;
        const record = store.read(id);
        const local = record?.local ?? null;
        if (record !== null && local !== null)
          return applyEdit(record, local, clean, wellFormed(base), newId);
        // The note was removed while it was open: its words become a new note (S6.5).
        return hasContent(clean) ? addNew(clean, newId ?? makeId()) : id;
      });
    },
    change(id, change) {
      return store.transaction(() => {
        const record = store.read(id);
        const local = record?.local ?? null;
        if (record === null || local === null) return null;
        const words = change.to.words && wellFormed(change.to.words);
        const to = { ...change.to, ...(words && { words }) };
        const { fields, ...changed } = changeFields(local, { ...change, to });
        if (changed.reverse !== null) writeEdit(record, fields, change.from?.words ?? contentOf(local));
        return changed;
      });
    },
    deleteForever(id) {
      return store.transaction(() => {
        const record = store.read(id);
        if (record === null || record.local === null) return false;
        store.markDeletedForever(id);
        store.write(withChange(record, null, store.nextSequence()));
        return true;
      });
    },
    recover(version, newId = makeId()) {
      store.transaction(() => {
        if (store.read(newId) !== null) return;
        const entry = store.history.read(version);
        if (entry === null) throw new AppError('note-not-found', 'note-not-stored');
        const { id, fields, extra, created } = entry;
        // If a note has this id again, the recovered note gets another id and is placed beside it.
        const isFree = store.read(id) === null;
        const record = newRecord(isFree ? id : newId, fields, extra, {
          created,
          sequence: store.nextSequence(),
        });
        store.write(isFree ? record : asOwnCreation(record), null);
        store.history.drop(version);
      });
    },
    addImported: (notes) => store.transaction(() => notes.filter(addOneImported).length),
    retryRefused() {
      store.transaction(() => {
        for (const record of store.refusedRecords()) {
          const isRenamed = needsAnotherId(record);
          const next = withoutRefusal(record);
          store.write(isRenamed ? asOwnCreation(next) : next, record);
          if (isRenamed) store.rename(record.id, makeId());
        }
      });
    },
  };
}

/**
 * Creation time of a new note until the cloud has dated it: now, but later than every other note without a
 * date in the future, so that a slow clock does not place it further down.
 */
function estimateCreation(store: NotesStore, clock: Pick<Clock, 'now'>): Micros {
  return Math.max(clock.now() * 1000, store.newestCreated() + 1);
}

/** Whether the note has the words that an edit was made on. A page has only `\n` as the end of a line. */
function isBase(base: NoteContent, now: NoteFields | null): boolean {
  if (now === null) return false;
  const { title, text } = contentOf(now);
  return sameContent(base, { title, text: base.text === text ? text : withNewlines(text) });
}

/**
 * UTF-8 cannot hold a lone surrogate. It becomes U+FFFD once, here, so that every copy of the note is equal.
 */
export function wellFormed(content: NoteContent): NoteContent {
  return { title: content.title.toWellFormed(), text: content.text.toWellFormed() };
}
