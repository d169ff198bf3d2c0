/** Settles a conflict copy (S5.7), in one transaction. */
import { AppError } from '#shared/base/error.ts';
import type { Settlement } from '#shared/note/conflict.ts';
import { type NoteId, sameContent, TRANSITIONS } from '#shared/note/note.ts';
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
  readonly notes: Pick<LocalNotes, 'edit' | 'change'>;
}): ConflictCopies {
  const { store, notes } = ports;

  return {
    settle({ copy, original, from, to, keepsCopy }, newId) {
      store.transaction(() => {
        const edited = sameContent(from, to) ? original : notes.edit(original, to, from, newId);
        if (edited !== original) store.newCopies.add(edited);
        const settled = { conflictOf: '', ...(!keepsCopy && TRANSITIONS.trash) } as const;
        if (notes.change(copy, { to: settled }) === null) throw new AppError('note-not-found', 'note-gone');
      });
    },
  };
}
