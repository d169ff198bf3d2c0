// The app that tests whether Electron's binary starts: it shows a page in an invisible window.
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
