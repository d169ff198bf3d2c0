/**
 * The state that the stand-in's modules share: the started app, the running Chromium, and whether the app is
 * quitting. The app cannot see it.
 */
import type { Browser } from './chromium/browser.ts';

/** The part of the app's package.json that Electron reads. */
export interface AppManifest {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
  readonly main?: string;
}

/** The part of a window that quitting needs. */
export interface OpenWindow {
  /** @returns false if the app or the page refuses to close */
  requestClose(): Promise<boolean>;
}

interface Runtime {
  manifest: AppManifest;
  appDir: string;
  browser: Browser | undefined;
  ready: boolean;
  /** Whether `app.quit()` is asking the app and its windows for their consent. */
  quitting: boolean;
  /** Whether the app is ending and can no longer be stopped. */
  exiting: boolean;
  /** Whether Electron would show all pages blank, because `app.enableSandbox()` came after `--no-sandbox`. */
  blankPages: boolean;
  readonly openWindows: Set<OpenWindow>;
  /** Called with keys, as an accelerator, that the page of the window with this id has not handled. */
  onKeys: (accelerator: string, windowId: number) => void;
}

export const runtime: Runtime = {
  manifest: {},
  appDir: '.',
  browser: undefined,
  ready: false,
  quitting: false,
  exiting: false,
  blankPages: false,
  openWindows: new Set(),
  onKeys: () => undefined,
};

/** A reason not to start that the user can remove. Only its message is shown. */
export class StartError extends Error {}

/** The running Chromium. Throws before the app is ready. */
export function requireBrowser(): Browser {
  if (!runtime.browser) throw new Error('Electron stand-in: Chromium is not running');
  return runtime.browser;
}

/** Writes an error that the app cannot see to stderr, except while the app ends. */
export function report(subject: string, error: unknown): void {
  if (!runtime.exiting) console.error(`Electron stand-in: ${subject}:`, error);
}
