/** Runs `act` for a menu command, or its key with Ctrl or Command, while the component is mounted. */
import { useEffect, useEffectEvent } from 'react';
import type { AppCommand } from '#shared/ipc/events.ts';
import { onAppCommand } from './app-commands.ts';

export function useAppCommand(command: AppCommand, act: () => void): void {
  const onCommand = useEffectEvent(act);
  useEffect(() => onAppCommand(command, () => onCommand()), [command]);
}
