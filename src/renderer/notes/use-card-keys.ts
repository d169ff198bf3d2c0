/**
 * The keyboard among cards: j and k walk, Enter opens, e archives or unarchives, # and Delete throw away. When a
 * focused card leaves the list, focus goes to the one that takes its place.
 */
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ListName, NoteId } from '#shared/note.ts';
import { isShortcut } from '../shell/is-shortcut.ts';
import { useCardCommands } from './card-commands.ts';
import { LIST_INFO } from './lists.ts';
import type { ViewContent } from './view-window.ts';

interface CardKeysOptions {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly list: ListName;
  readonly content: ViewContent;
  readonly scrollTo: (index: number) => void;
  /** Tells which card holds the focus, so that it stays drawn. */
  readonly onFocusedIndex: (index: number | null) => void;
}

interface FocusHandlers {
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

export function useCardKeys(options: CardKeysOptions): FocusHandlers {
  const { gridRef, list, content, scrollTo, onFocusedIndex } = options;
  const commands = useCardCommands();
  const focused = useRef<{ id: NoteId; index: number } | null>(null);

  const remember = (id: NoteId, index: number): void => {
    focused.current = { id, index };
    onFocusedIndex(index);
  };
  const forget = (): void => {
    focused.current = null;
    onFocusedIndex(null);
  };

  const focusIndex = useEffectEvent((wanted: number) => {
    const index = Math.min(Math.max(wanted, 0), content.total - 1);
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

  const followFocus = useEffectEvent((now: ViewContent) => {
    const was = focused.current;
    if (was === null) return;
    const index = indexIn(now, was.id);
    if (index === was.index) return;
    if (index !== -1) {
      remember(was.id, index);
      return;
    }
    forget();
    const nobody = document.activeElement === null || document.activeElement === document.body;
    if (nobody) focusIndex(was.index);
  });
  useEffect(() => {
    followFocus(content);
  }, [content]);

  /** Answers whether the key meant something here. */
  const actOn = useEffectEvent((event: KeyboardEvent): boolean => {
    const id = focusedCard(gridRef.current);
    switch (event.key) {
      case 'j':
        focusIndex(id === null ? 0 : indexIn(content, id) + 1);
        return true;
      case 'k':
        focusIndex(id === null ? 0 : indexIn(content, id) - 1);
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

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event) && actOn(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return {
    onFocus(event) {
      const id = noteIdOf(event.target);
      if (id !== null) remember(id, indexIn(content, id));
    },
    onBlur(event) {
      // A card that is taken out of the page also loses the focus; that case is followFocus's.
      const leaves = event.relatedTarget !== null && gridRef.current?.contains(event.relatedTarget) === false;
      if (leaves) forget();
    },
  };
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
