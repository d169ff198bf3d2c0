// Runs before the app's main script: Playwright tells Chromium to keep secrets in no key store. People's
// starts do not, so that the desktop chooses here, too.
require('electron').app.commandLine.removeSwitch('password-store');
