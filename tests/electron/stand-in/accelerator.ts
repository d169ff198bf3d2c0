/**
 * Accelerators as Electron reads them (`shell/browser/ui/accelerator_util.cc`, `shell/common/keyboard_util.cc`): words in any case
 * with `+` between them, of which the last that is no modifier is the key. A word that nobody knows is one, so that `Nonsense+A` is the
 * key A, and `A+Nonsense` is nothing.
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
const NAMED = new Set([
  ...`backspace capslock delete down end enter esc home insert left pagedown pageup printscreen right scrolllock space tab up
    numadd numdec numdiv numlock nummult numsub
    medianexttrack mediaplaypause mediaprevioustrack mediastop volumedown volumemute volumeup`.split(/\s+/),
  ...Array.from({ length: 24 }, (_, index) => `f${index + 1}`),
  ...Array.from({ length: 10 }, (_, index) => `num${index}`),
]);
/** What the keys write by themselves and, in the same order, with Shift, on a keyboard for the United States. */
const PLAIN = "1234567890-=[]\\;',./`abcdefghijklmnopqrstuvwxyz";
const SHIFTED = '!@#$%^&*()_+{}|:"<>?~';

function keyOf(word: string): { readonly key: string | undefined; readonly shift: boolean } {
  if (word.length > 1) return { key: NAMED.has(word) ? word : undefined, shift: false };
  const at = SHIFTED.indexOf(word);
  if (at >= 0) return { key: PLAIN[at], shift: true };
  return { key: PLAIN.includes(word) ? word : undefined, shift: false };
}

export interface Accelerator {
  /** Its key: a lower-case name, or the character that it writes by itself. */
  readonly key: string;
  readonly modifiers: ReadonlySet<string>;
}

/** Nothing for what is no accelerator. */
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
    const found = keyOf(word);
    key = found.key;
    if (found.shift) modifiers.add('Shift');
  }
  return key === undefined ? undefined : { key, modifiers };
}

/** The same for all ways to write an accelerator. */
export function acceleratorName({ key, modifiers }: Accelerator): string {
  return [...[...modifiers].toSorted(), key].join('+');
}
