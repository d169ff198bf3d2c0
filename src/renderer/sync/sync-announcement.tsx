/** Tells screen readers politely how the notes stand. */
import { useAtomValue } from 'jotai';
import { type JSX, useEffect, useReducer } from 'react';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { nextAnnounced, SILENCE } from './announce.ts';
import { shownSyncAtom } from './steady.ts';

export function SyncAnnouncement(): JSX.Element {
  const state = useAtomValue(shownSyncAtom);
  const [{ text }, take] = useReducer(nextAnnounced, SILENCE);
  useEffect(() => {
    take(state);
  }, [state]);
  return <VisuallyHidden as="output">{text}</VisuallyHidden>;
}
