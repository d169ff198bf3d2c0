/**
 * The keys among the cards. Arrows go to the card in that direction, the keys for the next and the previous
 * note follow the list's order. Commands for notes apply to the selected notes, or else to the focused one.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { assertNever } from '#shared/base/assert-never.ts';
import type { CommandId } from '#shared/ipc/commands.ts';
import type { ListName, NoteId, Transition } from '#shared/note/note.ts';
import { useShortcut } from '../../keyboard/use-shortcut.ts';
import type { Layout } from '../../masonry/layout.ts';
import { type Direction, neighbourOf } from '../../masonry/neighbours.ts';
import { selectAll, selectUpTo, toggleNote, useSelectionIn } from '../../selection/state.ts';
import { useCardCommands } from '../card/card-commands.ts';
import { cardOf, focusCards, noteIdOf } from '../state/focus-card.ts';
import { isSelectionPinned, type MarkMenuName, toggleMarkMenu } from '../actions/mark-menu.tsx';
import { scroller } from '../state/scroller.ts';
import { focusFirstMatch } from './near-matches.ts';
import { type CardFocus, focusedIndex, indexIn } from './use-card-focus.ts';
import { useSelectedActions } from '../actions/use-selected-actions.ts';
import type { ViewContent } from '../state/view-window.ts';

interface CardKeysOptions {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly list: ListName;
  readonly content: ViewContent;
  /** Null until the first layout. */
  readonly layout: Layout | null;
  readonly focus: CardFocus;
}

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
]);

const CARD_COMMANDS = [
  'beside',
  'select-beside',
  'ends',
  'select-ends',
  'next',
  'previous',
  'open',
  'select',
  'select-all',
  'move',
  'pin',
  'colour',
  'labels',
  'throw-away',
] as const satisfies readonly CommandId[];

/** The transition of the key e in each list. */
const OUT_OF: Readonly<Record<ListName, Transition>> = {
  active: 'archive',
  archived: 'unarchive',
  trashed: 'restore',
};

export function useCardKeys({ gridRef, list, content, layout, focus }: CardKeysOptions): void {
  const commands = useCardCommands();
  const selected = useSelectedActions();
  const view = { ...content, list };
  const selection = useSelectionIn(view);

  /** Moves the focus by `step` cards, or to the first card if none is focused. */
  const focusByStep = (step: number): void => {
    const lastCard = focus.last?.isInside === true ? focus.last : null;
    focus.moveTo((now) => {
      const at = lastCard === null ? -step : indexIn(now, lastCard.row.id);
      return lastCard !== null && at === -1 ? -1 : Math.min(Math.max(at + step, 0), now.total - 1);
    }, lastCard?.index ?? 0);
  };

  const focusCardAt = (id: NoteId, index: number | null, isRange: boolean): boolean => {
    if (index === null) return false;
    let selects = isRange;
    focus.moveTo((now) => {
      const reached = now.ids[index - now.offset];
      // The row may not be loaded yet, such as the last one of a long list.
      if (selects && reached !== undefined) {
        selects = false;
        selectUpTo(view, id, reached, now.ids);
      }
      return index;
    }, index);
    return true;
  };

  /**
   * Focuses the card that will take this one's place: the next key may come soon, and is meant for that card.
   */
  const focusNextCard = (id: NoteId): void => {
    if (content.total < 2) return;
    focus.moveTo((now) => {
      const at = indexIn(now, id);
      if (at === -1) return -1;
      return at + 1 < now.total ? at + 1 : at - 1;
    }, focus.last?.index ?? 0);
    focus.revealWithout(id);
  };

  /** Moves the selected notes, or else the focused one. @returns whether there was any */
  const moveNotes = (id: NoteId | null, transition: Transition): boolean => {
    if (selection !== null) selected.move(selection, transition);
    else if (id !== null) {
      focusNextCard(id);
      commands.change(id, transition);
    }
    return selection !== null || id !== null;
  };

  const pin = (id: NoteId | null): boolean => {
    const row = content.rows.find(({ id: rowId }) => rowId === id);
    if (selection !== null) {
      const isPinned = isSelectionPinned(selection, content);
      selected.mark(selection, { isPinned: !isPinned });
    } else if (row !== undefined) {
      const isPinned = !row.pinned;
      // The next key is meant for the same note.
      focus.follow(row.id, ({ pinned }) => pinned === isPinned);
      commands.change(row.id, { isPinned });
    }
    return selection !== null || row !== undefined;
  };

  const chooseMarks = (id: NoteId | null, what: MarkMenuName): boolean => {
    const card = id === null ? null : cardOf(gridRef.current, id);
    const bar = document.querySelector('[data-selection-bar]');
    if (selection !== null && bar !== null) toggleMarkMenu(what, selection, bar);
    else if (id !== null && card !== null) toggleMarkMenu(what, id, card);
    else return false;
    return true;
  };

  useShortcut(CARD_COMMANDS, (command, { key }) => {
    const id = focusedCard(gridRef.current);
    switch (command) {
      case 'beside':
      case 'select-beside': {
        const direction = DIRECTIONS.get(key);
        if (id === null || layout === null || direction === undefined) return false;
        const index = neighbourOf(layout, focusedIndex(content, focus.last), direction);
        if (index === null && direction === 'down' && command === 'beside') return focusFirstMatch();
        return focusCardAt(id, index, command === 'select-beside');
      }
      case 'ends':
      case 'select-ends':
        if (id === null) return false;
        // Shows the content above the first card, too.
        if (key === 'Home') scroller.current?.scrollTo({ top: 0 });
        return focusCardAt(id, key === 'Home' ? 0 : content.total - 1, command === 'select-ends');
      case 'next':
        focusByStep(1);
        return true;
      case 'previous':
        focusByStep(-1);
        return true;
      case 'open': {
        const isOnCard = document.activeElement?.matches('[data-note-id]') === true;
        if (id === null || !isOnCard) return false;
        commands.open(id);
        return true;
      }
      case 'select':
        if (id === null) return false;
        toggleNote(view, id);
        // The card's buttons are hidden now, and one of them may have had the focus.
        cardOf(gridRef.current, id)?.focus({ preventScroll: true });
        return true;
      case 'select-all':
        selectAll(view);
        // The selection bar may cover the element that had the focus.
        if (id === null) {
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          focusCards();
        }
        return true;
      case 'move':
        return moveNotes(id, OUT_OF[list]);
      case 'pin':
        return list === 'active' && pin(id);
      case 'colour':
        return list !== 'trashed' && chooseMarks(id, 'Colour');
      case 'labels':
        return list !== 'trashed' && chooseMarks(id, 'Labels');
      case 'throw-away': {
        if (list !== 'trashed') return moveNotes(id, 'trash');
        const row = content.rows.find(({ id: rowId }) => rowId === id);
        if (selection !== null) selected.deleteForever(selection);
        else if (row !== undefined) commands.deleteForever(row);
        return selection !== null || row !== undefined;
      }
      default:
        return assertNever(command);
    }
  });

  /** The pin's own click would leave the focus in the card without following it to its new place. */
  const pressPin = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || (event.key !== 'Enter' && event.key !== ' ')) return;
    const isOnPin = document.activeElement?.matches('[data-pin]') === true;
    if (isOnPin && pin(focusedCard(gridRef.current))) event.preventDefault();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => pressPin(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function focusedCard(grid: HTMLElement | null): NoteId | null {
  const active = document.activeElement;
  return active !== null && grid?.contains(active) === true ? noteIdOf(active) : null;
}
