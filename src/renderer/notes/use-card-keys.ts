/**
 * The keyboard among cards: j and k walk, Enter opens, e archives or unarchives, # and Delete throw away. When a
 * focused card leaves the list, focus goes to the one that takes its place.
 */
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { ListName, NoteId } from '#shared/note.ts';
import { isShortcut } from '../shell/is-shortcut.ts';
import { useCardCommands } from './card-commands.ts';
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
  const commands = useCardCommands();
  const latest = useRef(options);
  const focused = useRef<{ id: NoteId; index: number } | null>(null);
  const { gridRef, content } = options;

  useEffect(() => {
    latest.current = options;
  });

  const indexOf = (id: NoteId): number => {
    const { offset, rows } = latest.current.content;
    const at = rows.findIndex((row) => row.id === id);
    return at === -1 ? -1 : offset + at;
  };

  const focusIndex = (index: number): void => {
    const { offset, rows, total } = latest.current.content;
    const row = rows[Math.min(Math.max(index, 0), total - 1) - offset];
    if (row === undefined) return;
    latest.current.scrollTo(indexOf(row.id));
    // The card may have to be drawn first.
    requestAnimationFrame(() => {
      const card = cardOf(gridRef.current, row.id);
      card?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'nearest' });
    });
  };

  // The card that had the focus is gone: its place's next holder takes over.
  useEffect(() => {
    const was = focused.current;
    if (was === null) return;
    const index = indexOf(was.id);
    if (index !== -1) {
      if (index !== was.index) {
        focused.current = { ...was, index };
        latest.current.onFocusedIndex(index);
      }
      return;
    }
    focused.current = null;
    latest.current.onFocusedIndex(null);
    const nobody = document.activeElement === null || document.activeElement === document.body;
    if (nobody && content.total > 0) focusIndex(was.index);
  }, [content]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      const { list } = latest.current;
      const id = focusedCard(gridRef.current);
      if (event.key === 'j' || event.key === 'k') {
        const step = event.key === 'j' ? 1 : -1;
        focusIndex(id === null ? 0 : indexOf(id) + step);
        event.preventDefault();
        return;
      }
      if (id === null) return;
      const onCard = document.activeElement?.matches('[data-note-id]') === true;
      if (event.key === 'Enter' && onCard && list !== 'trashed') commands.open(id);
      else if (event.key === 'e' && list === 'active') commands.move(id, 'archive');
      else if (event.key === 'e' && list === 'archived') commands.move(id, 'unarchive');
      else if (event.key === '#' || event.key === 'Delete') {
        if (list === 'trashed') commands.deleteForever(id);
        else commands.move(id, 'trash');
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [gridRef, commands]);

  return {
    onFocus(event) {
      const id = noteIdOf(event.target);
      if (id === null) return;
      const index = indexOf(id);
      focused.current = { id, index };
      latest.current.onFocusedIndex(index);
    },
    onBlur(event) {
      // A card that is taken out of the page also loses the focus; that case is the effect's.
      if (event.relatedTarget === null) return;
      if (gridRef.current?.contains(event.relatedTarget) === true) return;
      focused.current = null;
      latest.current.onFocusedIndex(null);
    },
  };
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
