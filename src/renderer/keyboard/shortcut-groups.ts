/** The names of the commands' keys on this system, and the groups of the list of shortcuts. */
import { type Command, type CommandGroup, COMMANDS } from '#shared/ipc/commands.ts';
import { IS_MAC } from './shortcuts.ts';

const BACK = IS_MAC ? '⌘ [' : 'Alt ←';
const MOD = IS_MAC ? '⌘' : 'Ctrl';

/** The keys of a command, as the list shows them. */
export function keysOf({ keys }: Pick<Command, 'keys'>): readonly string[] {
  return keys
    .filter((key) => !(IS_MAC && key.startsWith('Ctrl ')))
    .map((key) => key.replace('GoBack', BACK).replace('Mod', MOD));
}

export const SHORTCUTS: readonly CommandGroup[] = COMMANDS.map(({ name, commands }) => ({
  name,
  commands: commands.filter(({ keys }) => keys.length > 0),
}));
