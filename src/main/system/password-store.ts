/**
 * The user's choice of a key store on Linux. Chromium reads it from the switch `--password-store`, but starts
 * from the menu, at login or by a link have no switches. The file `password-store` in the user-data folder
 * therefore sets the same value for every start.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { messageOf, systemCodeOf } from '#shared/base/error.ts';
import { StartError } from '../base/start-error.ts';

const SWITCH = 'password-store';
/** For any other word, Chromium silently uses a different key store. */
const STORES = ['gnome-libsecret', 'kwallet6', 'kwallet5', 'kwallet', 'basic'];

/**
 * Applies the choice in the file, unless this start has the switch. To be called before Electron is ready.
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
