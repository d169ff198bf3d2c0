/** Makes this app the one that opens its links. */
import { app } from 'electron';
import { LINK_SCHEME } from './deep-link.ts';

/**
 * Comes before the link on the command line that Windows makes, so that nothing that the link's author adds
 * counts as a switch of Chromium. Electron's own check is not enough: in the list that it looks at, switches
 * come first.
 */
const BEFORE_LINK = ['--'];

/**
 * Has Windows open such links with this app for this person, if another one or none is registered. On macOS
 * and Linux the package does that. An unpackaged build must not take the links from an installed app.
 */
export function offerLinks(): void {
  if (process.platform !== 'win32' || !app.isPackaged) return;
  const registration = [LINK_SCHEME, process.execPath, BEFORE_LINK] as const;
  if (!app.isDefaultProtocolClient(...registration)) app.setAsDefaultProtocolClient(...registration);
}
