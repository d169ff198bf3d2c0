/**
 * Asks for a person's attention where the system does not let a window come to the front by itself. Windows
 * and macOS guard the program that somebody is working in, and so do many window managers of X11. On Wayland
 * Electron's `flashFrame` does nothing, but the desktop itself marks a window that asked for the focus in
 * vain, and `show` has asked.
 */
import type { BrowserWindow } from 'electron';
import type { Clock } from '#shared/base/clock.ts';

/** How long the system may take to give a window the focus, in milliseconds. */
const FOCUS_PATIENCE_MS = 500;

/**
 * @returns a function to call when the window was shown. It asks until the window has the focus, or is not
 * shown any more.
 */
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
