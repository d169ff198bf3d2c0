/** When a new note was saved with the keyboard, moves the focus to its card as soon as the card is drawn. */
import type { NoteId } from '#shared/note.ts';
import { focusFallback } from '../../components/focus-guard.ts';
import { cardOf, focusNote } from '../../notes/state/focus-card.ts';
import { store } from '../../state/store.ts';
import { creationBoxAtom } from './creation.ts';

/** In milliseconds. Under a search, below many pinned notes, or while nothing can be read, the card may not be drawn. */
const PATIENCE_MS = 3000;

/** @param from has the focus now. If the focus moves elsewhere, or the box is typed in again, the focus stays there */
export function focusNewCard(id: NoteId, from: HTMLElement): void {
  const drawn = new MutationObserver(attempt);
  const timer = setTimeout(giveUp, PATIENCE_MS);
  drawn.observe(document.body, { childList: true, subtree: true });
  attempt();

  function attempt(): void {
    if (hasGoneOn()) {
      stop();
      return;
    }
    const card = cardOf(document, id);
    if (card === null) return;
    stop();
    card.focus();
  }

  function hasGoneOn(): boolean {
    return document.activeElement !== from || store.get(creationBoxAtom).expanded;
  }

  /** Leaves the box, so that the next key does not begin another note. The card may be further down than what is drawn. */
  function giveUp(): void {
    stop();
    if (hasGoneOn()) return;
    from.blur();
    focusFallback();
    focusNote(id);
  }

  function stop(): void {
    clearTimeout(timer);
    drawn.disconnect();
  }
}
