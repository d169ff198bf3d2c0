/**
 * The end of the person's session. On macOS and Linux the app quits as ever, and may ask the system to wait for that. On Windows no event
 * of a quit comes: the app is asked, may say no, and is ended at once by Electron after all were told. To say no would show the
 * person a screen that blames the app, for words that are on the disk a tenth of a second later; so only those are taken.
 */
import { app, type Event, powerMonitor } from 'electron';

/** @param takeWords has the pages hand over what was typed last; the session may go on all the same */
export function serveSessionEnd(takeWords: () => void): void {
  if (process.platform === 'win32') {
    app.on('browser-window-created', (_event, window) => window.on('query-session-end', takeWords));
    return;
  }
  // Electron's types leave the event out. Preventing it has the system wait, some seconds at the most.
  powerMonitor.on('shutdown', (...[event]: readonly Event[]) => {
    event?.preventDefault();
    app.quit();
  });
}
