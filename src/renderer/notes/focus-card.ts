/** Gives the focus to a card, or asks the list that is shown to do so; without a card, to what stands in for it. */
import { atom } from 'jotai';
import type { NoteId } from '#shared/note.ts';
import { focusWhatIsThere, hasNobodyFocus } from '../components/focus-guard.ts';
import { isInDialog } from '../keyboard/shortcuts.ts';
import { store } from '../state/store.ts';

export type FocusRequest =
  /** The note's card, as soon as it is there, unless the focus goes elsewhere meanwhile. */
  | { readonly to: 'note'; readonly id: NoteId; readonly before: Element | null }
  /** Where nothing has the focus: the card that had it last, or the one in its place. */
  | { readonly to: 'last' }
  /** A card that stays when others go, rather one below them. */
  | { readonly to: 'staying'; readonly goes: (id: NoteId) => boolean };

export const focusRequestAtom = atom<FocusRequest | null>(null);

/** An open dialog keeps the focus. */
export function focusNote(id: NoteId): void {
  if (isInDialog(document.activeElement)) return;
  request({ to: 'note', id, before: document.activeElement });
}

/** For a dialog or a bar that is gone, and whatever had the focus in it. */
export function focusCards(): void {
  request({ to: 'last' });
}

export function focusStaying(goes: (id: NoteId) => boolean): void {
  request({ to: 'staying', goes });
}

function request(wanted: FocusRequest): void {
  store.set(focusRequestAtom, wanted);
  requestAnimationFrame(focusWithoutCards);
}

/** Nor the screen as a whole, which has it where nothing else could be found (`focus-guard.ts`). */
export function isFocusFree(): boolean {
  return hasNobodyFocus() || document.activeElement?.matches('main') === true;
}

/** Where a list has no card. Not the box for a new note: the next key may be to take back what has just been done. */
export function focusWithoutCards(): void {
  if (document.querySelector('[data-note-id]') === null) focusWhatIsThere();
}

/** Much longer than a busy machine takes. A card that has not been drawn by then will not come: its note is elsewhere, or further down. */
const CARD_MS = 5000;

/**
 * As soon as the card is drawn, unless the focus goes elsewhere meanwhile; until then to the screen.
 * @returns when the focus is in one of them
 */
export function focusCard(id: NoteId): Promise<void> {
  let before: Element | null = null;
  const until = performance.now() + CARD_MS;
  return new Promise((resolve) => {
    const look = (): void => {
      const card = cardOf(document, id);
      const isFree = before === null || document.activeElement === before || hasNobodyFocus();
      if (card !== null) card.focus({ preventScroll: true });
      // Also later: what had the focus may leave the page only now.
      else focusWhatIsThere();
      resolve();
      if (card !== null || !isFree || performance.now() >= until) return;
      before = document.activeElement;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The element of a note's card, if it is drawn. */
export function cardOf(root: ParentNode | null, id: NoteId): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-note-id="${CSS.escape(id)}"]`) ?? null;
}

export function noteIdOf(element: Element): NoteId | null {
  const id = element.closest('[data-note-id]')?.getAttribute('data-note-id');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the card wrote its own row's id there
  return id === null || id === undefined ? null : (id as NoteId);
}
