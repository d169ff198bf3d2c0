/** What key presses mean to the page. */

/** As `process.platform` names it in the main process. */
export const PLATFORM = /Mac/u.test(navigator.userAgent)
  ? 'darwin'
  : /Windows/u.test(navigator.userAgent)
    ? 'win32'
    : 'linux';

/** Command on macOS takes the place of Ctrl elsewhere. */
export const IS_MAC = PLATFORM === 'darwin';

/** A letter of another script than that of the shortcuts. */
const FOREIGN_LETTER = /^(?!\p{Script=Latin})\p{L}$/u;
const LETTER_PLACE = /^Key([A-Z])$/u;

/**
 * What the key of a press is called; a letter's key, where the layout has no Latin letters, by its place on the keyboard, as systems and other
 * programs take it.
 */
export function letterOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  const letter = FOREIGN_LETTER.test(key) ? LETTER_PLACE.exec(code)?.[1] : undefined;
  if (letter === undefined) return key;
  return shiftKey ? letter : letter.toLowerCase();
}

/** Whether a key is pressed with Ctrl, on macOS Command, and with nothing else, and nobody has acted on it yet. */
export function hasCommandKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
  return (IS_MAC ? metaKey : ctrlKey) && !altKey && !shiftKey && !defaultPrevented;
}

/**
 * Whether a key press may be a shortcut: not while typing in a field, not with a modifier (so that the system's
 * and the browser's own stay theirs), not while a dialog is open.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return isOnPage(event.target);
}

/** Whether a key press is for the page itself: not for a field, nor for an open dialog. */
export function isOnPage(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  if (target.isContentEditable || target.matches('input, textarea, select')) return false;
  return !isInDialog(target);
}

/** An open dialog holds the focus; one that is fading out does not count. */
export function isInDialog(element: Element | null): boolean {
  return element !== null && element.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
