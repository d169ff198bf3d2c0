/** What key presses mean to the page. */
import type { CommandId } from '#shared/ipc/commands.ts';
import { commandFor } from './key-press.ts';

/** Uses the values of `process.platform`. */
export const PLATFORM = /Mac/u.test(navigator.userAgent)
  ? 'darwin'
  : /Windows/u.test(navigator.userAgent)
    ? 'win32'
    : 'linux';

export const IS_MAC = PLATFORM === 'darwin';

/** The first of the commands that an event stands for, unless something else has handled it. */
export function commandOf<const C extends CommandId>(event: KeyboardEvent, ...among: readonly C[]): C | null {
  return event.defaultPrevented ? null : commandFor(event, PLATFORM, among);
}

/** Whether an event has Ctrl, or Command on macOS, so that it types no character into a field. */
export function hasMod({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return IS_MAC ? metaKey : ctrlKey;
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
