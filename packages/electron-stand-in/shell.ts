/**
 * `shell`: records opened addresses (system.ts). In headed runs a web address also opens in an ordinary
 * browser window of the same Chromium, so that the user can sign in.
 */
import { requireBrowser } from './runtime.ts';
import { strictProxy } from './strict.ts';
import { system } from './system.ts';

export const shell = strictProxy('shell', {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error('Invalid URL');
    system.opened.push(url);
    const { headed, connection } = requireBrowser();
    if (headed && /^https?:/.test(url))
      await connection.send('Target.createTarget', { url, newWindow: true });
  },
  async openPath(path: string): Promise<string> {
    system.opened.push(path);
    // As in Electron, which on Linux gets no answer from the file manager.
    return process.platform === 'linux' ? new Promise(() => undefined) : '';
  },
  showItemInFolder: (path: string): void => void system.opened.push(path),
});
