/** Where the focus goes when a new note was kept with the keyboard: to its card, as soon as that is drawn. */
import type { NoteId } from '#shared/note.ts';
import { cardOf } from '../../notes/focus-card.ts';
import { store } from '../../state/store.ts';
import { creationAtom } from './creation.ts';

/** Under a search, or while nothing can be read, the card may never come. Milliseconds. */
const PATIENCE_MS = 3000;

/** @param from what has the focus now; where it has gone elsewhere meanwhile, or is typed in again, it stays there */
export function focusNewCard(id: NoteId, from: HTMLElement): void {
  const drawn = new MutationObserver(attempt);
  const timer = setTimeout(stop, PATIENCE_MS);
  drawn.observe(document.body, { childList: true, subtree: true });
  attempt();

  function attempt(): void {
    if (document.activeElement !== from || store.get(creationAtom).expanded) {
      stop();
      return;
    }
    const card = cardOf(document, id);
    if (card === null) return;
    stop();
    card.focus();
  }

  function stop(): void {
    clearTimeout(timer);
    drawn.disconnect();
  }
}
