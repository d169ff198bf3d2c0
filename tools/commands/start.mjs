/**
 * `npm start -- [arguments of the app]`: builds and opens the app. If the app has no configuration, the local
 * cloud runs beside it; if Electron's binary is not available, the app runs in the stand-in. Every started
 * process ends with the app or with Ctrl+C, and the app's exit code is passed on.
 */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from './lib/build.mjs';
import { command } from './lib/command.mjs';
import { hasDisplay } from './lib/display.mjs';
import { ensureHeadedHost } from './lib/host.mjs';
import { startLocalCloud } from './lib/local-cloud.mjs';
import { root } from './lib/paths.mjs';
import { start } from './lib/processes.mjs';
import { Stop } from './lib/stop.mjs';
import { hasConfiguration, userDataFolder } from './lib/user-data.mjs';

/** @typedef {import('./lib/host.mjs').Host} Host */

/**
 * Exit codes of Chromium on Linux if it cannot start, for example without its sandbox: within a second, one
 * of these signals ends it.
 */
const DEATHS = new Set(
  (process.platform === 'linux' ? /** @type {const} */ (['SIGTRAP', 'SIGILL', 'SIGABRT']) : []).map(
    (signal) => 128 + os.constants.signals[signal],
  ),
);
const EARLY_MS = 5000;

await command(async (args) => {
  if (!hasDisplay()) {
    throw new Stop(
      'There is no display to open a window on: run this in a desktop session, give it a virtual one (xvfb-run -a npm start), or see the app work by itself with npm run demo.',
    );
  }
  const host = await ensureHeadedHost();
  await build();
  const configuration = await configure(userDataFolder(args));
  return open(host, args, configuration);
});

/**
 * Opens the app, and once more without Chromium's sandbox if the sandbox made it fail.
 * @param {Host} host
 * @param {readonly string[]} args of the app
 * @param {NodeJS.ProcessEnv} configuration
 * @returns {Promise<number>} the exit code
 */
async function open(host, args, configuration) {
  const env = { ...process.env, ...host.env, ...configuration };
  const from = Date.now();
  const code = await start(host.executable, [...host.args, root, ...args], { env }).ended;
  if (host.name !== 'electron' || !DEATHS.has(code) || Date.now() - from > EARLY_MS) return code;
  if (host.args.includes('--no-sandbox')) {
    throw new Stop(
      `Electron died at once (see above). INKLING_HOST=stand-in npm start opens the app without it.`,
      code,
    );
  }
  // It has just shown a page in its sandbox, so something else that the app needs was denied.
  const { withoutSandbox } = await import('../electron-binary/choose-host.ts');
  const again = withoutSandbox(host.executable);
  console.error(again.note);
  return open(again, args, configuration);
}

/**
 * The environment variables for the app's configuration: none if it has one, otherwise those of the local
 * cloud.
 * @param {string} userData
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function configure(userData) {
  if (hasConfiguration(userData)) return {};
  const folder = path.join(userData, 'local-cloud');
  const running = path.join(folder, 'config.json');
  const { isLocked } = await import('@inkling/local-cloud/storage/folder-lock.ts');
  if (existsSync(running) && isLocked(folder)) {
    console.log('The local cloud of these notes runs already, so this start uses it.');
    return { INKLING_CONFIG: running };
  }
  const { ready } = await startLocalCloud(folder);
  console.log(
    `No configuration was found, so the notes go to a local cloud on this machine (${folder}). docs/setup.md says how to connect a Firebase project.`,
  );
  return { INKLING_CONFIG: ready.config };
}
