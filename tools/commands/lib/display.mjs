/** Checks whether windows can be shown, and provides a virtual display if not. */
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

/** Without a window manager, windows are never maximised, minimised or focused. */
const WINDOW_MANAGER = 'openbox';

/**
 * The display for the app's windows when a driver runs it. The stand-in needs none; for the real Electron, a
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
 * The display for the app's windows in tests, which always run in an X11 session
 * (`tests/support/environment.ts`). If the programs for it are installed, the real Electron gets a virtual
 * display even in a desktop session, so that the windows and the user do not take the focus from each other.
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
 * Whether the display in `DISPLAY` has a window manager. A desktop has one, but may lack the program that
 * finds it.
 */
async function isManaged() {
  if (!isProgram('xprop')) return true;
  const { output } = await capture('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK'], { timeLimitMs: 10_000 });
  return output.includes('window id');
}

/**
 * Starts this Node on the given display. A virtual display gets a window manager if one is installed.
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
 * Runs the command in its arguments beside the window manager `$0`. The manager ends with its display, adopts
 * existing windows, and reads no settings of the user.
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
