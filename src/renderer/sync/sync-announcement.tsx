/**
 * Announces the sync state to screen readers: when something goes wrong, when more notes are refused, and
 * when all is well again, but never each save.
 */
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useReducer } from 'react';
import { countOf } from '#shared/base/count.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { shownSyncAtom } from './shown-sync.ts';

export function SyncAnnouncement(): JSX.Element {
  const state = useAtomValue(shownSyncAtom);
  const [{ text }, take] = useReducer(nextAnnouncement, SILENCE);
  useEffect(() => {
    take(state);
  }, [state]);
  return <VisuallyHidden as="output">{text}</VisuallyHidden>;
}

export interface Announcement {
  readonly trouble: 'none' | 'opening' | 'closed' | 'offline' | 'cloud-refuses' | 'refused';
  readonly refused: number;
  readonly text: string;
}

export const SILENCE: Announcement = { trouble: 'none', refused: 0, text: '' };

/** The next announcement for a new state; `before` if there is nothing new. */
export function nextAnnouncement(before: Announcement, state: SyncState | null): Announcement {
  if (state === null || state.phase === 'off') return SILENCE;
  // An ended session has its own notice, which is announced.
  if (state.phase === 'connecting' || state.phase === 'session-expired') return before;
  const { phase } = state;
  if (phase !== 'live')
    return before.trouble === phase ? before : { ...before, trouble: phase, text: TEXTS[phase] };
  if (state.refused > 0) {
    const { refused } = state;
    const old = before.trouble === 'refused' && refused <= before.refused;
    return old ? { ...before, refused } : { trouble: 'refused', refused, text: refusedText(refused) };
  }
  if (before.trouble === 'none' || state.pending > 0) return before;
  return { trouble: 'none', refused: 0, text: 'Your notes are in sync again.' };
}

const TEXTS = {
  opening: 'Your notes are being opened again. What you type is saved.',
  closed: 'Your notes could not be opened. What you type is saved.',
  offline: 'You are offline. Your changes are safe on this device.',
  'cloud-refuses': 'The cloud refuses. Your changes are safe on this device.',
} as const;

function refusedText(refused: number): string {
  return refused === 1
    ? 'The cloud refused 1 note. It is safe on this device.'
    : `The cloud refused ${countOf(refused, 'note')}. They are safe on this device.`;
}
