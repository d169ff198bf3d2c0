/**
 * The pop-ups with which cards and selections get colours and labels. One is open at a time, for the whole
 * screen.
 */
import { atom, useAtomValue } from 'jotai';
import { type JSX, useCallback, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { MAX_LABEL, MOST_LABELS } from '#shared/note/labels.ts';
import type { ListName, Note, NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import type { Marks } from '#shared/note/marks.ts';
import { useAnswer } from '../../bridge/use-answer.ts';
import { call } from '../../bridge/client.ts';
import { ColorPicker } from '../../marks/color-picker.tsx';
import { LabelPicker } from '../../marks/label-picker.tsx';
import { isSelected, type Selection, sizeOf } from '../../selection/selection.ts';
import { store } from '../../state/store.ts';
import { focusCards } from '../state/focus-card.ts';
import { listAt } from '../state/lists.ts';
import { type ShownMarks, shownMarksOf } from '../../marks/shown-marks.ts';
import { useNoteActions } from './use-note-actions.tsx';
import { useSelectedActions } from './use-selected-actions.ts';
import type { ViewContent } from '../state/view-window.ts';
import { viewAtom } from '../state/views.ts';

/** Also the name of the button that opens the pop-up. */
export type MarkMenuName = 'Colour' | 'Labels';
/** The key that opens each pop-up among the cards. */
export const MARK_KEYS: Readonly<Record<MarkMenuName, string>> = { Colour: 'T', Labels: 'L' };

interface MarkMenu {
  readonly name: MarkMenuName;
  /** A note, or the selected notes. */
  readonly of: NoteId | Selection;
  readonly anchor: Element;
}

const menuAtom = atom<MarkMenu | null>(null);

/**
 * Opens the pop-up beside its button, or closes it if it is open. @param root the card, or the selection bar
 */
export function toggleMarkMenu(name: MarkMenuName, of: NoteId | Selection, root: Element): void {
  const anchor = root.querySelector(`[aria-label="${name}"]`) ?? root;
  store.set(menuAtom, (open) => (open?.anchor === anchor ? null : { name, of, anchor }));
}

function closeMenu(): void {
  store.set(menuAtom, null);
}

/** The card may have left the list meanwhile, if a label that was removed from the note filters the list. */
function closeAndGoBack(): void {
  closeMenu();
  focusCards();
}

export function MarkMenus(): JSX.Element | null {
  const menu = useAtomValue(menuAtom);
  const list = listAt(useLocation().pathname);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the menu closes when the list changes
  useEffect(() => closeMenu, [list]);
  if (menu === null || list === undefined) return null;
  return typeof menu.of === 'string' ? (
    <NoteMarkMenu key={menu.of} menu={menu} id={menu.of} list={list} />
  ) : (
    <SelectionMarkMenu menu={menu} selection={menu.of} />
  );
}

interface NoteMarkMenuProps {
  readonly menu: MarkMenu;
  readonly id: NoteId;
  readonly list: ListName;
}

function NoteMarkMenu({ menu, id, list }: NoteMarkMenuProps): JSX.Element | null {
  const actions = useNoteActions();
  const { content } = useAtomValue(viewAtom(list));
  // Asked for by itself, because the note leaves the list if a label that is removed from it filters the
  // list.
  const ask = useCallback((): Promise<Note> => call('notes:get', id), [id]);
  const note = useAnswer(ask).value;
  const row = content?.rows.find(({ id: rowId }) => rowId === id);
  const shownMarks = note === null ? row : shownMarksOf(note);
  // Only the note itself tells whether its labels are fixed. The pop-up waits for it, because it would not
  // shrink then.
  if (shownMarks === undefined || (note === null && mayBeFixed(shownMarks))) return null;
  return (
    <Picker menu={menu} shownMarks={[shownMarks]} isComplete onMark={(marks) => actions.change(id, marks)} />
  );
}

function mayBeFixed({ labels }: ShownMarks): boolean {
  return labels.length === MOST_LABELS || labels.some(({ length }) => length === MAX_LABEL);
}

interface SelectionMarkMenuProps {
  readonly menu: MarkMenu;
  readonly selection: Selection;
}

function SelectionMarkMenu({ menu, selection }: SelectionMarkMenuProps): JSX.Element {
  const actions = useSelectedActions();
  const { content } = useAtomValue(viewAtom(selection.list));
  const rows = selectedRows(selection, content?.rows ?? []);
  const isComplete = rows.length === sizeOf(selection, content?.total ?? 0);
  return (
    <Picker
      menu={menu}
      shownMarks={rows}
      isComplete={isComplete}
      onMark={(marks) => actions.mark(selection, marks)}
    />
  );
}

/** The selected rows that are loaded. */
function selectedRows(selection: Selection, rows: readonly NoteRow[]): readonly NoteRow[] {
  return rows.filter(({ id }) => isSelected(selection, id));
}

/**
 * Whether all selected notes are pinned. If some are not loaded, they count as pinned only if the whole list
 * is.
 */
export function isSelectionPinned(selection: Selection, { rows, total, pinned }: ViewContent): boolean {
  const selected = selectedRows(selection, rows);
  if (selected.length < sizeOf(selection, total)) return selected.length > 0 && pinned === total;
  return selected.length > 0 && selected.every((row) => row.pinned);
}

interface PickerProps {
  readonly menu: Pick<MarkMenu, 'name' | 'anchor'>;
  readonly shownMarks: readonly ShownMarks[];
  readonly isComplete: boolean;
  readonly onMark: (marks: Marks) => void;
  readonly onClose?: () => void;
}

export function Picker({
  menu,
  shownMarks,
  isComplete,
  onMark,
  onClose = closeAndGoBack,
}: PickerProps): JSX.Element {
  const { name, anchor } = menu;
  if (name === 'Colour') {
    const colors = new Set(shownMarks.map(({ color }) => color));
    const [color] = colors;
    return (
      <ColorPicker
        anchor={anchor}
        color={colors.size === 1 && isComplete ? color : undefined}
        onChoose={(chosen) => onMark({ color: chosen })}
        onClose={onClose}
      />
    );
  }
  return (
    <LabelPicker
      anchor={anchor}
      labelled={shownMarks.map(({ labels }) => labels)}
      isComplete={isComplete}
      isFixed={shownMarks.length === 1 && shownMarks[0]?.labelsFixed === true}
      onAdd={(label) => onMark({ addLabels: [label] })}
      onRemove={(label) => onMark({ removeLabels: [label] })}
      onClose={onClose}
    />
  );
}
