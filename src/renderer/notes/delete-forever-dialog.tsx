/** Asks once before notes are gone for good, and says which or how many. */
import { useAtom, useAtomValue } from 'jotai';
import { type JSX, useState } from 'react';
import { countOf } from '#shared/count.ts';
import { focusWhatIsThere } from '../components/focus-guard.ts';
import { QuestionDialog } from '../components/question-dialog.tsx';
import { sizeOf } from '../selection/selection.ts';
import { focusCards } from './focus-card.ts';
import { type NamedNote, type ToDelete, toDeleteAtom } from './to-delete.ts';
import { useNoteActions } from './use-note-actions.tsx';
import { deleteSelected } from './use-selected-actions.ts';
import { countsAtom, viewAtom } from './views.ts';

/** As much of a note's words as a question has room for, in UTF-16 units. */
const NAME_SHOWN = 60;

interface DeleteForeverDialogProps {
  /** How many it is about, or the one, as far as it is known. */
  readonly what: NamedNote | number | null;
  /** What else there is to know before. */
  readonly message?: string;
  readonly open: boolean;
  readonly onAnswer: (confirmed: boolean) => void;
  /** The question has left the page, and with it whatever had the focus. */
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

/** Asks about `toDeleteAtom`, once for a list. */
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
        // At once to the screen, where its card has gone: a card takes the focus from there.
        focusWhatIsThere();
        requestAnimationFrame(focusCards);
      }}
    />
  );
}

/** How many notes are selected; of a whole list as many as it has. */
function useCount(toDelete: ToDelete | null): number | null {
  const selection = toDelete !== null && 'selection' in toDelete ? toDelete.selection : null;
  const view = useAtomValue(viewAtom(selection?.list ?? 'trashed')).content;
  const counts = useAtomValue(countsAtom);
  if (selection === null) return null;
  return sizeOf(selection, view?.query === selection.query ? view.total : (counts?.[selection.list] ?? 0));
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

/** A note's title, else the first words of its text; empty where it has neither. */
function nameOf({ title, excerpt }: NamedNote): string {
  const words = (title.trim() === '' ? excerpt : title).trim();
  const line = words.split('\n', 1)[0] ?? '';
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
