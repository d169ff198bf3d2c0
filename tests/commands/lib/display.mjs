/** Whether windows can be shown, and a virtual display where they cannot. */
import { installByApt, isProgram } from './apt.mjs';
import { start } from './processes.mjs';
import { Stop } from './stop.mjs';

/**
 * Linux without a display server has no place for a window; elsewhere there always is one.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/** @typedef {'own' | 'virtual'} Display */

/**
 * Where the app's windows go when it is driven: the stand-in needs no display, the real Electron does. A virtual one
 * is installed where it is missing.
 * @param {import('../../electron/host.ts').Host} host
 * @returns {Promise<Display>}
 */
export async function displayFor(host) {
  if (host.name === 'stand-in' || hasDisplay()) return 'own';
  await ensureVirtualDisplay();
  return 'virtual';
}

/**
 * Starts this Node on such a display.
 * @param {Display} display
 * @param {readonly string[]} args
 * @param {import('./processes.mjs').StartOptions} [options]
 */
export function startNode(display, args, options) {
  if (display === 'virtual') return start('xvfb-run', ['-a', process.execPath, ...args], options);
  return start(process.execPath, args, options);
}

/**
 * Installs xvfb-run by apt where it is missing and that is possible.
 * @throws {Stop} where it is not possible: what to install
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
