/**
 * Whether this desktop shows tray icons. Windows and macOS always do. On Linux a window must not be hidden into a tray that
 * nobody sees, so the session bus is asked for the service that draws them; no answer counts as none.
 */
import { execFile } from 'node:child_process';

const ANSWER_MS = 2_000;

/** @param platform as in `process.platform` */
export function hasTray(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return Promise.resolve(true);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  execFile('gdbus', QUESTION, { timeout: ANSWER_MS }, (error, stdout) => {
    resolve(error === null && stdout.includes('true'));
  });
  return promise;
}

const QUESTION = [
  'call',
  '--session',
  '--dest',
  'org.freedesktop.DBus',
  '--object-path',
  '/org/freedesktop/DBus',
  '--method',
  'org.freedesktop.DBus.NameHasOwner',
  'org.kde.StatusNotifierWatcher',
];
