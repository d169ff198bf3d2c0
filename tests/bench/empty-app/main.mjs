/** The smallest app, a window with one word in it: it shows what the host alone costs. */
import path from 'node:path';
import { app, BrowserWindow } from 'electron';

app.on('window-all-closed', () => app.quit());
app
  .whenReady()
  .then(() => {
    const window = new BrowserWindow({ width: 1180, height: 800, show: false });
    window.once('ready-to-show', () => window.show());
    return window.loadFile(path.join(import.meta.dirname, 'index.html'));
  })
  .catch((error) => {
    console.error(error);
    app.exit(1);
  });
