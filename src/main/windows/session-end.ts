/**
 * The end of the person's session. On macOS and Linux the app quits as usual, and may ask the system to wait
 * for that. On Windows there is no event of a quit: the app is asked and may refuse, and once all windows
 * were told, Electron ends it at once. A refusal would show a screen that blames the app, although the words
 * are on the disk a tenth of a second later. So the app only stores them.
 */
import { app, type Event, powerMonitor } from 'electron';

/** @param flushPages has the pages hand over what was typed last; the session may still go on */
export function serveSessionEnd(flushPages: () => void): void {
  if (process.platform === 'win32') {
    app.on('browser-window-created', (_event, window) => window.on('query-session-end', flushPages));
    return;
  }
  // Electron's types leave the event out. `preventDefault` makes the system wait, for some seconds at the
  // most.
  powerMonitor.on('shutdown', (...[event]: readonly Event[]) => {
    event?.preventDefault();
    app.quit();
  });
}
