/**
 * Tracks the focused card. Tab reaches only the card that had the focus last. When a focused card leaves the
 * list, the card in its place gets the focus; scrolling does not move it. It never falls to the page.
 */
import { useAtom } from 'jotai';
import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ListName, NoteId } from '#shared/note/note.ts';
import { isSameSearch, type NoteRow, type Search } from '#shared/note/view.ts';
import { focusFallback } from '../../components/focus-guard.ts';
import { isInDialog } from '../../keyboard/shortcuts.ts';
import { indexInView } from '../../selection/ids.ts';
import { showFailure } from '../../toast/notices.ts';
import {
  cardOf,
  type FocusRequest,
  focusRequestAtom,
  focusWithoutCards,
  isFocusFree,
  noteIdOf,
} from '../state/focus-card.ts';
import type { ViewContent } from '../state/view-window.ts';

export interface FocusedCard {
  /** The row as it was last loaded; the loaded window may have moved away from it since. */
  readonly row: NoteRow;
  readonly index: number;
  readonly isInside: boolean;
}

/** A card that gets the focus as soon as its row is loaded. */
interface Awaited {
  /** The note that the focus stays with: until its card is rendered, no card has the focus. */
  readonly id?: NoteId;
  /** Returns the card's index; -1 while it is unknown. */
  readonly find: (now: ViewContent) => number;
  /** The index to scroll to in this content, so that more rows are loaded; -1 to stay. */
  readonly near: (now: ViewContent) => number;
}

interface CardFocusOptions {
  readonly list: ListName;
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly content: ViewContent;
  /** False until cards have places and `reveal` works. */
  readonly isLaidOut: boolean;
  /** Scrolls just far enough to show a card, by its place in the layout: it need not be rendered. */
  readonly reveal: (index: number) => void;
}

export interface CardFocus {
  /** The card that has the focus or had it last. */
  readonly last: FocusedCard | null;
  /**
   * Moves the focus to a card as soon as its row is loaded.
   * @param find returns the card's index; -1 while it is unknown
   * @param near the index to scroll to until the row is loaded
   */
  readonly moveTo: (find: (now: ViewContent) => number, near: number) => void;
  /**
   * Keeps the focus on a note that moves within the list, however far.
   * @param hasMoved whether the note's row is already the one at its new place
   */
  readonly follow: (id: NoteId, hasMoved: (row: NoteRow) => boolean) => void;
  /** Scrolls to the focused card again when this note has left the list, unless the focus moves on before. */
  readonly revealWithout: (id: NoteId) => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

export function useCardFocus({ list, gridRef, content, isLaidOut, reveal }: CardFocusOptions): CardFocus {
  // The state is for rendering. This hook moves the focus by the ref, which is always up to date.
  const [last, setLast] = useState<FocusedCard | null>(null);
  const latest = useRef<FocusedCard | null>(null);
  const awaited = useRef<Awaited | null>(null);
  /** The note whose leaving moves the focused card, perhaps out of sight. */
  const leaving = useRef<NoteId | null>(null);
  /** How often the focus was to move. What waits for the next frame must not replace a later move. */
  const moves = useRef(0);
  const [request, setRequest] = useAtom(focusRequestAtom);

  const remember = (card: FocusedCard): void => {
    latest.current = card;
    setLast(card);
  };

  const revealFocused = useEffectEvent(() => {
    const lastCard = latest.current;
    if (lastCard?.isInside === true) reveal(focusedIndex(content, lastCard));
  });

  const focusIndex = useEffectEvent((index: number) => {
    const row = content.rows[index - content.offset];
    if (row === undefined) return;
    moves.current += 1;
    const move = moves.current;
    const focus = (): boolean => {
      const card = cardOf(gridRef.current, row.id);
      card?.focus({ preventScroll: true });
      reveal(index);
      return card !== null;
    };
    // At once if the card is rendered: the next key may come before the next frame, for this card.
    const isDrawn = focus();
    // Far from the screen, the card's place was an estimate until the card was rendered.
    requestAnimationFrame(() => {
      if (moves.current !== move) return;
      if (!isDrawn) focus();
      revealFocused();
    });
  });

  const followFocus = useEffectEvent((now: ViewContent) => {
    const lastCard = latest.current;
    if (awaited.current !== null) {
      const wanted = awaited.current.find(now);
      if (isLoaded(now, wanted)) {
        awaited.current = null;
        focusIndex(wanted);
        return;
      }
      reveal(awaited.current.near(now));
    }
    if (lastCard === null) return;
    const index = indexIn(now, lastCard.row.id);
    const row = now.rows[index - now.offset];
    if (row !== undefined) {
      if (row !== lastCard.row || index !== lastCard.index) remember({ ...lastCard, row, index });
      if (leaving.current === null || indexIn(now, leaving.current) !== -1) return;
      leaving.current = null;
      if (cardOf(gridRef.current, row.id) === document.activeElement) focusIndex(index);
      return;
    }
    const inItsPlace = Math.min(lastCard.index, now.total - 1);
    if (!lastCard.isInside || !isLoaded(now, inItsPlace)) return;
    remember({ ...lastCard, isInside: false });
    if (awaited.current?.id === lastCard.row.id) focusFallback();
    else if (isFocusFree()) focusIndex(inItsPlace);
  });
  useEffect(() => {
    if (isLaidOut) followFocus(content);
  }, [content, isLaidOut]);

  const moveTo = useEffectEvent((find: (now: ViewContent) => number, near: number) => {
    const index = find(content);
    // Needed if the card already has the focus and gets no event: the previous key may still wait for a row.
    awaited.current = null;
    moves.current += 1;
    if (isLoaded(content, index)) {
      focusIndex(index);
      return;
    }
    awaited.current = { find, near: () => -1 };
    reveal(near);
  });

  const revealAwaited = useEffectEvent((from: Awaited, index: number) => {
    if (awaited.current === from) reveal(index);
  });

  const follow = useEffectEvent((id: NoteId, hasMoved: (row: NoteRow) => boolean) => {
    let isLookedUp = false;
    const target: Awaited = {
      id,
      find(now) {
        const index = indexIn(now, id);
        const row = now.rows[index - now.offset];
        return row !== undefined && hasMoved(row) ? index : -1;
      },
      near(now) {
        if (isLookedUp || indexIn(now, id) !== -1) return -1;
        isLookedUp = true;
        indexInView({ ...now, list }, id).then((index) => revealAwaited(target, index), showFailure);
        return -1;
      },
    };
    awaited.current = target;
  });

  const answer = useEffectEvent((wanted: FocusRequest) => {
    const lastCard = latest.current;
    switch (wanted.to) {
      case 'note':
      case 'new': {
        const { id, before } = wanted;
        const isFree = (): boolean => {
          const active = document.activeElement;
          // A toast over an open dialog has returned the focus to it. Until it closes, it gets the keys.
          const isAsBefore = active === before && !isInDialog(active);
          return isFocusFree() || isAsBefore || gridRef.current?.contains(active) === true;
        };
        /**
         * The search in which the note's place was loaded. From then on only the user scrolls, even if the
         * note disappears.
         */
        let reachedIn: Search | null = null;
        awaited.current = {
          find: (now) => (isFree() ? indexIn(now, id) : -1),
          near: (now) => {
            if (wanted.to === 'note' || !isFree()) return -1;
            const index = wanted.place === 'pinned' ? 0 : now.pinned;
            if (isLoaded(now, index)) reachedIn = now;
            return reachedIn !== null && isSameSearch(reachedIn, now) ? -1 : index;
          },
        };
        followFocus(content);
        return;
      }
      case 'last': {
        if (!isFocusFree()) return;
        const index = lastCard === null ? content.offset : indexIn(content, lastCard.row.id);
        focusIndex(index === -1 ? Math.min(lastCard?.index ?? 0, content.total - 1) : index);
        return;
      }
      case 'remaining': {
        const from = Math.max(0, (lastCard?.index ?? 0) - content.offset);
        const stays = (row: NoteRow): boolean => !wanted.isLeaving(row.id);
        const below = content.rows.findIndex((row, at) => at >= from && stays(row));
        const at = below === -1 ? content.rows.slice(0, from).findLastIndex(stays) : below;
        // If all loaded cards go, `followFocus` moves the focus on from here.
        focusIndex(content.offset + (at === -1 ? Math.min(from, content.rows.length - 1) : at));
        break;
      }
      // No default
    }
  });
  useEffect(() => {
    if (request === null || (request.to === 'new' && list !== 'active')) return;
    setRequest(null);
    answer(request);
  }, [request, setRequest, list]);
  useLayoutEffect(() => {
    const grid = gridRef.current;
    return () => {
      // The grid leaves the page with its last card, and the focused element with it.
      if (grid?.contains(document.activeElement) === true) queueMicrotask(focusWithoutCards);
    };
  }, [gridRef]);

  return {
    last,
    moveTo: (find, near) => moveTo(find, near),
    follow: (id, hasMoved) => follow(id, hasMoved),
    revealWithout(id) {
      leaving.current = id;
    },
    handlers: {
      onFocus(event) {
        const id = noteIdOf(event.target);
        const index = id === null ? -1 : indexIn(content, id);
        const row = content.rows[index - content.offset];
        awaited.current = null;
        leaving.current = null;
        if (row !== undefined) remember({ row, index, isInside: true });
      },
      onBlur(event) {
        // A removed card also loses the focus; `followFocus` handles that.
        const leaves =
          event.relatedTarget !== null && gridRef.current?.contains(event.relatedTarget) === false;
        if (leaves && latest.current !== null) remember({ ...latest.current, isInside: false });
      },
    },
  };
}

/** The card's current index, or its last known one if its row is not loaded; -1 without a card. */
export function focusedIndex(content: ViewContent, focused: FocusedCard | null): number {
  if (focused === null) return -1;
  const index = indexIn(content, focused.row.id);
  return index === -1 ? focused.index : index;
}

function isLoaded({ offset, rows }: ViewContent, index: number): boolean {
  return index >= offset && index < offset + rows.length;
}

export function indexIn({ offset, rows }: ViewContent, id: NoteId): number {
  const at = rows.findIndex((row) => row.id === id);
  return at === -1 ? -1 : offset + at;
}
