/**
 * Keeps the focus from falling to the page's body, where keys do nothing. When the focused element leaves the
 * page and nothing else gets the focus, it goes to an element that had it before, or else to the dialog on
 * top or the screen.
 *
 * Esc closes the dialog on top wherever the focus is: a dialog gets the focus, and with it the keys, only
 * after it was painted.
 */
import { useEffect } from 'react';

/**
 * Time, after the next frame, for the code that removed the element to move the focus. Fluent takes 100 ms to
 * do so for a popover; other code waits for that frame, which comes late on a busy machine.
 */
const PATIENCE_MS = 200;

/** How many previously focused elements are remembered. */
const TRAIL = 8;

/** Called once per page. */
export function useFocusGuard(): void {
  useEffect(() => {
    let trail: readonly HTMLElement[] = [];
    /** Ends the wait for the code that removed the focused element. */
    let endWait: (() => void) | null = null;
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
      if (endWait !== null || !isLost()) return;
      endWait = afterFrame(PATIENCE_MS, () => {
        endWait = null;
        if (isLost()) goBack();
      });
    });
    const closeDialog = (event: KeyboardEvent): void => {
      const dialog = topDialog();
      if (event.key !== 'Escape' || event.defaultPrevented || dialog === null) return;
      if (event.target instanceof Node && dialog.contains(event.target)) return;
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    };
    // A press outside of all controls drops the focus on purpose: it is not restored later.
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
      endWait?.();
    };
  }, []);
}

/** Calls `act` this many milliseconds after the next frame. @returns cancels that */
function afterFrame(ms: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act, ms);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** If nothing has the focus, gives it to the dialog on top, or else to the screen. */
export function focusFallback(): void {
  focusTopDialog();
  if (isFocusOnBody()) focusScreen();
}

/**
 * Gives the focus back to the element that had it before a dialog, once the dialog has left the page. That is
 * after the next frame, which a hidden window draws only when it is shown: if something else has got the
 * focus meanwhile, such as the field of a new note, it keeps it.
 */
export function giveFocusBack(opener: Element | null): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    if (document.activeElement !== before && !isFocusOnBody()) return;
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    focusFallback();
  });
}

/**
 * Focuses the screen as a whole: Tab goes on from its beginning, and no key acts on a note that the user has
 * not chosen.
 */
export function focusScreen(): void {
  const main = document.querySelector('main');
  if (main === null) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/**
 * Chromium focuses a scrollable screen without focusable content, and drops that focus once either changes.
 */
function keepFocusable(screen: HTMLElement): void {
  screen.tabIndex = -1;
  // Only while it is focused: a click between the cards must not focus the screen.
  screen.addEventListener('blur', () => screen.removeAttribute('tabindex'), { once: true });
}

/**
 * If nothing has the focus, focuses the first button of the dialog on top, which stays as long as the dialog.
 */
export function focusTopDialog(): void {
  if (!isFocusOnBody()) return;
  topDialog()?.querySelector('button')?.focus();
}

export function isFocusOnBody(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function topDialog(): Element | null {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? null;
}
