/** Focuses a card, or asks the shown list to do so; without cards, focuses an open dialog or the screen. */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note/note.ts';
import { focusFallback, isFocusOnBody } from '../../components/focus-guard.ts';
import { isInDialog } from '../../keyboard/shortcuts.ts';
import { store } from '../../state/store.ts';

/** The place of a new note: first of all, like a pinned one, or first of the unpinned ones. */
export type PlaceInList = 'pinned' | 'others';

export type FocusRequest =
  /** The note's card, as soon as it exists, unless the focus moves elsewhere meanwhile. */
  | { readonly to: 'note'; readonly id: NoteId; readonly before: Element | null }
  /** The same in the list of active notes, which scrolls to the note's place until the card exists. */
  | {
      readonly to: 'new';
      readonly id: NoteId;
      readonly before: Element | null;
      readonly place: PlaceInList;
    }
  /** If nothing has the focus: the card that had it last, or the one in its place. */
  | { readonly to: 'last' }
  /** A card that stays when others leave, preferably one below them. */
  | { readonly to: 'remaining'; readonly isLeaving: (id: NoteId) => boolean };

export const focusRequestAtom = atom<FocusRequest | null>(null);

/** Focuses the note's card; an open dialog keeps the focus. */
export function focusNote(id: NoteId): void {
  if (isInDialog(document.activeElement)) return;
  request({ to: 'note', id, before: document.activeElement });
}

/** Scrolls to a new note and focuses its card, which may not be rendered or even loaded yet. */
export function focusNewNote(id: NoteId, place: PlaceInList): void {
  request({ to: 'new', id, before: document.activeElement, place });
}

/** Call after a dialog or a bar has disappeared with the focused element in it. */
export function focusCards(): void {
  request({ to: 'last' });
}

export function focusRemainingCard(isLeaving: (id: NoteId) => boolean): void {
  request({ to: 'remaining', isLeaving });
}

function request(wanted: FocusRequest): void {
  store.set(focusRequestAtom, wanted);
  requestAnimationFrame(focusWithoutCards);
}

/** Whether nothing has the focus, or only the whole screen, which is the last resort (`focus-guard.ts`). */
export function isFocusFree(): boolean {
  return isFocusOnBody() || document.activeElement?.matches('main') === true;
}

/** Moves the focus in a list without cards; not to the creation box, because the next key may be Undo. */
export function focusWithoutCards(): void {
  if (document.querySelector('[data-note-id]') === null) focusFallback();
}

/** Much longer than a busy machine takes. A card not rendered by then is in another list, or further down. */
const CARD_MS = 5000;

/**
 * Focuses the note's card, or its row among the near matches, as soon as it is rendered, unless the focus
 * moves elsewhere meanwhile; until then, the screen.
 * @returns resolves when a card, a row or the screen has the focus
 */
export function focusCard(id: NoteId): Promise<void> {
  let before: Element | null = null;
  const until = performance.now() + CARD_MS;
  return new Promise((resolve) => {
    const look = (): void => {
      const card = cardOf(document, id) ?? nearRowOf(id);
      const isFree = before === null || document.activeElement === before || isFocusOnBody();
      if (isFree) card?.focus({ preventScroll: true });
      // In each frame, because the focused element may leave the page only now.
      if (card === null) focusFallback();
      resolve();
      if (card !== null || !isFree || performance.now() >= until) return;
      before = document.activeElement;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The element of a note's card, if it is rendered. */
export function cardOf(root: ParentNode | null, id: NoteId): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-note-id="${CSS.escape(id)}"]`) ?? null;
}

function nearRowOf(id: NoteId): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-near-note="${CSS.escape(id)}"]`);
}

export function noteIdOf(element: Element): NoteId | null {
  const id = element.closest('[data-note-id]')?.getAttribute('data-note-id');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the card set it to its row's id
  return id === null || id === undefined ? null : (id as NoteId);
}
