/** Listens for keys of commands on the whole page, outside of fields and dialogs. */
import { useEffect, useEffectEvent } from 'react';
import type { CommandId } from '#shared/ipc/commands.ts';
import { commandOf, isOnPage } from './shortcuts.ts';

/**
 * @param act returns whether the command applies now
 * @example useShortcut(['archive'], () => show('archive'))
 */
export function useShortcut<const C extends CommandId>(
  among: readonly C[],
  act: (command: C, event: KeyboardEvent) => boolean,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = isOnPage(event.target) ? commandOf(event, ...among) : null;
    if (command !== null && act(command, event)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
