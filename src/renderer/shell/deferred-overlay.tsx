/**
 * Loads the overlays (dialogs and toasts) after the first screen, which shows none of them: their code is as
 * large as that of all screens. Overlays requested before that appear once they are loaded.
 */
import { atom, useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { store } from '../state/store.ts';
import type * as overlays from './overlays.tsx';

type Overlays = typeof overlays;

const overlaysAtom = atom<Overlays | null>(null);

/** A hidden page renders no frames and is never idle, so loading begins after this many milliseconds. */
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
