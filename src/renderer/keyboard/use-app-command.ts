/** A component's part in what the menu bar and keys with Ctrl or Command do. */
import { useEffect, useEffectEvent } from 'react';
import type { AppCommand } from '#shared/ipc/events.ts';
import { onAppCommand } from './app-commands.ts';

export function useAppCommand(command: AppCommand, act: () => void): void {
  const onCommand = useEffectEvent(act);
  useEffect(() => onAppCommand(command, () => onCommand()), [command]);
}
