/**
 * What a person can do to one note or a hundred thousand (spec §4). Each action ends with one toast: with
 * Undo if there is a way back, or with the reason if it failed. A change is reported only when it is durable
 * on this device.
 */
import { useMemo } from 'react';
import { countOf, formatCount } from '#shared/base/count.ts';
import { hasCode, messageOf } from '#shared/base/error.ts';
import { labelKey } from '#shared/note/labels.ts';
import type { Marks } from '#shared/note/marks.ts';
import { LISTS, type NoteId, type Transition, TRANSITIONS, type Uid } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { unchangedLabelsText } from '../../marks/label-texts.ts';
import { labelsAtom } from '../../search/labels.ts';
import { idsOf } from '../../selection/ids.ts';
import { allOf, type Selection } from '../../selection/selection.ts';
import { applyWithProgress, idsIn, type SlicesEnd } from '../../selection/slices.ts';
import { selectAgain } from '../../selection/state.ts';
import { useAccount } from '../../session/account.ts';
import { store } from '../../state/store.ts';
import type { Step } from '../../state/undo-stack.ts';
import { type Notice, showNotice, showFailure } from '../../toast/notices.ts';
import { runUndoable, showUndoable, type UndoableRun } from '../../toast/undo.ts';
import { backwards, changeNotes, changeStep, type Renamed } from './change-notes.ts';

/** A transition by its name, or marks. */
type NamedChange = Transition | Marks;

export interface NoteActions {
  readonly change: (id: NoteId, named: NamedChange) => void;
  readonly changeSelected: (selection: Selection, named: NamedChange) => void;
  /**
   * Renames the label in all lists, merges it into another one of that name, or removes it if `to` is null.
   * @returns whether nothing failed, or only after some notes
   */
  readonly relabel: (from: string, to: string | null, texts: RelabelTexts) => Promise<boolean>;
  readonly deleteForever: (id: NoteId) => void;
  readonly deleteSelected: (selection: Selection) => void;
}

/** What the page says of a change to a label: the sentence of its toast, and its name for the undo. */
export interface RelabelTexts {
  readonly sentence: string;
  readonly name: string;
}

/** What the page says of an action on notes. */
interface ActionTexts {
  /** The beginning of a sentence while the action is under way, such as "Archiving". */
  readonly doing: string;
  /** What follows "Note" or "3 notes" in the toast. */
  readonly done: string;
  /** The action as a noun, as its undo names it. */
  readonly name: string;
  /** The whole sentence in the toast, if it is another one. */
  readonly sentence?: (count: number) => string;
  /** Whether it is about a label and not about its notes, which its undo then does not count. */
  readonly isOfLabel?: true;
  /** Whether notes may have been so before. If nothing changes then, no toast is shown. */
  readonly mayBeDone?: true;
}

const MOVED: Record<Transition, ActionTexts> = {
  archive: { doing: 'Archiving', done: 'archived', name: 'Archiving' },
  unarchive: { doing: 'Unarchiving', done: 'unarchived', name: 'Unarchiving' },
  trash: { doing: 'Moving to trash', done: 'moved to trash', name: 'Move to trash' },
  restore: { doing: 'Restoring', done: 'restored', name: 'Restore' },
};
const DELETED: ActionTexts = { doing: 'Deleting', done: 'deleted forever', name: 'Deletion' };

function textsOf(named: NamedChange): ActionTexts {
  if (typeof named === 'string') return MOVED[named];
  const { isPinned, color } = named;
  if (isPinned === true) return { doing: 'Pinning', done: 'pinned', name: 'Pinning', mayBeDone: true };
  if (isPinned === false) return { doing: 'Unpinning', done: 'unpinned', name: 'Unpinning', mayBeDone: true };
  return color === undefined
    ? markTexts('Labelling', 'Labels changed', 'Label change')
    : markTexts('Colouring', 'Colour changed', 'Colour change');
}

function markTexts(doing: string, changed: string, name: string): ActionTexts {
  const sentence = (count: number): string =>
    count === 1 ? changed : `${changed} on ${countOf(count, 'note')}`;
  return { doing, done: 'changed', name, sentence, mayBeDone: true };
}

export function useNoteActions(): NoteActions {
  const uid = useAccount();
  return useMemo(() => createNoteActions(uid), [uid]);
}

function createNoteActions(uid: Uid): NoteActions {
  async function change(
    ids: readonly NoteId[],
    named: NamedChange,
    run: UndoableRun | null,
    texts = textsOf(named),
    renamed?: Renamed,
  ): Promise<boolean> {
    const isMove = typeof named === 'string';
    const to = isMove ? TRANSITIONS[named] : named;
    const end = await changeNotes(texts.doing, uid, [{ ids, to }]);
    const undo = changeStep(uid, end.reverse, {
      focused: isMove ? end.changed[0] : undefined,
      renamed: renamed && backwards(renamed),
    });
    showResult(texts, ids.length, end, { undo, run });
    if (end.skipped > 0) showNotice({ text: unchangedLabelsText(end.skipped), failure: true });
    return end.failure === null || end.changed.length > 0;
  }

  async function relabel(
    from: string,
    to: string | null,
    { sentence, name }: RelabelTexts,
  ): Promise<boolean> {
    const texts: ActionTexts = {
      doing: 'Updating',
      done: 'changed',
      name,
      sentence: () => sentence,
      isOfLabel: true,
      mayBeDone: true,
    };
    const isNew = !store.get(labelsAtom).some((label) => to !== null && labelKey(label) === labelKey(to));
    try {
      const ids = await Promise.all(LISTS.map((list) => idsOf(allOf({ list, query: '', labels: [from] }))));
      const marks = { removeLabels: [from], ...(to !== null && { addLabels: [to] }) };
      return await change(ids.flat(), marks, null, texts, to !== null && isNew ? { from, to } : undefined);
    } catch (error) {
      if (!isSignedOut(error)) showFailure(error);
      return false;
    }
  }

  async function deleteForever(ids: readonly NoteId[]): Promise<boolean> {
    const end = await applyWithProgress(DELETED.doing, [{ ids }], (slice) =>
      call('notes:delete-forever', uid, idsIn(slice)),
    );
    showResult(DELETED, ids.length, end);
    return end.failure === null || end.changed.length > 0;
  }

  return {
    change: (id, named) => void runUndoable((run) => change([id], named, run)),
    changeSelected: (selection, named) =>
      void runUndoable((run) => withSelected(selection, (ids) => change(ids, named, run))),
    relabel,
    deleteForever: (id) => void deleteForever([id]),
    deleteSelected: (selection) => void withSelected(selection, deleteForever),
  };
}

/** @param act answers whether anything was done */
async function withSelected(
  selection: Selection,
  act: (ids: readonly NoteId[]) => Promise<boolean>,
): Promise<void> {
  try {
    if (!(await act(await idsOf(selection)))) selectAgain(selection);
  } catch (error) {
    selectAgain(selection);
    if (!isSignedOut(error)) showFailure(error);
  }
}

/** Somebody signed out during the action, which is no failure: the session itself reports that. */
function isSignedOut(error: unknown): boolean {
  return hasCode(error, 'not-signed-in');
}

interface Undoable {
  readonly undo: Step;
  /** Null if the action cannot be undone while it is under way. */
  readonly run: UndoableRun | null;
}

/**
 * @param wanted how many notes the action was meant for
 * @param undoable left out if nothing can take the action back
 */
function showResult(
  texts: ActionTexts,
  wanted: number,
  { changed, failure }: SlicesEnd,
  undoable?: Undoable,
): void {
  const show = (notice: Omit<Notice, 'actions'>): void => {
    if (undoable === undefined || changed.length === 0) {
      showNotice(notice);
      return;
    }
    const count = texts.isOfLabel === true ? 1 : changed.length;
    showUndoable(notice, { name: texts.name, count, step: undoable.undo }, undoable.run);
  };
  if (failure !== null) {
    if (isSignedOut(failure.error)) return;
    const some = `${formatCount(changed.length)} of ${countOf(wanted, 'note')} ${texts.done}. `;
    const text = `${changed.length > 0 ? some : ''}${messageOf(failure.error)}`;
    show({ text, failure: true });
    return;
  }
  // The note is gone, or another device has moved it, perhaps out of the trash (S6.7).
  if (changed.length === 0) {
    if (texts.mayBeDone !== true)
      showNotice({
        text: wanted === 1 ? 'This note is gone' : 'These notes are gone',
      });
    return;
  }
  const count = changed.length;
  const textOf = (number: number): string =>
    texts.sentence?.(number) ?? `${number === 1 ? 'Note' : countOf(number, 'note')} ${texts.done}`;
  show({ text: textOf(count), textOf, count });
}
