/** What key presses mean to the page. */

/** Command on macOS takes the place of Ctrl elsewhere. */
export const IS_MAC = /Mac/u.test(navigator.userAgent);

/**
 * Whether a key press may be a shortcut: not while typing in a field, not with a modifier (so that the system's
 * and the browser's own stay theirs), not while a dialog is open.
 */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return true;
  if (target.isContentEditable || target.matches('input, textarea, select')) return false;
  // An open dialog holds the focus; one that is fading out does not count.
  return target.closest('[role="dialog"], [role="alertdialog"]') === null;
}
