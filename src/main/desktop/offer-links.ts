/** Who opens the app's links. */
import { app } from 'electron';
import { LINK_SCHEME } from './deep-link.ts';

/**
 * In front of the link, which Windows puts into a line of text: what its author might add behind it is no switch of Chromium's then.
 * Electron's own check for that looks at a list in which switches come first.
 */
const BEFORE_LINK = ['--'];

/**
 * Has Windows open such links with this app, for this person, should they be opened with another one or none. On macOS and Linux
 * the package says so. A build that is no package would take them away from one that is installed.
 */
export function offerLinks(): void {
  if (process.platform !== 'win32' || !app.isPackaged) return;
  const registration = [LINK_SCHEME, process.execPath, BEFORE_LINK] as const;
  if (!app.isDefaultProtocolClient(...registration)) app.setAsDefaultProtocolClient(...registration);
}
