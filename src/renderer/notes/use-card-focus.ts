/**
 * Which card has the focus. One card at a time is reached by Tab: the one that had the focus last. When a focused card leaves the
 * list, the focus goes to the one that takes its place; scrolling away from it changes nothing. The focus never falls to the page.
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
import type { NoteId } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';
import {
  cardOf,
  type FocusRequest,
  focusRequestAtom,
  focusWithoutCards,
  isFocusFree,
  noteIdOf,
} from './focus-card.ts';
import type { ViewContent } from './view-window.ts';

export interface FocusedCard {
  /** As it was last seen: the window of rows may have been scrolled away from it. */
  readonly row: NoteRow;
  readonly index: number;
  /** Whether the focus is in it now. */
  readonly isInside: boolean;
}

interface CardFocusOptions {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly content: ViewContent;
  /** Scrolls no more than it takes to have a card on the screen, whether it is drawn or not, by where it is going to stand. */
  readonly reveal: (index: number) => void;
}

export interface CardFocus {
  /** The card that has the focus or had it last. */
  readonly last: FocusedCard | null;
  /**
   * Moves the focus to a card, as soon as its note is here.
   * @param find its index; -1 while nobody can tell
   * @param near where its note is to be looked for
   */
  readonly moveTo: (find: (now: ViewContent) => number, near: number) => void;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
}

export function useCardFocus({ gridRef, content, reveal }: CardFocusOptions): CardFocus {
  // The state is for what is drawn; the next key, however soon it comes, means the card of the ref.
  const [last, setLast] = useState<FocusedCard | null>(null);
  const latest = useRef<FocusedCard | null>(null);
  /** Finds the card that is to get the focus as soon as its note is here. */
  const awaited = useRef<((now: ViewContent) => number) | null>(null);
  const [request, setRequest] = useAtom(focusRequestAtom);

  const remember = (card: FocusedCard): void => {
    latest.current = card;
    setLast(card);
  };

  const revealFocused = useEffectEvent(() => {
    const was = latest.current;
    if (was?.isInside === true) reveal(focusedIndex(content, was));
  });

  const focusIndex = useEffectEvent((index: number) => {
    const row = content.rows[index - content.offset];
    if (row === undefined) return;
    const focus = (): boolean => {
      const card = cardOf(gridRef.current, row.id);
      card?.focus({ preventScroll: true });
      reveal(index);
      return card !== null;
    };
    // At once where that is possible: the next key, however soon it comes, means this card.
    const isDrawn = focus();
    // Far from the screen its place was an estimate.
    requestAnimationFrame(() => (isDrawn ? revealFocused() : focus()));
  });

  const followFocus = useEffectEvent((now: ViewContent) => {
    const was = latest.current;
    const wanted = awaited.current?.(now) ?? -1;
    if (isLoaded(now, wanted)) {
      awaited.current = null;
      focusIndex(wanted);
      return;
    }
    if (was === null) return;
    const index = indexIn(now, was.row.id);
    const row = now.rows[index - now.offset];
    if (row !== undefined) {
      if (row !== was.row || index !== was.index) remember({ ...was, row, index });
      return;
    }
    const inItsPlace = Math.min(was.index, now.total - 1);
    if (!was.isInside || !isLoaded(now, inItsPlace)) return;
    remember({ ...was, isInside: false });
    if (isFocusFree()) focusIndex(inItsPlace);
  });
  useEffect(() => {
    followFocus(content);
  }, [content]);

  const moveTo = useEffectEvent((find: (now: ViewContent) => number, near: number) => {
    const index = find(content);
    // Also where the card has the focus already, and so gets no event: the key before may still wait for its note.
    awaited.current = null;
    if (isLoaded(content, index)) {
      focusIndex(index);
      return;
    }
    awaited.current = find;
    reveal(near);
  });

  const answer = useEffectEvent((wanted: FocusRequest) => {
    const was = latest.current;
    switch (wanted.to) {
      case 'note': {
        const { id, before } = wanted;
        awaited.current = (now) => {
          const active = document.activeElement;
          const isFree = isFocusFree() || active === before || gridRef.current?.contains(active) === true;
          return isFree ? indexIn(now, id) : -1;
        };
        followFocus(content);
        return;
      }
      case 'last': {
        if (!isFocusFree()) return;
        const index = was === null ? content.offset : indexIn(content, was.row.id);
        focusIndex(index === -1 ? Math.min(was?.index ?? 0, content.total - 1) : index);
        return;
      }
      case 'staying': {
        const from = Math.max(0, (was?.index ?? 0) - content.offset);
        const stays = (row: NoteRow): boolean => !wanted.goes(row.id);
        const below = content.rows.findIndex((row, at) => at >= from && stays(row));
        const at = below === -1 ? content.rows.slice(0, from).findLastIndex(stays) : below;
        // Where all of them go, the focus follows from there.
        focusIndex(content.offset + (at === -1 ? Math.min(from, content.rows.length - 1) : at));
        break;
      }
      // No default
    }
  });
  useEffect(() => {
    if (request === null) return;
    setRequest(null);
    answer(request);
  }, [request, setRequest]);
  useLayoutEffect(() => {
    const grid = gridRef.current;
    return () => {
      // With the last card the grid goes, and what had the focus in it.
      if (grid?.contains(document.activeElement) === true) queueMicrotask(focusWithoutCards);
    };
  }, [gridRef]);

  return {
    last,
    moveTo: (find, near) => moveTo(find, near),
    handlers: {
      onFocus(event) {
        const id = noteIdOf(event.target);
        const index = id === null ? -1 : indexIn(content, id);
        const row = content.rows[index - content.offset];
        awaited.current = null;
        if (row !== undefined) remember({ row, index, isInside: true });
      },
      onBlur(event) {
        // A card that is taken out of the page also loses the focus; `followFocus` handles that.
        const leaves =
          event.relatedTarget !== null && gridRef.current?.contains(event.relatedTarget) === false;
        if (leaves && latest.current !== null) remember({ ...latest.current, isInside: false });
      },
    },
  };
}

/** Where a card is now; where it was last seen if its row is not here. -1 without one. */
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
