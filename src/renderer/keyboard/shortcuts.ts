/** What key presses mean to the page. */

/** Uses the values of `process.platform`. */
export const PLATFORM = /Mac/u.test(navigator.userAgent)
  ? 'darwin'
  : /Windows/u.test(navigator.userAgent)
    ? 'win32'
    : 'linux';

export const IS_MAC = PLATFORM === 'darwin';

/** A letter of a non-Latin script; shortcuts are written in Latin letters. */
const FOREIGN_LETTER = /^(?!\p{Script=Latin})\p{L}$/u;
const LETTER_PLACE = /^Key([A-Z])$/u;

/**
 * The name of the pressed key. On a layout without Latin letters, a letter key is named by its position, as
 * operating systems and other programs do.
 */
export function letterOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const letter = FOREIGN_LETTER.test(key) ? LETTER_PLACE.exec(code)?.[1] : undefined;
  if (letter === undefined) return key;
  return shiftKey ? letter : letter.toLowerCase();
}

/** Whether a key is pressed with Ctrl (on macOS Command) and no other modifier, and is not handled yet. */
export function hasCommandKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
  return (IS_MAC ? metaKey : ctrlKey) && !altKey && !shiftKey && !defaultPrevented;
}

/**
 * Whether a key press may be a shortcut: not in a field or an open dialog, and not with Ctrl, Command or Alt,
 * which the shortcuts of the system and the browser use.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return isOnPage(event.target);
}

const NO_TEXT = 'checkbox, radio, button, submit, reset, range, color, file, image'
  .split(', ')
  .map((type) => `[type=${type}]`)
  .join(', ');

/** Whether text can be typed in the element. It then has its own Undo. */
export function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (element instanceof HTMLInputElement) return !element.readOnly && !element.matches(NO_TEXT);
  return element instanceof HTMLElement && element.isContentEditable;
}

/** Whether a key press is meant for the page: not for a field, nor for an open dialog. */
export function isOnPage(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  if (target.isContentEditable || target.matches('input, textarea, select')) return false;
  return !isInDialog(target);
}

/** Whether the element is in a dialog. A dialog loses the focus when it begins to fade out. */
export function isInDialog(element: Element | null): boolean {
  return element !== null && element.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
