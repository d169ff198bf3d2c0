// Runs before the app's main script: shows the main window, hides it, prints what its page heard, and quits.
const { app, BrowserWindow } = require('electron');

const FOCUS_MS = 15_000;
const LISTEN = `
  window.heard = [];
  addEventListener('focus', () => heard.push('focus'));
  addEventListener('blur', () => heard.push('blur'));
  document.addEventListener('visibilitychange', () => heard.push(document.visibilityState));
`;
const isDone = `new Promise((resolve) => {
  const look = () => (heard.includes('hidden') ? resolve(heard) : setTimeout(look, 20));
  look();
})`;

app.on('web-contents-created', (_event, contents) => {
  contents.once('did-finish-load', () => {
    if (contents.getURL().includes('/index.html')) void tell(contents);
  });
});

async function tell(contents) {
  const window = BrowserWindow.fromWebContents(contents);
  if (await getsFocus(window)) {
    await contents.executeJavaScript(LISTEN);
    window.hide();
    process.stdout.write(`heard ${(await contents.executeJavaScript(isDone)).join()}\n`);
  } else {
    process.stdout.write('no focus\n');
  }
  app.quit();
}

// A desktop may leave the focus in the window in which the user types.
function getsFocus(window) {
  return new Promise((resolve) => {
    if (window.isFocused()) resolve(true);
    window.once('focus', () => resolve(true));
    setTimeout(() => resolve(false), FOCUS_MS);
    app.focus({ steal: true });
  });
}
