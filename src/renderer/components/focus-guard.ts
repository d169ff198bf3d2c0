/**
 * Keeps the focus from falling to the page's body, where the next key would mean nothing. When the focused
 * element leaves the page and nothing else gets the focus, an element that had it before gets it, or else the
 * dialog on top or the screen.
 *
 * Esc closes the dialog on top wherever the focus is, because a dialog gets the focus, and so its keys, only
 * after it was painted.
 */
import { useEffect } from 'react';

/**
 * Time for the code that removed the element to move the focus; Fluent does so for a popover after 100 ms.
 */
const PATIENCE_MS = 200;

/** How many elements that had the focus are remembered. */
const TRAIL = 8;

/** Called once in a page. */
export function useFocusGuard(): void {
  useEffect(() => {
    /** The elements that had the focus, the latest one last. */
    let trail: readonly HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const isLost = (): boolean => trail.at(-1)?.isConnected === false && isFocusOnBody();
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      if (target.matches('main')) keepFocusable(target);
      const earlier = trail.filter((element) => element !== target && element.isConnected);
      trail = [...earlier.slice(1 - TRAIL), target];
    };
    const goBack = (): void => {
      const dialog = topDialog();
      const canHaveFocus = (element: HTMLElement): boolean =>
        element.isConnected && dialog?.contains(element) !== false;
      trail.findLast(canHaveFocus)?.focus();
      focusFallback();
    };
    const removals = new MutationObserver(() => {
      if (timer !== null || !isLost()) return;
      timer = setTimeout(() => {
        timer = null;
        if (isLost()) goBack();
      }, PATIENCE_MS);
    });
    const closeDialog = (event: KeyboardEvent): void => {
      const dialog = topDialog();
      if (event.key !== 'Escape' || event.defaultPrevented || dialog === null) return;
      if (event.target instanceof Node && dialog.contains(event.target)) return;
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    };
    // A press beside all controls takes the focus away on purpose: nothing is lost if the element goes later.
    const onPress = (): void =>
      void setTimeout(() => {
        if (isFocusOnBody() && trail.at(-1)?.isConnected === true) trail = [];
      });
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', closeDialog);
    document.addEventListener('focusin', onFocus);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', closeDialog);
      document.removeEventListener('focusin', onFocus);
      removals.disconnect();
      clearTimeout(timer ?? undefined);
    };
  }, []);
}

/** If nothing has the focus, gives it to the dialog on top, or else to the screen. */
export function focusFallback(): void {
  focusTopDialog();
  if (isFocusOnBody()) focusScreen();
}

/**
 * Focuses the screen as a whole: keys go on from its beginning, and none acts on a note that nobody has
 * chosen.
 */
export function focusScreen(): void {
  const main = document.querySelector('main');
  if (main === null) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/**
 * While the screen scrolls and nothing in it can have the focus, the browser lets the screen itself have it,
 * and takes it away as soon as that changes.
 */
function keepFocusable(screen: HTMLElement): void {
  screen.tabIndex = -1;
  // Only while it has the focus, because a click beside the cards must go on meaning nothing.
  screen.addEventListener('blur', () => screen.removeAttribute('tabindex'), { once: true });
}

/**
 * If nothing has the focus, gives it to the first button of the dialog on top, which is there as long as the
 * dialog.
 */
export function focusTopDialog(): void {
  if (!isFocusOnBody()) return;
  topDialog()?.querySelector('button')?.focus();
}

export function isFocusOnBody(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Null while none is open. */
function topDialog(): Element | null {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? null;
}
