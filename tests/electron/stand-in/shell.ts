/**
 * `shell`: what is opened is recorded (record.ts). In headed runs a web address opens in an ordinary browser window of the
 * same Chromium, so that a person can sign in.
 */
import { record } from './record.ts';
import { requireBrowser } from './runtime.ts';
import { strict } from './strict.ts';

export const shell = strict('shell', {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error('Invalid URL');
    record.opened.push(url);
    const { headed, connection } = requireBrowser();
    if (headed && /^https?:/.test(url))
      await connection.send('Target.createTarget', { url, newWindow: true });
  },
  async openPath(path: string): Promise<string> {
    record.opened.push(path);
    return '';
  },
  showItemInFolder: (path: string): void => void record.opened.push(path),
});
