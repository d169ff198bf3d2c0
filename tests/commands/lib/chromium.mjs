/**
 * An installed Chromium, in which the stand-in shows the app's windows where Electron's binary cannot be had. The
 * stand-in itself knows where to look for one; this installs it.
 */
import { installByApt } from './apt.mjs';
import { Stop } from './stop.mjs';

const APT_PACKAGES = ['chromium', 'xvfb', 'xauth', 'fonts-liberation'];
const ADVICE = 'Or let npm fetch Electron itself: npx install-electron.';

/**
 * Installs Chromium, a virtual display and fonts by apt where Chromium is missing and that is possible.
 * @throws {Stop} where it is not possible: what to install
 */
export async function ensureChromium() {
  const missing = await whyNoChromium();
  if (missing === undefined) return;
  if (process.env['INKLING_CHROMIUM']) throw new Stop(missing);
  const output = await installByApt(APT_PACKAGES);
  if (output === undefined) throw new Stop(`${missing} ${ADVICE}`);
  if ((await whyNoChromium()) === undefined) return;
  console.error(output.trimEnd());
  throw new Stop(`apt-get did not bring a Chromium (see above). ${missing} ${ADVICE}`);
}

/**
 * The stand-in's own sentence about a missing Chromium, or undefined where there is one. It is TypeScript, so it is
 * loaded only here, when Node 24 runs.
 */
async function whyNoChromium() {
  const { findChromium } = await import('../../electron/stand-in/chromium/find.ts');
  const { StartError } = await import('../../electron/stand-in/runtime.ts');
  try {
    findChromium();
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}
