/**
 * Actions that a Wayland session denies to a window. A window gets the focus only with an activation token,
 * which the desktop gives to a program that it starts for a key or a click (`XDG_ACTIVATION_TOKEN`), or while
 * another window of the app has the focus (Chromium's `WaylandToplevelWindow::Activate`). Otherwise the
 * desktop marks the window as wanting attention.
 *
 * This desktop is strict: some give the focus to every new window, even without a token.
 */
import { switches } from './command-line.ts';

const VARIABLE = 'XDG_ACTIVATION_TOKEN';

/** As in Electron, the token is removed from the environment, so that no child process inherits it. */
let token = process.env[VARIABLE];
delete process.env[VARIABLE];

export function usesWayland(): boolean {
  const platform = switches.get('ozone-platform') ?? 'auto';
  const session = process.env['XDG_SESSION_TYPE'] === 'wayland' ? 'wayland' : 'x11';
  return (platform === 'auto' || platform === '' ? session : platform) === 'wayland';
}

/** The token with which this process was started, for the first instance. It may remain unused. */
export function activationToken(): string | undefined {
  return token;
}

/** Stores the token that a second instance handed over. */
export function storeActivationToken(next: string): void {
  token = next;
}

/** The stored token, which can be used once. */
export function takeActivationToken(): string | undefined {
  const taken = token;
  token = undefined;
  return taken;
}
