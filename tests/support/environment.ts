/**
 * The environment of all tests, independent of the environment of the user who runs them. Both runners'
 * configurations call this once; a test of one of these variables sets it for the app that it starts.
 */

/**
 * Read by the app or by Chromium: the user's desktop, how it started this program, and another program.
 */
const DESKTOP = [
  'WAYLAND_DISPLAY',
  'XDG_CURRENT_DESKTOP',
  'DESKTOP_SESSION',
  'GNOME_DESKTOP_SESSION_ID',
  'KDE_FULL_SESSION',
  'KDE_SESSION_VERSION',
  'DESKTOP_STARTUP_ID',
  'XDG_ACTIVATION_TOKEN',
  'APPIMAGE',
  'APPDIR',
  'FLATPAK_ID',
];

/** Whether this run imitates a Wayland session, in which the desktop, not the app, listens to keys. */
export const IN_WAYLAND = process.env['INKLING_TEST_SESSION'] === 'wayland';

/** The sentence of `npm test` about a machine without a Chromium; undefined if it has one. */
export const WITHOUT_CHROMIUM = process.env['INKLING_WITHOUT_CHROMIUM'];

/** Whether `npm test` found no window manager on the display of the app's windows. */
export const WITHOUT_WINDOW_MANAGER = process.env['INKLING_WITHOUT_WINDOW_MANAGER'] === '1';

/**
 * Tests connect only to loopback, where no proxy is used. Some systems have these names in both cases.
 */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'GRPC_PROXY', 'NO_GRPC_PROXY'].flatMap(
  (name) => [name, name.toLowerCase()],
);

/**
 * @param env changed in place. With `INKLING_TEST_SESSION=wayland` the app believes that it is in a Wayland
 *   session; since there is no such session, only the stand-in can be its host
 */
export function fixEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of [...DESKTOP, ...PROXIES, 'NODE_USE_ENV_PROXY']) delete env[name];
  env['XDG_SESSION_TYPE'] = env['INKLING_TEST_SESSION'] ?? 'x11';
}
