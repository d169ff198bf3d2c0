/**
 * The focus never falls to the page's body, where the next key would mean nothing: when what had it is taken out of the page and
 * nobody has given it to another place, it goes back to where it was before, or else to the dialog on top or the screen.
 *
 * Esc closes the dialog on top wherever the focus is: a dialog takes the focus only after it has been painted, and hears its keys from then on.
 */
import { useEffect } from 'react';

/** Whoever has removed it may know better; Fluent hands the focus of a popover back after 100 ms. */
const PATIENCE_MS = 200;

/** How far back it is remembered. */
const TRAIL = 8;

/** Called once in a page. */
export function useFocusGuard(): void {
  useEffect(() => {
    /** What had the focus, the last one last. */
    let trail: readonly HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const isLost = (): boolean => trail.at(-1)?.isConnected === false && hasNobodyFocus();
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const earlier = trail.filter((one) => one !== target && one.isConnected);
      trail = [...earlier.slice(1 - TRAIL), target];
    };
    const goBack = (): void => {
      const dialog = topDialog();
      const isThere = (one: HTMLElement): boolean => one.isConnected && dialog?.contains(one) !== false;
      trail.findLast(isThere)?.focus();
      focusWhatIsThere();
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
    const onPress = (): void =>
      void setTimeout(() => {
        if (!hasNobodyFocus()) return;
        // A press beside a pop-up that stands over a dialog ends there: the next key would mean the page behind.
        if (topDialog() !== null) goBack();
        // A press beside everything leaves what had the focus: it is not lost with that.
        else if (trail.at(-1)?.isConnected === true) trail = [];
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

/** Where nobody has the focus. */
export function focusWhatIsThere(): void {
  focusTopDialog();
  if (hasNobodyFocus()) focusScreen();
}

/** The screen as a whole: keys go on from its beginning, and none of them acts on a note that nobody has chosen. */
function focusScreen(): void {
  const main = document.querySelector('main');
  if (main === null) return;
  // For as long as it has the focus: a click beside the cards is to go on meaning nothing.
  main.tabIndex = -1;
  main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true });
  main.focus({ preventScroll: true });
}

/** Where what had the focus is gone, hands it to the dialog on top, whose first button is there to stay. */
export function focusTopDialog(): void {
  if (!hasNobodyFocus()) return;
  topDialog()?.querySelector('button')?.focus();
}

export function hasNobodyFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Null while none is open. */
function topDialog(): Element | null {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? null;
}
