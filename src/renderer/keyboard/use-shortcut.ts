/** Listens for shortcuts on the whole page. */
import { useEffect, useEffectEvent } from 'react';
import { isShortcut } from './shortcuts.ts';

/** @param act is called with each key press that may be a shortcut, and returns whether it was one */
export function useShortcut(act: (event: KeyboardEvent) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event) && act(event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
