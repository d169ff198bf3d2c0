/**
 * The end of the user's session on this computer. On macOS and Linux the app quits as usual, and may ask the
 * system to wait. On Windows the app does not get to quit: the system asks it and it may refuse, and Electron
 * ends it as soon as all windows were told. A refusal would show a screen that blames the app, although the
 * words are on the disk a tenth of a second later. The app therefore only stores them.
 */
import { app, type Event, powerMonitor } from 'electron';

/** @param flushPages has the pages store the last typed words; the session may still continue */
export function serveSessionEnd(flushPages: () => void): void {
  if (process.platform === 'win32') {
    app.on('browser-window-created', (_event, window) => window.on('query-session-end', flushPages));
    return;
  }
  // Electron's types lack the event. `preventDefault` makes the system wait for at most some seconds.
  powerMonitor.on('shutdown', (...[event]: readonly Event[]) => {
    event?.preventDefault();
    app.quit();
  });
}
