/**
 * What no page of the app may do: leave the app's origin, open windows, embed others, or use a device. This
 * applies to every page from its creation, so that no window can be forgotten. And what nobody may ask of a
 * packaged app on its command line.
 */
import { app, session, type WebContents } from 'electron';
import { StartError } from '../base/start-error.ts';
import { isOwnPage } from '../ipc/sender.ts';

/**
 * Switches of Chromium with which a packaged app does not start. Whatever else a desktop, a launcher or a
 * person passes is obeyed: graphics, scale, language, key store, proxies, `--user-data-dir`, and
 * `--no-sandbox`, which root and some AppImages need.
 */
const REFUSED_SWITCHES = [
  // Pages can be read and operated over a port of this computer, which its other users can reach, or over a
  // pipe.
  'remote-debugging-port',
  'remote-debugging-pipe',
  // What pages show, what is sent, or the keys of connections goes into a file.
  'trace-startup',
  'enable-tracing',
  'trace-config-file',
  'log-net-log',
  'ssl-key-log-file',
  // Another server is taken for Google's.
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // A page may do more.
  'disable-web-security',
  'allow-running-insecure-content',
  'js-flags',
  'enable-blink-features',
  'disable-blink-features',
  // Another program runs in the place of a process of Chromium's, and gets what that is told.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
];

/**
 * To be called by a packaged app in its main script. Electron opens the debugging port only after that script
 * has run (`ElectronBrowserMainParts::PreMainMessageLoopRun`), and Chromium's network reads `SSLKEYLOGFILE`
 * later still.
 *
 * The variable is removed and no reason to refuse: people who debug their browser set it for their whole
 * session. The switches are taken away as well, so that a message can be shown without opening the port.
 * @throws AppError `refused-switch` that names the switches
 */
export function refuseUnsafeStart(): void {
  delete process.env['SSLKEYLOGFILE'];
  const { commandLine } = app;
  // Chromium itself is asked: on Windows `/name` and any case of a name are switches, too, and what follows
  // `--` is none.
  const found = REFUSED_SWITCHES.filter((name) => commandLine.hasSwitch(name));
  for (const name of found) commandLine.removeSwitch(name);
  if (found.length === 0) return;
  const names = found.map((name) => `--${name}`).join(' and ');
  throw new StartError(
    'refused-switch',
    'unsafe-switch',
    `Inkling does not start with ${names}, because that could let others read or change your notes. Start it again without.`,
  );
}

/** @param openLink gets the addresses that a page wanted to open in a window */
export function hardenPages(openLink: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => hardenPage(contents, openLink));
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}

function hardenPage(contents: WebContents, openLink: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
