/** What is done to everything that is selected. The selection ends, and the focus goes to a card that stays. */
import { useMemo } from 'react';
import type { Marks } from '#shared/marks.ts';
import type { Transition } from '#shared/note.ts';
import { store } from '../state/store.ts';
import { isSelected, type Selection } from '../selection/selection.ts';
import { suspendSelection } from '../selection/state.ts';
import { focusCards, focusStaying } from './focus-card.ts';
import { toDeleteAtom } from './to-delete.ts';
import { type NoteActions, useNoteActions } from './use-note-actions.tsx';

interface SelectedActions {
  readonly move: (selection: Selection, transition: Transition) => void;
  /** All of them stay where they are seen; while they are labelled, they also stay selected. */
  readonly mark: (selection: Selection, marks: Marks) => void;
  /** Asks first. */
  readonly deleteForever: (selection: Selection) => void;
}

export function useSelectedActions(): SelectedActions {
  const actions = useNoteActions();
  return useMemo(
    () => ({
      move(selection, transition) {
        leaveSelection(selection);
        actions.moveSelected(selection, transition);
      },
      mark(selection, marks) {
        if (marks.addLabels === undefined && marks.removeLabels === undefined) {
          suspendSelection();
          // The bar goes first.
          requestAnimationFrame(focusCards);
        }
        actions.markSelected(selection, marks);
      },
      deleteForever: (selection) => store.set(toDeleteAtom, { selection }),
    }),
    [actions],
  );
}

export function deleteSelected(actions: NoteActions, selection: Selection): void {
  leaveSelection(selection);
  actions.deleteSelected(selection);
}

function leaveSelection(selection: Selection): void {
  suspendSelection();
  focusStaying((id) => isSelected(selection, id));
}
