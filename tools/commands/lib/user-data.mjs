/** Where the app stores its data, and whether it finds a configuration there or elsewhere. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const APP_NAME = 'Inkling';

/**
 * Electron's user-data folder for these arguments.
 * @param {readonly string[]} args the app's arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function userDataFolder(args, env = process.env, platform = process.platform) {
  const option = args.find((arg) => arg.startsWith('--user-data-dir='));
  if (option !== undefined) return path.resolve(option.slice('--user-data-dir='.length));
  return path.join(settingsFolder(env, platform), APP_NAME);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
function settingsFolder(env, platform) {
  if (platform === 'win32') return env['APPDATA'] ?? path.join(os.homedir(), 'AppData', 'Roaming');
  if (platform === 'darwin') return path.join(os.homedir(), 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config');
}

/**
 * Whether the app has a configuration to read. The app itself checks whether it is valid.
 * @param {string} userData
 * @param {NodeJS.ProcessEnv} [env]
 */
export function hasConfiguration(userData, env = process.env) {
  return (
    Boolean(env['INKLING_CONFIG'] || env['INKLING_BAKED_CONFIG']) ||
    existsSync(path.join(userData, 'config.json'))
  );
}
