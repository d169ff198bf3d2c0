/** The keys that open the quick note from anywhere. */
import { globalShortcut } from 'electron';

export interface Shortcut {
  /**
   * Listens to these keys instead of those before; null to none.
   * @returns why they do not work, in a sentence; null where they do
   */
  use(accelerator: string | null): string | null;
  /** Lets the keys pass, until they are to be listened to again or `use` is called. */
  pause(paused: boolean): void;
  dispose(): void;
}

export function createShortcut(onPress: () => void): Shortcut {
  let used: string | null = null;

  function release(): void {
    if (used !== null) globalShortcut.unregister(used);
    used = null;
  }

  return {
    use(accelerator) {
      // While it is suspended Electron takes no keys.
      globalShortcut.setSuspended(false);
      if (accelerator === used) return null;
      release();
      if (accelerator === null) return null;
      try {
        if (!globalShortcut.register(accelerator, onPress)) return TAKEN;
      } catch {
        return `“${accelerator}” is not a key combination.`;
      }
      used = accelerator;
      return null;
    },
    pause: (paused) => globalShortcut.setSuspended(paused),
    dispose: release,
  };
}

const TAKEN =
  'Another program holds these keys. Choose others, or bind “inkling --quick-note” to keys in your system’s settings.';
