/**
 * What the stand-in's modules share: the started app, Chromium once it runs, and whether the end has begun. Nothing
 * here is seen by the app.
 */
import type { Browser } from './chromium/browser.ts';

/** The part of the app's package.json that Electron reads. */
export interface AppManifest {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
  readonly main?: string;
}

/** A window as quitting sees it. */
export interface OpenWindow {
  /** Answers false when the app or the page refuses to close. */
  requestClose(): Promise<boolean>;
}

interface Runtime {
  manifest: AppManifest;
  appDir: string;
  browser: Browser | undefined;
  ready: boolean;
  /** `app.quit()` is closing the windows. */
  quitting: boolean;
  /** Nothing stops the end any more. */
  exiting: boolean;
  /** No page's process gets to draw anything. */
  blankPages: boolean;
  readonly openWindows: Set<OpenWindow>;
  /** Keys, as an accelerator, that the page of the window with this id has left alone. */
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

/** A reason not to start that the user can do something about; shown as its one sentence. */
export class StartError extends Error {}

/** The running Chromium. Throws before the app is ready. */
export function requireBrowser(): Browser {
  if (!runtime.browser) throw new Error('Electron stand-in: Chromium is not running');
  return runtime.browser;
}

/** Tells the developer what the app cannot know, except while everything is coming down. */
export function report(subject: string, error: unknown): void {
  if (!runtime.exiting) console.error(`Electron stand-in: ${subject}:`, error);
}
