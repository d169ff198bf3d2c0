/**
 * `npm start -- [arguments of the app]`: builds and opens the app. If the app has no configuration, the local
 * cloud runs beside it; if Electron's binary is not available, the app runs in the stand-in. Every started process
 * ends with the app or with Ctrl+C, and the app's exit code is passed on.
 */
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

await command(async (args) => {
  if (!hasDisplay()) {
    throw new Stop(
      'There is no display to open a window on: run this in a desktop session, give it a virtual one (xvfb-run -a npm start), or see the app work by itself with npm run demo.',
    );
  }
  const host = await ensureHeadedHost();
  await build();
  const configuration = await configure(userDataFolder(args));
  const env = { ...process.env, ...host.env, ...configuration };
  return start(host.executable, [...host.args, root, ...args], { env }).ended;
});

/**
 * The environment variables for the app's configuration: none if it has one, else those of the local cloud.
 * @param {string} userData
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function configure(userData) {
  if (hasConfiguration(userData)) return {};
  const folder = path.join(userData, 'local-cloud');
  const { ready } = await startLocalCloud(folder);
  console.log(
    `No configuration was found, so the notes go to a local cloud on this machine (${folder}). README.md says how to connect a Firebase project.`,
  );
  return { INKLING_CONFIG: ready.config };
}
