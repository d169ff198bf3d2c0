/**
 * `app.getPath` and `app.setPath`. Limit: desktop, documents and the like are folders with these English
 * names in the home folder.
 */
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { switches } from './command-line.ts';

const overrides = new Map<string, string>();

function userData(appName: string): string {
  const fromSwitch = switches.get('user-data-dir') ?? '';
  return fromSwitch === '' ? path.join(appData(), appName) : path.resolve(fromSwitch);
}

function appData(): string {
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config');
}

/**
 * The path with that name; creates the folder if Electron does. Throws for names that Electron does not know.
 */
export function getPath(name: string, appName: string): string {
  const home = os.homedir();
  const data = overrides.get('userData') ?? userData(appName);
  const standard: Readonly<Record<string, string>> = {
    home,
    appData: appData(),
    userData: data,
    sessionData: data,
    temp: os.tmpdir(),
    exe: process.argv[0] ?? '',
    module: process.argv[0] ?? '',
    desktop: path.join(home, 'Desktop'),
    documents: path.join(home, 'Documents'),
    downloads: path.join(home, 'Downloads'),
    music: path.join(home, 'Music'),
    pictures: path.join(home, 'Pictures'),
    videos: path.join(home, 'Videos'),
    logs: path.join(data, 'logs'),
    crashDumps: path.join(data, 'Crashpad'),
  };
  const found = overrides.get(name) ?? standard[name];
  if (found === undefined) throw new Error(`Failed to get '${name}' path`);
  if (name === 'userData' || name === 'sessionData' || name === 'logs') mkdirSync(found, { recursive: true });
  return found;
}

/** Overrides a path. Throws, as Electron does, for a relative one. */
export function setPath(name: string, value: string): void {
  if (!path.isAbsolute(value)) throw new Error('Path must be absolute');
  overrides.set(name, value);
}
