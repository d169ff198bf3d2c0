// Runs before the app's main script: the main window's page dies while it is loaded for the first time.
// Prints once the next one has loaded and, if the start shows a window, is shown; then it quits.
const events = require('node:events');
const { app, BrowserWindow } = require('electron');

const isHidden = process.argv.includes('--hidden');
let died = false;

app.on('web-contents-created', (_event, contents) => {
  const isMain = () => contents.getURL().includes('/index.html');
  contents.on('dom-ready', () => {
    if (died || !isMain()) return;
    died = true;
    contents.forcefullyCrashRenderer();
  });
  contents.on('did-finish-load', () => {
    if (died && isMain()) void tell(contents);
  });
});

async function tell(contents) {
  await contents.executeJavaScript(`new Promise((resolve) => {
    const look = () => document.body.innerText.includes('Sign In With Google') ? resolve() : setTimeout(look, 20);
    look();
  })`);
  const window = BrowserWindow.fromWebContents(contents);
  if (!isHidden && !window.isVisible()) await events.once(window, 'show');
  // The app's console is its log, which leaves out unknown texts.
  process.stdout.write(`alive, ${window.isVisible() ? 'shown' : 'hidden'}\n`);
  app.quit();
}
