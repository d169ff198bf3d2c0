/**
 * Asks for the user's attention if the system does not allow a window to come to the front. Windows, macOS
 * and many window managers of X11 protect the program that the user is working in. On Wayland Electron's
 * `flashFrame` does nothing, but the desktop itself marks a window whose request for the focus, made by
 * `show`, was refused.
 */
import type { BrowserWindow } from 'electron';
import type { Clock } from '#shared/base/clock.ts';

/** How long the system may take to give a window the focus, in milliseconds. */
const FOCUS_PATIENCE_MS = 500;

/** @returns a function to call when the window was shown. It asks until the window is focused or hidden. */
export function createAttention(window: BrowserWindow, clock: Clock): () => void {
  let stopWaiting: (() => void) | null = null;
  let asks = false;

  function stop(): void {
    stopWaiting?.();
    if (asks) window.flashFrame(false);
    asks = false;
  }

  window.on('focus', stop);
  window.on('hide', stop);
  window.on('closed', () => stopWaiting?.());
  return () => {
    stopWaiting?.();
    if (window.isFocused() || asks) return;
    stopWaiting = clock.after(FOCUS_PATIENCE_MS, () => {
      asks = true;
      window.flashFrame(true);
    });
  };
}
