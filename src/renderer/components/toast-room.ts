/**
 * The room of the toast at the window's lower edge. The lists end above it, and dialogs stay above it, so that
 * a toast covers nothing that cannot be moved from under it.
 */
import { atom, useAtomValue } from 'jotai';
import { useLayoutEffect } from 'react';
import { store } from '../state/store.ts';

/** The width of a toast, in CSS pixels, except in a window that is too narrow. */
export const TOAST_WIDTH = 420;
/** Between the window's edge and the toast, in CSS pixels. */
export const TOAST_MARGIN = 24;
/** The room at the window's lower edge; for `calc` in `makeStyles`. */
export const TOAST_ROOM = 'var(--toastRoom, 0px)';

interface Room {
  /** The notice whose toast takes it. */
  readonly id: string;
  /** In CSS pixels, with the gap above the toast. */
  readonly height: number;
}

/** Null without a toast. */
export const roomAtom = atom<Room | null>(null);

/** In CSS pixels; 0 without a toast. */
export function toastRoom(): number {
  return store.get(roomAtom)?.height ?? 0;
}

/** Sets `--toastRoom` for the page. Called once. */
export function useToastRoom(): void {
  const height = useAtomValue(roomAtom)?.height ?? null;
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (height === null) style.removeProperty('--toastRoom');
    else style.setProperty('--toastRoom', `${height}px`);
  }, [height]);
}
