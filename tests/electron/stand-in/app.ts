/**
 * `app`: start, paths, the single-instance lock and the quit sequence, in Electron's order of events.
 *
 * Limits: login items are remembered and not registered; `relaunch`, badges, docks and certificates are not built. An
 * error that nobody catches ends the process, where Electron shows a dialog and goes on.
 */
import type { Server } from 'node:net';
import path from 'node:path';
import { getPath, setPath } from './app-paths.ts';
import { type Browser, startBrowser } from './chromium/browser.ts';
import { commandLine, switches, switchesFirst } from './command-line.ts';
import { machine } from './machine.ts';
import { report, runtime } from './runtime.ts';
import { type SecondInstance, takeLock } from './single-instance.ts';
import { cancelable, StrictEmitter } from './strict.ts';

const whenReady = Promise.withResolvers<undefined>();
const secondInstances: SecondInstance[] = [];
/** Beyond this the app ends without waiting for Chromium, which then ends by itself. */
const EXIT_PATIENCE_MS = 6_000;
let starting: Promise<Browser> | undefined;
let lock: Server | undefined;
let loginItem = { openAtLogin: false };

class App extends StrictEmitter {
  readonly commandLine = commandLine;
  readonly isPackaged = false;
  readonly dock = undefined;
  applicationMenu: unknown = null;

  get name(): string {
    return runtime.manifest.productName ?? runtime.manifest.name ?? 'Electron';
  }
  getName(): string {
    return this.name;
  }
  getVersion(): string {
    return runtime.manifest.version ?? '0.0.0';
  }
  getAppPath(): string {
    return runtime.appDir;
  }
  getPath(which: string): string {
    return getPath(which, this.name);
  }
  setPath(which: string, value: string): void {
    setPath(which, value);
  }
  getPreferredSystemLanguages(): string[] {
    return ['en-US'];
  }

  isReady(): boolean {
    return runtime.ready;
  }
  whenReady(): Promise<undefined> {
    return whenReady.promise;
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    if (lock) return true;
    const argv = switchesFirst(process.argv);
    const message = { argv, workingDirectory: process.cwd(), additionalData };
    lock = takeLock(this.getPath('userData'), message, (second) => {
      secondInstances.push(second);
      announceSecondInstances();
    });
    return lock !== undefined;
  }

  getLoginItemSettings(): object {
    return {
      ...loginItem,
      openAsHidden: false,
      wasOpenedAtLogin: machine.openedAtLogin,
      wasOpenedAsHidden: false,
      restoreState: false,
      executableWillLaunchAtLogin: loginItem.openAtLogin,
      launchItems: [],
      status: loginItem.openAtLogin ? 'enabled' : 'not-registered',
    };
  }
  setLoginItemSettings(settings: { openAtLogin?: boolean }): void {
    loginItem = { openAtLogin: settings.openAtLogin ?? false };
  }
  setAppUserModelId(): void {
    // Windows only, as in Electron.
  }
  /** Takes `--no-sandbox` back when Chromium's first process has obeyed it already, which leaves every page blank. */
  enableSandbox(): void {
    if (runtime.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    runtime.blankPages ||= switches.delete('no-sandbox');
  }
  focus(): void {
    // The windows' own focus() does it.
  }

  /** Electron's sequence: before-quit, every window's close, will-quit, quit. Any of the first three may stop it. */
  quit(): void {
    if (runtime.quitting || runtime.exiting) return;
    runtime.quitting = true;
    quitInOrder(this).catch((error: unknown) => {
      report('quit', error);
      this.exit(1);
    });
  }
  exit(exitCode = 0): void {
    if (runtime.exiting) return;
    runtime.exiting = true;
    this.emit('quit', {}, exitCode);
    const end = (): never => process.exit(exitCode);
    setTimeout(end, EXIT_PATIENCE_MS);
    // Chromium may still be starting; it is ended in order all the same.
    starting?.then((browser) => browser.close()).then(end, end);
    if (!starting) end();
  }
}

export const app = new App('app');

async function quitInOrder(quitting: App): Promise<void> {
  const before = cancelable({});
  quitting.emit('before-quit', before);
  if (before.defaultPrevented) {
    runtime.quitting = false;
    return;
  }
  for (const window of runtime.openWindows) {
    if (!(await window.requestClose())) {
      runtime.quitting = false;
      return;
    }
  }
  finishQuit(quitting);
}

function finishQuit(quitting: App): void {
  const will = cancelable({});
  quitting.emit('will-quit', will);
  runtime.quitting = false;
  if (!will.defaultPrevented) quitting.exit(0);
}

function announceSecondInstances(): void {
  if (!runtime.ready) return;
  for (const { argv, workingDirectory, additionalData } of secondInstances.splice(0)) {
    app.emit('second-instance', {}, argv, workingDirectory, additionalData);
  }
}

/** A window has gone: the last one ends the app, unless it listens for `window-all-closed` or is quitting already. */
export function windowClosed(): void {
  if (runtime.openWindows.size > 0 || runtime.quitting || runtime.exiting) return;
  if (!app.emit('window-all-closed')) app.quit();
}

/** Starts Chromium and makes the app ready, unless the app has begun to end by then. */
export async function startApp(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  if (runtime.exiting || runtime.quitting) return;
  starting = startBrowser(switches, path.join(app.getPath('sessionData'), 'Chromium'));
  const browser = await starting;
  if (runtime.exiting) return;
  runtime.browser = browser;
  Object.defineProperty(process.versions, 'chrome', { value: browser.version, enumerable: true });
  void browser.ended.then(() => {
    if (runtime.exiting) return;
    console.error('Electron stand-in: Chromium has ended unexpectedly');
    runtime.exiting = true;
    process.exit(1);
  });
  runtime.ready = true;
  app.emit('will-finish-launching');
  // Playwright's loader replaces `emit` to hold this event back, so it must go through the property.
  app.emit('ready', {}, {});
  whenReady.resolve(undefined);
  announceSecondInstances();
}
