/** Actions on all selected notes. The selection ends, and the focus goes to a card that stays. */
import { useMemo } from 'react';
import { labelKey } from '#shared/note/labels.ts';
import type { Marks } from '#shared/note/marks.ts';
import type { Transition } from '#shared/note/note.ts';
import { store } from '../../state/store.ts';
import { isSelected, type Selection } from '../../selection/selection.ts';
import { suspendSelection } from '../../selection/state.ts';
import { filtersAtom } from '../../search/query.ts';
import { focusCards, focusRemainingCard } from '../state/focus-card.ts';
import { toDeleteAtom } from '../state/to-delete.ts';
import { type NoteActions, useNoteActions } from './use-note-actions.tsx';

interface SelectedActions {
  readonly move: (selection: Selection, transition: Transition) => void;
  /**
   * Labels keep the selection, because more may follow, unless notes leave the list by them. Other marks end
   * it.
   */
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
        actions.changeSelected(selection, transition);
      },
      mark(selection, marks) {
        if (!onlyLabels(marks)) {
          suspendSelection();
          // After the selection bar has gone.
          requestAnimationFrame(focusCards);
        }
        actions.changeSelected(selection, marks);
      },
      deleteForever: (selection) => store.set(toDeleteAtom, { selection }),
    }),
    [actions],
  );
}

/** Whether these marks are labels only, and no note leaves the shown list by them. */
function onlyLabels({ addLabels, removeLabels }: Marks): boolean {
  const filters = new Set(store.get(filtersAtom).map(labelKey));
  return addLabels !== undefined || removeLabels?.every((name) => !filters.has(labelKey(name))) === true;
}

export function deleteSelected(actions: NoteActions, selection: Selection): void {
  leaveSelection(selection);
  actions.deleteSelected(selection);
}

function leaveSelection(selection: Selection): void {
  suspendSelection();
  focusRemainingCard((id) => isSelected(selection, id));
}
