/** All keyboard shortcuts of the app's pages, as the list of shortcuts shows them. */
import { IS_MAC } from './shortcuts.ts';

export interface Shortcut {
  /** Alternatives: each does the same. */
  readonly keys: readonly string[];
  readonly what: string;
}

export interface ShortcutGroup {
  readonly name: string;
  readonly shortcuts: readonly Shortcut[];
}

const COMMAND = IS_MAC ? '⌘' : 'Ctrl';

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    name: 'General',
    shortcuts: [
      { keys: ['C', `${COMMAND} N`], what: 'New note' },
      { keys: ['/', `${COMMAND} F`], what: 'Search' },
      { keys: ['↓', 'Enter'], what: 'To the first note found' },
      { keys: ['1'], what: 'Notes' },
      { keys: ['2'], what: 'Archive' },
      { keys: ['3'], what: 'Trash' },
      { keys: [IS_MAC ? '⌘ [' : 'Alt ←'], what: 'Back' },
      { keys: ['Z'], what: 'Undo, while it is offered' },
      { keys: [`${COMMAND} ,`], what: 'Settings' },
      { keys: ['?'], what: 'This list' },
    ],
  },
  {
    name: 'Notes',
    shortcuts: [
      { keys: ['Arrow keys'], what: 'The note beside' },
      { keys: ['J'], what: 'Next note' },
      { keys: ['K'], what: 'Previous note' },
      { keys: ['Home', 'End'], what: 'First or last note' },
      { keys: ['Enter'], what: 'Open the note' },
      { keys: ['E'], what: 'Archive, unarchive or restore' },
      { keys: ['F'], what: 'Pin or unpin' },
      { keys: ['L'], what: 'Labels' },
      { keys: ['T'], what: 'Colour' },
      { keys: ['#', 'Delete'], what: 'Move to trash, or delete forever' },
    ],
  },
  {
    name: 'Selection',
    shortcuts: [
      { keys: ['X'], what: 'Select the note, or not' },
      { keys: ['Shift Arrow keys'], what: 'Select on to the note beside' },
      { keys: ['Shift Home', 'Shift End'], what: 'Select on to the first, or the last' },
      { keys: [`${COMMAND} A`], what: 'Select all notes of the list' },
      { keys: ['Esc'], what: 'Clear the selection' },
    ],
  },
  {
    name: 'Editor',
    shortcuts: [
      { keys: ['#'], what: 'Label the note, at the beginning of a word' },
      { keys: [`${COMMAND} S`], what: 'Save and write on' },
      { keys: [`${COMMAND} Enter`], what: 'Save and close' },
      { keys: ['Esc'], what: 'Close; a new note is kept' },
      { keys: [`${COMMAND} L`], what: 'Tick the line of a list, or not' },
      { keys: [`${COMMAND} Shift L`], what: 'Make a list of the lines, or end it' },
      { keys: ['F3', `${COMMAND} G`], what: 'Next hit of the search' },
      { keys: ['Shift F3'], what: 'Previous hit' },
    ],
  },
];
