/**
 * The key store of a person's choice on Linux. Chromium takes it from the switch `--password-store`, but a
 * start from the menu, at login or by a link has no switches. So the file `password-store` of the user-data
 * folder holds the same word for every start.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { messageOf, systemCodeOf } from '#shared/base/error.ts';
import { StartError } from '../base/start-error.ts';

const SWITCH = 'password-store';
/** Chromium silently takes another key store for any other word. */
const STORES = ['gnome-libsecret', 'kwallet6', 'kwallet5', 'kwallet', 'basic'];

/**
 * Applies what the file says, unless this start has the switch itself. To be called before Electron is ready.
 * @throws AppError `config-invalid` if the file cannot be read or names no key store; the message names the
 *   file
 */
export function choosePasswordStore(): void {
  if (process.platform !== 'linux' || app.commandLine.hasSwitch(SWITCH)) return;
  const file = path.join(app.getPath('userData'), SWITCH);
  const store = readIfThere(file);
  if (store === null) return;
  if (!STORES.includes(store))
    throw new StartError(
      'config-invalid',
      'key-store-unknown',
      `The file ${file} must hold one of the words ${STORES.join(', ')}, or be removed.`,
    );
  app.commandLine.appendSwitch(SWITCH, store);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw new StartError(
      'config-invalid',
      'key-store-unreadable',
      `The file ${file} cannot be read: ${messageOf(error)}.`,
    );
  }
}
