/** When a focused toast closes, moves the focus back to where it was, or else to the screen. */
import { atom } from 'jotai';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { focusFallback } from '../components/focus-guard.ts';
import { store } from '../state/store.ts';

/** The last focused element outside of toasts. */
const focusBeforeAtom = atom<HTMLElement | null>(null);

/** Follows the focus. Called once per page, before it has any toast. */
export function useFocusBefore(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && !isInToast(target)) store.set(focusBeforeAtom, target);
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
}

/** Call before a toast closes. */
export function returnFocus(): void {
  if (document.activeElement !== null && isInToast(document.activeElement)) focusBefore();
}

/** For a toast that closes by itself, such as by Esc. @param ref an element in the toast */
export function useFocusReturn(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const toast = ref.current?.closest('[role=listitem]') ?? null;
    return () => {
      // Afterwards, because React fires no focus events while it changes the page.
      if (toast?.contains(document.activeElement) === true) queueMicrotask(focusBefore);
    };
  }, [ref]);
}

function focusBefore(): void {
  const before = store.get(focusBeforeAtom);
  if (before?.isConnected === true) before.focus();
  if (before !== null && document.activeElement === before) return;
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  focusFallback();
}

function isInToast(element: Element): boolean {
  return element.closest('[data-toaster-position]') !== null;
}
