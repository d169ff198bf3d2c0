// Runs before the app's main script: Playwright tells Chromium to use no key store. Users start without that,
// so here the desktop chooses, too.
require('electron').app.commandLine.removeSwitch('password-store');
