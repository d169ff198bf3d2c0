/** Whether windows can be shown, and a virtual display where they cannot. */
import { installByApt, isProgram } from './apt.mjs';
import { Stop } from './stop.mjs';

/**
 * Linux without a display server has no place for a window; elsewhere there always is one.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
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
