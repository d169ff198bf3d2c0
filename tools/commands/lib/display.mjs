/** Whether windows can be shown, and a virtual display if they cannot. */
import { installByApt, isProgram } from './apt.mjs';
import { capture, start } from './processes.mjs';
import { Stop } from './stop.mjs';

/**
 * Linux without a display server cannot show a window; other systems always can.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** @typedef {'own' | 'virtual'} Display */

/** Without a window manager windows are neither maximised nor minimised, and none is given the focus. */
const WINDOW_MANAGER = 'openbox';

/**
 * The display for the app's windows when a driver runs it: the stand-in needs none, the real Electron does. A
 * virtual display is installed if there is none.
 * @param {import('../../electron-binary/choose-host.ts').Host} host
 * @returns {Promise<Display>}
 */
export async function displayFor(host) {
  if (host.name === 'stand-in' || hasDisplay()) return 'own';
  await ensureVirtualDisplay();
  return 'virtual';
}

/**
 * The display for the app's windows in tests, which run in an X11 session whatever the person's is
 * (`tests/support/environment.ts`). If the programs for it are installed, the real Electron gets a virtual
 * display also in a desktop session: the windows then do not take the focus from the person, nor the person
 * from them.
 * @param {import('../../electron-binary/choose-host.ts').Host} host
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<{display: Display, hasWindowManager: boolean}>}
 */
export async function testDisplayFor(host, platform = process.platform) {
  if (host.name === 'stand-in' || platform !== 'linux') return { display: 'own', hasWindowManager: true };
  if (!process.env['DISPLAY']) await ensureVirtualDisplay();
  if (isProgram('xvfb-run') && isProgram(WINDOW_MANAGER))
    return { display: 'virtual', hasWindowManager: true };
  if (!process.env['DISPLAY']) return { display: 'virtual', hasWindowManager: false };
  return { display: 'own', hasWindowManager: await isManaged() };
}

/**
 * Whether the display in `DISPLAY` has a window manager. That of a desktop has one, and may lack the program
 * that tells.
 */
async function isManaged() {
  if (!isProgram('xprop')) return true;
  const { output } = await capture('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { timeLimitMs: 10_000 });
  return output.includes('window id');
}

/**
 * Starts this Node on the given display. A virtual one has a window manager if one is installed.
 * @param {Display} display
 * @param {readonly string[]} args
 * @param {import('./processes.mjs').StartOptions} [options]
 */
export function startNode(display, args, options) {
  if (display === 'own') return start(process.execPath, args, options);
  const screen = ['-a', '-s', '-screen 0 1920x1200x24'];
  return start(
    'xvfb-run',
    [...screen, 'sh', '-c', MANAGED, WINDOW_MANAGER, process.execPath, ...args],
    options,
  );
}

/**
 * Runs the command of its arguments beside the window manager that `$0` names. The manager ends with its
 * display, adopts windows that were there before it, and reads no settings of the person.
 */
const MANAGED =
  'if command -v "$0" >/dev/null; then XDG_CONFIG_HOME=/nonexistent "$0" >/dev/null 2>&1 & fi; exec "$@"';

/**
 * Installs xvfb-run by apt if it is missing, with a window manager.
 * @throws {Stop} if that is not possible; says what to install
 */
export async function ensureVirtualDisplay() {
  if (isProgram('xvfb-run')) return;
  const output = await installByApt(['xvfb', 'xauth', WINDOW_MANAGER]);
  if (isProgram('xvfb-run')) return;
  if (output !== undefined) console.error(output.trimEnd());
  throw new Stop(
    'There is no display for Electron and no xvfb-run to make one: install it (Debian, Ubuntu: apt-get install xvfb xauth), run this in a desktop session, or set INKLING_HOST=stand-in.',
  );
}
