/**
 * Shows the user where a new note is: by the focus if it was saved with the keyboard, otherwise by a toast if
 * it is out of sight.
 */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';
import { EMPTY_SEARCH, type Search } from '#shared/note/view.ts';
import { focusFallback } from '../../components/focus-guard.ts';
import { cardOf, focusNewNote, type PlaceInList } from '../../notes/state/focus-card.ts';
import { editingAtom } from '../../notes/state/editing.ts';
import { scroller } from '../../notes/state/scroller.ts';
import { renderedRowsAtom, viewAtom, viewWindow } from '../../notes/state/views.ts';
import { setSearch } from '../../search/query.ts';
import { appDialogAtom } from '../../settings/app-dialog.ts';
import { goTo } from '../../state/navigation.ts';
import { store } from '../../state/store.ts';
import { type NoticeLink, showNotice } from '../../toast/notices.ts';

export interface NewNote {
  readonly id: NoteId;
  readonly place: PlaceInList;
  /** The list's search when the note was saved, and whether it finds the note. */
  readonly search: Search;
  readonly isFound: boolean;
}

/**
 * Moves the focus to the note's card, wherever it is in the list, or to the screen if the search does not
 * find the note. Until the card is rendered, the screen has the focus, so that keys do not begin another
 * note.
 * @param from has the focus now
 */
export function focusAfterSave(note: NewNote, from: HTMLElement): void {
  from.blur();
  if (note.isFound) {
    cardOf(document, note.id)?.focus({ preventScroll: true });
    focusFallback();
    focusNewNote(note.id, note.place);
  } else {
    focusFallback();
    tellThatSearchHides(note);
  }
}

/** Says in a toast where the note is, unless its card is visible. */
export async function tellOfNewNote(note: NewNote): Promise<void> {
  if (!note.isFound) {
    tellThatSearchHides(note);
    return;
  }
  await viewWindow('active').waitUntilIdle();
  await untilRendered();
  if (!isListShown() || isInSight(note.id)) return;
  const isBelowPins = note.place === 'others' && (store.get(viewAtom('active')).content?.pinned ?? 0) > 0;
  showNotice({
    text: isBelowPins ? 'Saved below your pins' : 'Note saved',
    link: linkTo(note, note.search),
  });
}

function tellThatSearchHides(note: NewNote): void {
  showNotice({ text: 'Note saved; it does not match the search', link: linkTo(note, EMPTY_SEARCH) });
}

/** The board cannot be reached below an open dialog, and leaving a note would discard its unsaved words. */
const isBoardFreeAtom = atom((get) => get(editingAtom) === null && get(appDialogAtom) === null);

function linkTo({ id, place }: NewNote, search: Search): NoticeLink {
  return {
    name: 'Show',
    isOfferedAtom: isBoardFreeAtom,
    follow() {
      goTo('/');
      setSearch(search);
      focusNewNote(id, place);
    },
  };
}

function isListShown(): boolean {
  return document.querySelector('[data-creation-box]') !== null;
}

/** How much of a card must be visible, in CSS pixels. */
const ENOUGH = 48;

function isInSight(id: NoteId): boolean {
  const card = cardOf(document, id)?.getBoundingClientRect();
  const screen = scroller.current?.getBoundingClientRect();
  if (card === undefined || screen === undefined) return false;
  const enough = Math.min(ENOUGH, card.height);
  return card.bottom - enough >= screen.top && card.top + enough <= screen.bottom;
}

/** Waits until the list has rendered its current rows, or is gone, and for the frame that places the cards. */
async function untilRendered(): Promise<void> {
  do await frame();
  while (isListShown() && store.get(renderedRowsAtom) !== store.get(viewAtom('active')).content);
  await frame();
}

async function frame(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  requestAnimationFrame(() => resolve());
  await promise;
}
