/** Asks once before notes are deleted forever, and names the note or says how many there are. */
import { useAtom, useAtomValue } from 'jotai';
import { type JSX, useState } from 'react';
import { countOf } from '#shared/base/count.ts';
import { nameOfNote } from '#shared/note/note.ts';
import { isSameSearch } from '#shared/note/view.ts';
import { focusFallback } from '../../components/focus-guard.ts';
import { QuestionDialog } from '../../components/question-dialog.tsx';
import { sizeOf } from '../../selection/selection.ts';
import { focusCards } from '../state/focus-card.ts';
import { type NamedNote, type ToDelete, toDeleteAtom } from '../state/to-delete.ts';
import { useNoteActions } from './use-note-actions.tsx';
import { deleteSelected } from './use-selected-actions.ts';
import { countsAtom, viewAtom } from '../state/views.ts';

/** How much of a note's words the question has room for, in UTF-16 units. */
const NAME_SHOWN = 60;

interface DeleteForeverDialogProps {
  /** The note, or how many notes; null while that is not known. */
  readonly what: NamedNote | number | null;
  /** What to know before answering. */
  readonly message?: string;
  readonly open: boolean;
  readonly onAnswer: (confirmed: boolean) => void;
  /** Called when the question has left the page, together with the element that had the focus. */
  readonly onGone?: () => void;
}

export function DeleteForeverDialog({
  what,
  message = onAllDevices(what),
  ...dialog
}: DeleteForeverDialogProps): JSX.Element {
  return (
    <QuestionDialog {...dialog} danger question={questionOf(what)} confirm="Delete forever">
      {message}
    </QuestionDialog>
  );
}

/** Asks about `toDeleteAtom`, with one question for any number of notes. */
export function DeleteForeverQuestion(): JSX.Element {
  const actions = useNoteActions();
  const [toDelete, setToDelete] = useAtom(toDeleteAtom);
  // The question stays as it is while it fades out.
  const [shown, setShown] = useState<ToDelete | null>(null);
  if (toDelete !== null && toDelete !== shown) setShown(toDelete);
  const count = useCount(shown);
  return (
    <DeleteForeverDialog
      open={toDelete !== null}
      what={shown !== null && 'note' in shown ? shown.note : count}
      onAnswer={(confirmed) => {
        setToDelete(null);
        if (!confirmed || toDelete === null) return;
        if ('note' in toDelete) actions.deleteForever(toDelete.note.id);
        else deleteSelected(actions, toDelete.selection);
      }}
      onGone={() => {
        // The note's card may be gone, so the screen gets the focus at once; a card takes it from there.
        focusFallback();
        requestAnimationFrame(focusCards);
      }}
    />
  );
}

/** How many notes are selected, by the size of the list if all are; null without a selection. */
function useCount(toDelete: ToDelete | null): number | null {
  const selection = toDelete !== null && 'selection' in toDelete ? toDelete.selection : null;
  const view = useAtomValue(viewAtom(selection?.list ?? 'trashed')).content;
  const counts = useAtomValue(countsAtom);
  if (selection === null) return null;
  const isShown = view !== null && isSameSearch(view, selection);
  return sizeOf(selection, isShown ? view.total : (counts?.[selection.list] ?? 0));
}

function questionOf(what: NamedNote | number | null): JSX.Element {
  if (typeof what === 'number') return <>Delete {countOf(what, 'note')} forever?</>;
  const name = what === null ? '' : nameOf(what);
  if (name === '') return <>Delete this note forever?</>;
  return (
    <>
      Delete “<bdi>{name}</bdi>” forever?
    </>
  );
}

/** A note's title, or else the first words of its text; empty if the note has neither. */
function nameOf({ title, excerpt }: NamedNote): string {
  const line = nameOfNote(title, excerpt).trimEnd();
  if (line.length <= NAME_SHOWN) return line;
  const cut = line.slice(0, NAME_SHOWN).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s\S{0,20}$/, '')}…`;
}

function onAllDevices(what: NamedNote | number | null): string {
  const many = typeof what === 'number' && what !== 1;
  return many
    ? 'They are removed from all of your devices and cannot be brought back.'
    : 'It is removed from all of your devices and cannot be brought back.';
}
