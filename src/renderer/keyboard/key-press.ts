/**
 * Which command a key press stands for, on every layout. Modifiers must be exactly those of the command, and
 * Caps Lock has no effect. Pure.
 *
 * - A letter is what the layout types. In another script the key's place on a US keyboard counts, as it does
 *   for operating systems and other programs.
 * - A sign or a digit is what the layout types, with the Shift, Option or AltGr that it needs there. The key
 *   at its place on a US keyboard counts, too, unless the layout has another use for it.
 */
import { ALL_COMMANDS, type Command, type CommandId, keysOn } from '#shared/ipc/commands.ts';

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'getModifierState'
>;

const BY_ID: ReadonlyMap<string, Command> = new Map(ALL_COMMANDS.map((command) => [command.id, command]));

/** By `KeyboardEvent.code`. Signs that need Shift have no place of their own. */
const PLACES: Readonly<Record<string, string>> = {
  ',': 'Comma',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '1': 'Digit1',
  '2': 'Digit2',
  '3': 'Digit3',
};

const FOREIGN = /^[^\p{ASCII}\p{Script=Latin}]+$/u;
const LETTER_PLACE = /^Key([A-Z])$/u;
/** Characters that commands of the page have, and those that the menu bar and the system have with Mod. */
const TAKEN = /^[/?#,[\]\d]$/u;
const TAKEN_WITH_MOD = /^[a-z+=-]$/iu;

/**
 * The first of the commands that the keys stand for.
 * @param platform as in `process.platform`
 * @example commandFor(event, 'darwin', ['back', 'forward']) // 'back' for ⌘ and ü on a German keyboard
 */
export function commandFor<C extends CommandId>(
  press: KeyPress,
  platform: string,
  among: readonly C[],
): C | null {
  // `Process` is a key that an input method takes before it composes.
  if (press.isComposing || press.key === 'Process') return null;
  const isPressed = (keys: string): boolean => isCombination(press, keys.split(' '), platform === 'darwin');
  return among.find((id) => keysOf(id, platform).some(isPressed)) ?? null;
}

/** The event of a command's keys; null if it has none. */
export function pressFor({ keys, macKeys = keys }: Command, platform: string): KeyboardEventInit | null {
  const [first] = keysOn({ keys, macKeys }, platform);
  if (first === undefined) return null;
  const parts = first.split(' ');
  const key = parts.at(-1) ?? '';
  const hasMod = parts.includes('Mod');
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    ctrlKey: hasMod && platform !== 'darwin',
    metaKey: hasMod && platform === 'darwin',
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
}

function keysOf(id: CommandId, platform: string): readonly string[] {
  const command = BY_ID.get(id);
  return command === undefined ? [] : keysOn(command, platform);
}

function isCombination(press: KeyPress, parts: readonly string[], isMac: boolean): boolean {
  const isAltGraph = press.getModifierState('AltGraph');
  // Windows may report AltGr as Ctrl and Alt as well.
  const isCtrl = press.ctrlKey && !isAltGraph;
  const isAlt = press.altKey && !isAltGraph;
  const [hasMod, hasOther] = isMac ? [press.metaKey, isCtrl] : [isCtrl, press.metaKey];
  const wantsMod = parts.includes('Mod');
  if (hasMod !== wantsMod || hasOther) return false;
  const isExact =
    isAlt === parts.includes('Alt') && press.shiftKey === parts.includes('Shift') && !isAltGraph;
  const key = parts.at(-1) ?? '';
  if (key === 'Arrow') return isExact && press.key.startsWith(key);
  if (key.length > 1) return isExact && press.key === key;
  if (/[A-Z]/u.test(key)) return isExact && letterOf(press) === key;
  const isAtPlace = press.code === PLACES[key];
  if (press.key === key) return isAtPlace && wantsMod ? isExact : isMac || !isAlt;
  return isAtPlace && isExact && !TAKEN.test(press.key) && !(wantsMod && TAKEN_WITH_MOD.test(press.key));
}

function letterOf({ key, code }: KeyPress): string | undefined {
  return FOREIGN.test(key) ? LETTER_PLACE.exec(code)?.[1] : key.toUpperCase();
}
