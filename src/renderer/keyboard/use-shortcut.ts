/** Listens for shortcuts on the whole page. */
import { useEffect, useEffectEvent } from 'react';
import { isShortcut, letterOf } from './shortcuts.ts';

/** @param act gets each possible shortcut, with its key by `letterOf`; returns whether it was one */
export function useShortcut(act: (key: string, event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event) && act(letterOf(event), event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
