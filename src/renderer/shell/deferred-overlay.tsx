/**
 * Loads the overlays (dialogs and toasts) once the first screen has been drawn, which shows none of them:
 * their code is as large as that of all screens. What is requested before they are loaded is shown
 * afterwards.
 */
import { atom, useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { store } from '../state/store.ts';
import type * as overlays from './overlays.tsx';

type Overlays = typeof overlays;

const overlaysAtom = atom<Overlays | null>(null);

/**
 * In milliseconds. A hidden page draws no frames and has no idle time, so the load begins after this time.
 */
const PATIENCE_MS = 500;

/** Call when the first screen is in the page, so that its frame comes first. */
export function loadOverlaysSoon(): void {
  requestIdleCallback(() => void load(), { timeout: PATIENCE_MS });
}

async function load(): Promise<void> {
  store.set(overlaysAtom, await import('./overlays.tsx'));
}

export function DeferredOverlay({ name }: { readonly name: keyof Overlays }): JSX.Element | null {
  const Overlay = useAtomValue(overlaysAtom)?.[name];
  return Overlay === undefined ? null : <Overlay />;
}
