/** Registers this app as the handler of its links. */
import { app } from 'electron';
import { LINK_SCHEME } from './deep-link.ts';

/**
 * Precedes the link on the command line that Windows makes, so that Chromium reads no part of the link as a
 * switch. Electron's own check is not enough, because switches come first in the list that it checks.
 */
const BEFORE_LINK = ['--'];

/**
 * Makes Windows open such links with this app for the current user. On macOS and Linux the package does that.
 * An unpackaged build must not take over the links of an installed app.
 */
export function offerLinks(): void {
  if (process.platform !== 'win32' || !app.isPackaged) return;
  const registration = [LINK_SCHEME, process.execPath, BEFORE_LINK] as const;
  if (!app.isDefaultProtocolClient(...registration)) app.setAsDefaultProtocolClient(...registration);
}
