/**
 * All commands of the app that have a key or a name. The list of shortcuts, the Go To box and the menu bar
 * all show this one table, so none of them can lack a command.
 */

/** When the Go To box offers a command. */
type Offer =
  | 'always'
  /** While a note has the focus, or notes are selected. */
  | 'on notes'
  /** It moves the focus, or belongs to a field. */
  | 'never';

export interface Command {
  readonly id: string;
  readonly name: string;
  /**
   * Alternative key combinations: modifiers (`Mod`, `Alt`, `Shift`) and a key, separated by spaces. `Mod` is
   * Command on macOS and Ctrl elsewhere. The key is a capital letter, the digit or sign that is typed, the
   * name that `KeyboardEvent.key` has for it, or `Arrow` for all four arrows.
   */
  readonly keys: readonly string[];
  /** The combinations on macOS, if they are others. */
  readonly macKeys?: readonly string[];
  readonly offer: Offer;
  /** Its name in the menu bar, if it is there. Its accelerator is the first combination with `Mod`. */
  readonly menu?: string;
}

export interface CommandGroup {
  readonly name: string;
  readonly commands: readonly Command[];
}

export const COMMANDS = [
  {
    name: 'General',
    commands: [
      { id: 'new-note', name: 'New note', keys: ['C', 'Mod N'], offer: 'always', menu: 'New Note' },
      { id: 'quick-note', name: 'New quick note', keys: [], offer: 'always', menu: 'New Quick Note' },
      { id: 'search', name: 'Search', keys: ['/', 'Mod F'], offer: 'always', menu: 'Search Notes' },
      { id: 'first-hit', name: 'Go to the first result', keys: ['ArrowDown', 'Enter'], offer: 'never' },
      { id: 'to-search', name: 'Back to the search box', keys: ['Escape'], offer: 'never' },
      {
        id: 'go-to',
        name: 'Go to a note, label or command',
        keys: ['Mod K'],
        offer: 'never',
        menu: 'Go To…',
      },
      { id: 'notes', name: 'Notes', keys: ['1'], offer: 'always' },
      { id: 'archive', name: 'Archive', keys: ['2'], offer: 'always' },
      { id: 'trash', name: 'Trash', keys: ['3'], offer: 'always' },
      { id: 'back', name: 'Back', keys: ['Alt ArrowLeft'], macKeys: ['Mod ['], offer: 'never' },
      { id: 'forward', name: 'Forward', keys: ['Alt ArrowRight'], macKeys: ['Mod ]'], offer: 'never' },
      { id: 'undo', name: 'Undo', keys: ['Mod Z'], offer: 'always' },
      {
        id: 'redo',
        name: 'Redo',
        keys: ['Mod Shift Z', 'Mod Y'],
        macKeys: ['Mod Shift Z'],
        offer: 'always',
      },
      { id: 'undo-offered', name: 'Undo, while a message offers it', keys: ['Z'], offer: 'never' },
      { id: 'edit-labels', name: 'Edit labels', keys: [], offer: 'always' },
      { id: 'settings', name: 'Settings', keys: ['Mod ,'], offer: 'always', menu: 'Settings…' },
      { id: 'transfer', name: 'Import or export notes', keys: [], offer: 'always' },
      { id: 'sync', name: 'Sync now', keys: [], offer: 'always' },
      {
        id: 'shortcuts',
        name: 'Keyboard shortcuts',
        keys: ['?'],
        offer: 'always',
        menu: 'Keyboard Shortcuts',
      },
      { id: 'about', name: 'About Inkling', keys: [], offer: 'always', menu: 'About Inkling' },
      { id: 'log-out', name: 'Log out', keys: [], offer: 'always' },
    ],
  },
  {
    name: 'Notes',
    commands: [
      { id: 'beside', name: 'Move between notes', keys: ['Arrow'], offer: 'never' },
      { id: 'next', name: 'Next note', keys: ['J'], offer: 'never' },
      { id: 'previous', name: 'Previous note', keys: ['K'], offer: 'never' },
      { id: 'ends', name: 'First or last note', keys: ['Home', 'End'], offer: 'never' },
      { id: 'open', name: 'Open', keys: ['Enter'], offer: 'never' },
      { id: 'move', name: 'Archive, unarchive or restore', keys: ['E'], offer: 'on notes' },
      { id: 'pin', name: 'Pin or unpin', keys: ['F'], offer: 'on notes' },
      { id: 'labels', name: 'Labels', keys: ['L'], offer: 'on notes' },
      { id: 'colour', name: 'Colour', keys: ['T'], offer: 'on notes' },
      {
        id: 'throw-away',
        name: 'Move to trash, or delete forever',
        keys: ['#', 'Delete'],
        // The keyboards of Macs have a Delete key only beside a number pad.
        macKeys: ['#', 'Backspace', 'Mod Backspace', 'Delete'],
        offer: 'on notes',
      },
    ],
  },
  {
    name: 'Selection',
    commands: [
      { id: 'select', name: 'Select or clear', keys: ['X'], offer: 'on notes' },
      {
        id: 'select-beside',
        name: 'Extend the selection',
        keys: ['Shift Arrow'],
        offer: 'never',
      },
      {
        id: 'select-ends',
        name: 'Extend to the first or last note',
        keys: ['Shift Home', 'Shift End'],
        offer: 'never',
      },
      { id: 'select-all', name: 'Select all notes', keys: ['Mod A'], offer: 'always' },
      { id: 'clear', name: 'Clear the selection', keys: ['Escape'], offer: 'never' },
    ],
  },
  {
    name: 'Editor',
    commands: [
      { id: 'label', name: 'Add a label', keys: ['#'], offer: 'never' },
      { id: 'save', name: 'Save and continue writing', keys: ['Mod S'], offer: 'never' },
      { id: 'save-and-close', name: 'Save and close', keys: ['Mod Enter'], offer: 'never' },
      { id: 'close', name: 'Close; a new note is saved', keys: ['Escape'], offer: 'never' },
      { id: 'tick', name: 'Tick or untick', keys: ['Mod L'], offer: 'never' },
      { id: 'list', name: 'Turn lines into a list, or back', keys: ['Mod Shift L'], offer: 'never' },
      {
        id: 'nest',
        name: 'Indent or outdent a list item',
        keys: ['Tab', 'Shift Tab'],
        offer: 'never',
      },
      { id: 'move-line', name: 'Move a list item', keys: ['Alt ArrowUp', 'Alt ArrowDown'], offer: 'never' },
      { id: 'next-hit', name: 'Next result', keys: ['F3', 'Mod G'], offer: 'never' },
      { id: 'previous-hit', name: 'Previous result', keys: ['Shift F3', 'Mod Shift G'], offer: 'never' },
    ],
  },
] as const satisfies readonly CommandGroup[];

type Listed = (typeof COMMANDS)[number]['commands'][number];
export type CommandId = Listed['id'];
/** The commands of the menu bar. */
export type MenuCommand = Extract<Listed, { menu: string }>['id'];
/** The commands that the Go To box offers. */
export type OfferedCommand = Extract<Listed, { offer: 'always' | 'on notes' }>;
/** The commands that are offered and have no key. */
export type KeylessCommand = Extract<Listed, { keys: readonly []; offer: 'always' }>['id'];

export const ALL_COMMANDS: readonly Command[] = COMMANDS.flatMap(
  ({ commands }): readonly Command[] => commands,
);

export const OFFERED_COMMANDS: readonly OfferedCommand[] = COMMANDS.flatMap(
  ({ commands }): readonly Listed[] => commands,
).filter((command): command is OfferedCommand => command.offer !== 'never');

/** @param platform as in `process.platform` */
export function keysOn(
  { keys, macKeys }: Pick<Command, 'keys' | 'macKeys'>,
  platform: string,
): readonly string[] {
  return platform === 'darwin' ? (macKeys ?? keys) : keys;
}
