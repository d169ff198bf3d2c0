/** Settles a conflict copy (S5.7), in one transaction. */
import { AppError } from '#shared/base/error.ts';
import type { Settlement } from '#shared/note/conflict.ts';
import { type NoteId, type NotePatch, sameContent, TRANSITIONS } from '#shared/note/note.ts';
import { withChange } from './local-action.ts';
import type { LocalNotes, NotesStore } from './local-notes.ts';
import type { LocalStore } from './ports.ts';

export interface ConflictCopies {
  /**
   * Puts the chosen words into the original, clears the copy's `conflictOf`, and moves the copy to
   * the trash unless it stays.
   * @param newId id of a new note for the words, if the original has changed since and cannot take them:
   *   another conflict copy, which the user is told of like those that sync makes (S5.13)
   * @throws AppError `note-not-found`
   */
  settle(settlement: Settlement, newId?: NoteId): void;
}

export function createConflictCopies(ports: {
  readonly store: NotesStore & Pick<LocalStore, 'newCopies'>;
  readonly notes: Pick<LocalNotes, 'edit'>;
}): ConflictCopies {
  const { store, notes } = ports;

  function change(id: NoteId, patch: NotePatch): void {
    const record = store.read(id);
    const local = record?.local ?? null;
    if (record === null || local === null) throw new AppError('note-not-found', 'note-gone');
    store.write(withChange(record, { ...local, ...patch }, store.nextSequence()), record);
  }

  return {
    settle({ copy, original, from, to, keepsCopy }, newId) {
      store.transaction(() => {
        const edited = sameContent(from, to) ? original : notes.edit(original, to, from, newId);
        if (edited !== original) store.newCopies.add(edited);
        change(copy, { conflictOf: '', ...(!keepsCopy && TRANSITIONS.trash) });
      });
    },
  };
}
