/** The global keys that open the quick note. */
import { app, globalShortcut } from 'electron';
import { whyKeysAreRefused } from '#shared/ipc/accelerator.ts';
import { DEFAULT_SHORTCUT, type DesktopKeys } from '#shared/ipc/settings.ts';
import { findDesktopKeys } from './desktop-keys.ts';

export interface Shortcut {
  /**
   * Listens to these keys instead of the previous ones; null stops listening.
   * @returns a sentence that says why the keys do not work; null if they work, as far as the system reports
   */
  use(accelerator: string | null): string | null;
  /** Stops or resumes listening to the keys; `use` also resumes it. */
  pause(paused: boolean): void;
  dispose(): void;
}

/** Null if the keys are chosen in this app. */
export function desktopKeys(): DesktopKeys | null {
  return findDesktopKeys(process.platform, app.commandLine.getSwitchValue('ozone-platform'), process.env);
}

export function createShortcut(onPress: () => void): Shortcut {
  return desktopKeys() === null ? createOwnShortcut(onPress) : createDesktopShortcut(onPress);
}

function createOwnShortcut(onPress: () => void): Shortcut {
  let used: string | null = null;

  function release(): void {
    if (used !== null) globalShortcut.unregister(used);
    used = null;
  }

  return {
    use(accelerator) {
      // While it is suspended, Electron registers no keys.
      globalShortcut.setSuspended(false);
      if (accelerator === used) return null;
      release();
      if (accelerator === null) return null;
      const refused = whyKeysAreRefused(accelerator, process.platform);
      if (refused !== null) return refused;
      try {
        // A press may still arrive after the keys were changed.
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
 * On Wayland the desktop's portal binds the shortcut to keys of its own choice, reports no refusal, and keeps
 * reporting presses after the keys were unregistered. Electron ends the app if a press arrives without a
 * registration. The shortcut is therefore registered once, and unwanted presses are ignored.
 */
function createDesktopShortcut(onPress: () => void): Shortcut {
  let isRegistered = false;
  let isWanted = false;
  return {
    use(accelerator) {
      isWanted = accelerator !== null;
      if (accelerator === null || isRegistered) return null;
      // The desktop shows these keys to the user, who may choose others.
      const mayAsk =
        HAS_PORTAL_ID.test(accelerator) && whyKeysAreRefused(accelerator, process.platform) === null;
      const keys = mayAsk ? accelerator : DEFAULT_SHORTCUT;
      try {
        isRegistered = globalShortcut.register(keys, () => void (isWanted && onPress()));
      } catch {
        isRegistered = false;
      }
      return isRegistered ? null : NO_PORTAL;
    },
    pause: () => undefined,
    dispose: () => undefined,
  };
}

/** Keys that have their own id at the portal. All others share one id. */
const HAS_PORTAL_ID = /\+(?:[A-Z0-9,.]|Up|Down|Left|Right|Home|End|PageUp|PageDown|Space|Insert|Delete)$/;

const TAKEN =
  'Another program uses these keys. Choose others, or bind the command below to keys in your system’s settings.';
const NO_PORTAL = 'Your desktop does not let programs have keys. Bind the command above to keys instead.';
