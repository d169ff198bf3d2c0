// What Electron's binary is asked to do when it is asked whether it starts at all: show a page in a window
// that nobody sees.
const { app, BrowserWindow } = require('electron');

async function show() {
  await app.whenReady();
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  window.webContents.on('render-process-gone', () => app.exit(1));
  await window.loadURL('data:text/html,started');
}

show().then(
  () => app.exit(0),
  () => app.exit(1),
);
