/** Whether windows can be shown, and a virtual display if they cannot. */
import { installByApt, isProgram } from './apt.mjs';
import { start } from './processes.mjs';
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

/**
 * The display for the app's windows when a driver runs it: the stand-in needs none, the real Electron does. A virtual
 * display is installed if there is none.
 * @param {import('../../electron-stand-in/choose-host.ts').Host} host
 * @returns {Promise<Display>}
 */
export async function displayFor(host) {
  if (host.name === 'stand-in' || hasDisplay()) return 'own';
  await ensureVirtualDisplay();
  return 'virtual';
}

/**
 * Starts this Node on the given display.
 * @param {Display} display
 * @param {readonly string[]} args
 * @param {import('./processes.mjs').StartOptions} [options]
 */
export function startNode(display, args, options) {
  if (display === 'virtual') return start('xvfb-run', ['-a', process.execPath, ...args], options);
  return start(process.execPath, args, options);
}

/**
 * Installs xvfb-run by apt if it is missing.
 * @throws {Stop} if that is not possible; says what to install
 */
export async function ensureVirtualDisplay() {
  if (isProgram('xvfb-run')) return;
  const output = await installByApt(['xvfb', 'xauth']);
  if (isProgram('xvfb-run')) return;
  if (output !== undefined) console.error(output.trimEnd());
  throw new Stop(
    'There is no display for Electron and no xvfb-run to make one: install it (Debian, Ubuntu: apt-get install xvfb xauth), run this in a desktop session, or set INKLING_HOST=stand-in.',
  );
}
