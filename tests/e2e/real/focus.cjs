// Runs before the app's main script: shows the main window, hides it, prints what its page heard, and quits.
const events = require('node:events');
const { app, BrowserWindow } = require('electron');

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
  if (!window.isFocused()) await events.once(window, 'focus');
  await contents.executeJavaScript(LISTEN);
  window.hide();
  console.log(`heard ${(await contents.executeJavaScript(isDone)).join()}`);
  app.quit();
}
