/**
 * The keyboard among cards: j and k walk, Enter opens, e archives or unarchives, # and Delete throw away. When a
 * focused card leaves the list, focus goes to the one that takes its place; scrolling away from it changes nothing.
 */
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ListName, NoteId } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';
import { useShortcut } from '../keyboard/use-shortcut.ts';
import { useCardCommands } from './card-commands.ts';
import { LIST_INFO } from './lists.ts';
import type { ViewContent } from './view-window.ts';

interface CardKeysOptions {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly list: ListName;
  readonly content: ViewContent;
  readonly scrollTo: (index: number) => void;
  /** Tells which card has the focus, so that it stays drawn. */
  readonly onFocused: (card: FocusedCard | null) => void;
}

export interface FocusedCard {
  /** As it was last seen: the window of rows may have been scrolled away from it. */
  readonly row: NoteRow;
  readonly index: number;
}

interface FocusHandlers {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

export function useCardKeys(options: CardKeysOptions): FocusHandlers {
  const { gridRef, list, content, scrollTo, onFocused } = options;
  const commands = useCardCommands();
  const focused = useRef<FocusedCard | null>(null);
  /** Finds the card that is to get the focus as soon as its note is here. */
  const awaitedFocus = useRef<((now: ViewContent) => number) | null>(null);

  const setFocused = (card: FocusedCard | null): void => {
    focused.current = card;
    onFocused(card);
  };

  const focusIndex = useEffectEvent((index: number) => {
    const row = content.rows[index - content.offset];
    if (row === undefined) return;
    const focus = (): boolean => {
      const card = cardOf(gridRef.current, row.id);
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'nearest' });
      return card !== null;
    };
    // At once where that is possible: the next key, however soon it comes, means this card.
    if (focus()) return;
    scrollTo(index);
    requestAnimationFrame(focus);
  });

  /** To the card so many after the focused one, or to the first; where it is not here, once it is. */
  const moveFocus = useEffectEvent((step: number) => {
    const was = focused.current;
    const find = (now: ViewContent): number => {
      const at = was === null ? -step : indexIn(now, was.row.id);
      return was !== null && at === -1 ? -1 : Math.min(Math.max(at + step, 0), now.total - 1);
    };
    const index = find(content);
    if (isLoaded(content, index)) {
      focusIndex(index);
      return;
    }
    awaitedFocus.current = find;
    scrollTo(was?.index ?? 0);
  });

  const followFocus = useEffectEvent((now: ViewContent) => {
    const was = focused.current;
    const wanted = awaitedFocus.current?.(now) ?? -1;
    if (isLoaded(now, wanted)) {
      awaitedFocus.current = null;
      focusIndex(wanted);
      return;
    }
    if (was === null) return;
    const index = indexIn(now, was.row.id);
    const row = now.rows[index - now.offset];
    if (row !== undefined) {
      if (row !== was.row || index !== was.index) setFocused({ row, index });
      return;
    }
    if (!isLoaded(now, was.index)) return;
    setFocused(null);
    const nobody = document.activeElement === null || document.activeElement === document.body;
    if (nobody) focusIndex(Math.min(was.index, now.total - 1));
  });
  useEffect(() => {
    followFocus(content);
  }, [content]);

  useShortcut((event) => {
    const id = focusedCard(gridRef.current);
    switch (event.key) {
      case 'j':
        moveFocus(1);
        return true;
      case 'k':
        moveFocus(-1);
        return true;
      case 'Enter': {
        const onCard = document.activeElement?.matches('[data-note-id]') === true;
        if (id === null || !onCard || !LIST_INFO[list].editable) return false;
        commands.open(id);
        return true;
      }
      case 'e':
        if (id === null || list === 'trashed') return false;
        commands.move(id, list === 'active' ? 'archive' : 'unarchive');
        return true;
      case '#':
      case 'Delete':
        if (id === null) return false;
        if (list === 'trashed') commands.deleteForever(id);
        else commands.move(id, 'trash');
        return true;
      default:
        return false;
    }
  });

  return {
    onFocus(event) {
      const id = noteIdOf(event.target);
      const index = id === null ? -1 : indexIn(content, id);
      const row = content.rows[index - content.offset];
      awaitedFocus.current = null;
      if (row !== undefined) setFocused({ row, index });
    },
    onBlur(event) {
      // A card that is taken out of the page also loses the focus; `followFocus` handles that.
      const leaves = event.relatedTarget !== null && gridRef.current?.contains(event.relatedTarget) === false;
      if (leaves) setFocused(null);
    },
  };
}

/** Where the focused card is now; where it was last seen if its row is not here. -1 without one. */
export function focusedIndex(content: ViewContent, focused: FocusedCard | null): number {
  if (focused === null) return -1;
  const index = indexIn(content, focused.row.id);
  return index === -1 ? focused.index : index;
}

function isLoaded({ offset, rows }: ViewContent, index: number): boolean {
  return index >= offset && index < offset + rows.length;
}

function indexIn({ offset, rows }: ViewContent, id: NoteId): number {
  const at = rows.findIndex((row) => row.id === id);
  return at === -1 ? -1 : offset + at;
}

/** The element of a note's card, if it is drawn. */
export function cardOf(root: ParentNode | null, id: NoteId): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-note-id="${CSS.escape(id)}"]`) ?? null;
}

function focusedCard(grid: HTMLElement | null): NoteId | null {
  const active = document.activeElement;
  return active !== null && grid?.contains(active) === true ? noteIdOf(active) : null;
}

function noteIdOf(element: Element): NoteId | null {
  const id = element.closest('[data-note-id]')?.getAttribute('data-note-id');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the card wrote its own row's id there
  return id === null || id === undefined ? null : (id as NoteId);
}
