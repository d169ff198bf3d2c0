/**
 * Prevents pages of the app from leaving its origin, opening windows, embedding other pages and using
 * devices. This applies to every page from its creation, so that no window can be forgotten. Also refuses
 * unsafe switches on the command line of a packaged app.
 */
import { app, type WebContents } from 'electron';
import { StartError } from '../base/start-error.ts';
import { isOwnPage } from '../ipc/sender.ts';
import { pageSession } from '../system/page-session.ts';

/**
 * Switches of Chromium that a packaged app refuses. It obeys all others that a desktop, a launcher or the
 * user passes: graphics, scale, language, key store, proxies, `--user-data-dir`, and `--no-sandbox`, which
 * root and some AppImages need.
 */
const REFUSED_SWITCHES = [
  // Lets other programs read and operate pages over a pipe, or over a port that other users of this computer
  // can reach.
  'remote-debugging-port',
  'remote-debugging-pipe',
  // Writes page contents, traffic or TLS keys to a file.
  'trace-startup',
  'enable-tracing',
  'trace-config-file',
  'log-net-log',
  'ssl-key-log-file',
  'log-file',
  // Accepts another server in place of Google's.
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  // Lets a page do more.
  'disable-web-security',
  'allow-running-insecure-content',
  'js-flags',
  'disable-blink-features',
  'enable-experimental-web-platform-features',
  'enable-blink-test-features',
  'allow-file-access-from-files',
  'disable-site-isolation-trials',
  // Runs another program in place of a process of Chromium, which then gets that process's data.
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'zygote-cmd-prefix',
];

/** Features of windows, graphics and video, which launchers turn on. Any other one may let a page do more. */
const HARMLESS_FEATURE =
  /^(?:(?:UseOzone|Ozone|Wayland|Vaapi|Vulkan|DefaultANGLE|AcceleratedVideo|WebRTCPipeWire|TouchpadOverscroll)\w*|GlobalShortcutsPortal|MiddleClickAutoscroll)$/;

/** Switches that are refused for some of their values. */
const REFUSED_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  'enable-features': hasOtherFeature,
  'enable-blink-features': hasOtherFeature,
  // Ends what keeps WebRTC of a page off the network.
  'disable-features': (value) => /\bConnectionAllowlists\b/.test(value),
  // Only those of the pointer.
  'blink-settings': (value) =>
    value.split(',').some((one) => !/^(?:primary|available)(?:Hover|Pointer)Types?=\d+$/.test(one)),
  // Without a value, messages go only to the terminal.
  'enable-logging': (value) => value === 'file',
};

function hasOtherFeature(value: string): boolean {
  return value.split(',').some((feature) => feature !== '' && !HARMLESS_FEATURE.test(feature));
}

/**
 * To be called by a packaged app in its main script. Electron opens the debugging port only after that script
 * has run (`ElectronBrowserMainParts::PreMainMessageLoopRun`), and Chromium's network reads `SSLKEYLOGFILE`
 * later still.
 *
 * The variable is removed but no reason to refuse, because people who debug their browser set it for their
 * whole session. The switches are also removed, so that a message can be shown without opening the port.
 * @throws AppError `refused-switch` that names the switches
 */
export function refuseUnsafeStart(): void {
  delete process.env['SSLKEYLOGFILE'];
  const { commandLine } = app;
  // Only Chromium knows its switches: on Windows, `/name` and any case of a name are also switches, and
  // arguments after `--` are not.
  const found = [
    ...REFUSED_SWITCHES.filter((name) => commandLine.hasSwitch(name)),
    ...Object.entries(REFUSED_VALUES).flatMap(([name, isRefused]) =>
      commandLine.hasSwitch(name) && isRefused(commandLine.getSwitchValue(name)) ? [name] : [],
    ),
  ];
  for (const name of found) commandLine.removeSwitch(name);
  if (found.length === 0) return;
  const names = found.map((name) => `--${name}`).join(' and ');
  throw new StartError(
    'refused-switch',
    'unsafe-switch',
    `Inkling does not start with ${names}, because that could let others read or change your notes. Start it again without.`,
  );
}

/** @param openLink called with the address of each window that a page wanted to open */
export function hardenPages(openLink: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => hardenPage(contents, openLink));
  const pages = pageSession();
  pages.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  pages.setPermissionCheckHandler(() => false);
  // The app saves files only by its own dialogs.
  pages.on('will-download', (event) => event.preventDefault());
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
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
