/** The keys that open the quick note from anywhere. */
import { app, globalShortcut } from 'electron';
import { whyKeysAreRefused } from '#shared/accelerator.ts';
import { DEFAULT_SHORTCUT } from '#shared/settings.ts';
import { whereDesktopSetsKeys } from './desktop-keys.ts';

export interface Shortcut {
  /**
   * Listens to these keys instead of those before; null to none.
   * @returns why they do not work, in a sentence; null where they do, as far as the system tells
   */
  use(accelerator: string | null): string | null;
  /** Lets the keys pass, until they are to be listened to again or `use` is called. */
  pause(paused: boolean): void;
  dispose(): void;
}

/** Where a person changes the keys; null where that is this app. */
export function keysSetIn(): string | null {
  return whereDesktopSetsKeys(
    process.platform,
    app.commandLine.getSwitchValue('ozone-platform'),
    process.env,
  );
}

export function createShortcut(onPress: () => void): Shortcut {
  return keysSetIn() === null ? createOwnShortcut(onPress) : createDesktopShortcut(onPress);
}

function createOwnShortcut(onPress: () => void): Shortcut {
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
      const refused = whyKeysAreRefused(accelerator, process.platform);
      if (refused !== null) return refused;
      try {
        // A press that was on its way when its keys were changed arrives afterwards.
        const listen = (): void => void (used === accelerator && onPress());
        if (!globalShortcut.register(accelerator, listen)) return TAKEN;
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

/**
 * On Wayland the desktop's portal binds what it is asked for to keys of its own choice, tells of no refusal, and goes on telling
 * of presses whatever is unregistered; Electron ends the app where a press comes that nobody is registered for any more. So it is
 * asked once, and presses that are not wanted are ignored.
 */
function createDesktopShortcut(onPress: () => void): Shortcut {
  let asked = false;
  let wanted = false;
  return {
    use(accelerator) {
      wanted = accelerator !== null;
      if (accelerator === null || asked) return null;
      const keys = HAS_PORTAL_ID.test(accelerator) ? accelerator : DEFAULT_SHORTCUT;
      try {
        asked = globalShortcut.register(keys, () => void (wanted && onPress()));
      } catch {
        asked = false;
      }
      return asked ? null : NO_PORTAL;
    },
    pause: () => undefined,
    dispose: () => undefined,
  };
}

/** Keys that have an id of their own at the portal; all others share one, by which the desktop would take them for the same. */
const HAS_PORTAL_ID = /\+(?:[A-Z0-9,.]|Up|Down|Left|Right|Home|End|PageUp|PageDown|Space|Insert|Delete)$/;

const TAKEN =
  'Another program holds these keys. Choose others, or bind the command below to keys in your system’s settings.';
const NO_PORTAL =
  'Your desktop gives no keys to programs. Bind the command below to keys in its keyboard settings.';
