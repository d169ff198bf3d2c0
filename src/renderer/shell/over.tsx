/**
 * Brings what stands over the screens, once the first of them has been drawn: nothing of it is seen with that, and it is made of as
 * much again as all the screens. What is asked for before it is there is shown when it is.
 */
import { atom, useAtomValue } from 'jotai';
import type { JSX } from 'react';
import { store } from '../state/store.ts';
import type * as overlays from './overlays.tsx';

type Overlays = typeof overlays;

const overlaysAtom = atom<Overlays | null>(null);

/** A hidden page has no frame to wait for, and no idle time either. */
const PATIENCE_MS = 500;

/** To be called when the first screen stands in the page: its frame comes first. */
export function loadOverlaysSoon(): void {
  requestIdleCallback(() => void load(), { timeout: PATIENCE_MS });
}

async function load(): Promise<void> {
  store.set(overlaysAtom, await import('./overlays.tsx'));
}

export function Over({ of }: { readonly of: keyof Overlays }): JSX.Element | null {
  const Overlay = useAtomValue(overlaysAtom)?.[of];
  return Overlay === undefined ? null : <Overlay />;
}
