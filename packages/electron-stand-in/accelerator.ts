/**
 * Reads accelerators as Electron does (`shell/browser/ui/accelerator_util.cc`,
 * `shell/common/keyboard_util.cc`): words separated by `+`, in upper or lower case. The last word other than
 * a modifier is the key, even an unknown one: `Nonsense+A` is the key A, `A+Nonsense` no accelerator.
 */
const META = 'Meta';
const COMMAND_OR_CONTROL = process.platform === 'darwin' ? META : 'Ctrl';
const MODIFIERS: Readonly<Record<string, string>> = {
  alt: 'Alt',
  option: 'Alt',
  altgr: 'AltGr',
  ctrl: 'Ctrl',
  control: 'Ctrl',
  shift: 'Shift',
  cmd: META,
  command: META,
  meta: META,
  super: META,
  cmdorctrl: COMMAND_OR_CONTROL,
  commandorcontrol: COMMAND_OR_CONTROL,
};
const ALIASES: Readonly<Record<string, string>> = { return: 'enter', escape: 'esc', plus: '+' };
const NAMED_KEYS = new Set([
  ...`backspace capslock delete down end enter esc home insert left pagedown pageup printscreen right scrolllock space tab up
    numadd numdec numdiv numlock nummult numsub
    medianexttrack mediaplaypause mediaprevioustrack mediastop volumedown volumemute volumeup`.split(/\s+/),
  ...Array.from({ length: 24 }, (_, index) => `f${index + 1}`),
  ...Array.from({ length: 10 }, (_, index) => `num${index}`),
]);
/**
 * Characters of the keys of a US keyboard without Shift; `SHIFTED` has those with Shift, in the same order.
 */
const UNSHIFTED = "1234567890-=[]\\;',./`abcdefghijklmnopqrstuvwxyz";
const SHIFTED = '!@#$%^&*()_+{}|:"<>?~';

function findKey(word: string): { readonly key: string | undefined; readonly shift: boolean } {
  if (word.length > 1) return { key: NAMED_KEYS.has(word) ? word : undefined, shift: false };
  const at = SHIFTED.indexOf(word);
  if (at >= 0) return { key: UNSHIFTED[at], shift: true };
  return { key: UNSHIFTED.includes(word) ? word : undefined, shift: false };
}

export interface Accelerator {
  /** A lower-case name, or the key's character without Shift. */
  readonly key: string;
  readonly modifiers: ReadonlySet<string>;
}

/** @returns undefined if `text` is not an accelerator */
export function parseAccelerator(text: string): Accelerator | undefined {
  if (/[^ -~]/.test(text)) return undefined;
  const modifiers = new Set<string>();
  let key: string | undefined;
  for (const part of text.split('+').map((word) => word.trim().toLowerCase())) {
    if (part === '') continue;
    const word = ALIASES[part] ?? part;
    const modifier = MODIFIERS[word];
    if (modifier !== undefined) {
      modifiers.add(modifier);
      continue;
    }
    const found = findKey(word);
    key = found.key;
    if (found.shift) modifiers.add('Shift');
  }
  return key === undefined ? undefined : { key, modifiers };
}

/** One name for all spellings of an accelerator. */
export function acceleratorName({ key, modifiers }: Accelerator): string {
  return [...[...modifiers].toSorted(), key].join('+');
}
