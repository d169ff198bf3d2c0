/** What is done to everything that is selected. The selection ends, and the focus goes to a card that stays. */
import { useMemo } from 'react';
import { labelKey } from '#shared/labels.ts';
import type { Marks } from '#shared/marks.ts';
import type { Transition } from '#shared/note.ts';
import { store } from '../state/store.ts';
import { isSelected, type Selection } from '../selection/selection.ts';
import { suspendSelection } from '../selection/state.ts';
import { shownQuery } from '../search/labels.ts';
import { focusCards, focusStaying } from './focus-card.ts';
import { toDeleteAtom } from './to-delete.ts';
import { type NoteActions, useNoteActions } from './use-note-actions.tsx';

interface SelectedActions {
  readonly move: (selection: Selection, transition: Transition) => void;
  /** While they are labelled they stay selected, as more labels may follow; but for those that leave what is shown with a label. */
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
        if (!onlyLabels(marks)) {
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

/** Whether these marks label what is selected, and leave all of it in what is shown. */
function onlyLabels({ addLabels, removeLabels }: Marks): boolean {
  const shown = new Set(shownQuery().labels.map(labelKey));
  return addLabels !== undefined || removeLabels?.every((name) => !shown.has(labelKey(name))) === true;
}

export function deleteSelected(actions: NoteActions, selection: Selection): void {
  leaveSelection(selection);
  actions.deleteSelected(selection);
}

function leaveSelection(selection: Selection): void {
  suspendSelection();
  focusStaying((id) => isSelected(selection, id));
}
