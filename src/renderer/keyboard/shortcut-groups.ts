/** The names of keys on this system, and the groups of the list of shortcuts. */
import { type Command, type CommandGroup, COMMANDS, keysOn } from '#shared/ipc/commands.ts';
import { PLATFORM } from './shortcuts.ts';

/** By their names in the table of commands, in `KeyboardEvent.key`, and in `aria-keyshortcuts`. */
const NAMES: Readonly<Record<string, string>> = {
  Arrow: 'Arrow keys',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Control: 'Ctrl',
  Mod: 'Ctrl',
};
const NAMES_ON_MAC: Readonly<Record<string, string>> = {
  ...NAMES,
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Meta: '⌘',
  Mod: '⌘',
  Backspace: '⌫',
  Delete: '⌦',
};
/** The order in which macOS writes modifiers. Elsewhere, they are in that of the table. */
const ORDER_ON_MAC = ['⌃', '⌥', '⇧', '⌘'];

/** The names of keys that are pressed together. */
export function nameKeys(keys: readonly string[], platform: string = PLATFORM): string {
  if (platform !== 'darwin') return keys.map((key) => NAMES[key] ?? key).join(' ');
  const names = keys.map((key) => NAMES_ON_MAC[key] ?? key);
  const modifiers = ORDER_ON_MAC.filter((name) => names.includes(name));
  return [...modifiers, ...names.filter((name) => !ORDER_ON_MAC.includes(name))].join(' ');
}

/** The keys of a command, as the list shows them. */
export function keysOf(
  command: Pick<Command, 'keys' | 'macKeys'>,
  platform: string = PLATFORM,
): readonly string[] {
  return keysOn(command, platform).map((keys) => nameKeys(keys.split(' '), platform));
}

export const SHORTCUTS: readonly CommandGroup[] = COMMANDS.map(({ name, commands }) => ({
  name,
  commands: commands.filter(({ keys }) => keys.length > 0),
}));
