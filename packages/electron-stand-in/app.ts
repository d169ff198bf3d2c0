/**
 * `app`: start, paths, the single-instance lock and the quit sequence, in Electron's order of events.
 *
 * Limits: login items are remembered, not registered with the system; `relaunch`, badges, the dock and
 * certificates are not built. An uncaught error ends the process; Electron shows a dialog.
 */
import type { Server } from 'node:net';
import path from 'node:path';
import { getPath, setPath } from './app-paths.ts';
import { type Browser, startBrowser } from './chromium/browser.ts';
import { commandLine, switches, withSwitchesFirst } from './command-line.ts';
import { machine } from './machine.ts';
import { servePageProxy } from './page-proxy.ts';
import { report, runtime } from './runtime.ts';
import { hasSchemes } from './scheme.ts';
import { serveSchemes } from './scheme-server.ts';
import { type SecondInstance, takeLock } from './single-instance.ts';
import { cancelableEvent, StrictEmitter } from './strict.ts';
import { activationToken, storeActivationToken } from './wayland.ts';

const whenReady = Promise.withResolvers<undefined>();
const secondInstances: SecondInstance[] = [];
/**
 * Milliseconds that `exit` waits for Chromium. Then the process ends, and its closing pipe ends Chromium.
 */
const EXIT_TIMEOUT_MS = 6_000;
let chromiumStart: Promise<Browser> | undefined;
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
    const argv = withSwitchesFirst(process.argv);
    const message = {
      argv,
      workingDirectory: process.cwd(),
      additionalData,
      activationToken: activationToken(),
    };
    lock = takeLock(this.getPath('userData'), message, (second) => {
      if (second.activationToken !== undefined) storeActivationToken(second.activationToken);
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
    // Only Windows has an app user model id.
  }
  /**
   * Removes `--no-sandbox`, as Electron does. By then Chromium's first process has obeyed the switch, and
   * every page stays blank.
   */
  enableSandbox(): void {
    if (runtime.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    runtime.blankPages ||= switches.delete('no-sandbox');
  }
  focus(): void {
    // Only the focus of single windows is simulated.
  }

  /**
   * Electron's sequence: `before-quit`, `close` of every window, `will-quit`, `quit`. Listeners of the first
   * three may stop it.
   */
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
    setTimeout(end, EXIT_TIMEOUT_MS);
    // Chromium may still be starting; it is closed once it has started.
    chromiumStart?.then((browser) => browser.close()).then(end, end);
    if (!chromiumStart) end();
  }
}

export const app = new App('app');

async function quitInOrder(theApp: App): Promise<void> {
  const event = cancelableEvent({});
  theApp.emit('before-quit', event);
  if (event.defaultPrevented) {
    runtime.quitting = false;
    return;
  }
  for (const window of runtime.openWindows) {
    if (!(await window.requestClose())) {
      runtime.quitting = false;
      return;
    }
  }
  finishQuit(theApp);
}

function finishQuit(theApp: App): void {
  const event = cancelableEvent({});
  theApp.emit('will-quit', event);
  runtime.quitting = false;
  if (!event.defaultPrevented) theApp.exit(0);
}

function announceSecondInstances(): void {
  if (!runtime.ready) return;
  for (const { argv, workingDirectory, additionalData } of secondInstances.splice(0)) {
    app.emit('second-instance', {}, argv, workingDirectory, additionalData);
  }
}

/**
 * Called when a window has closed. After the last one the app quits, unless it listens to
 * `window-all-closed` or is already quitting.
 */
export function handleWindowClosed(): void {
  if (runtime.openWindows.size > 0 || runtime.quitting || runtime.exiting) return;
  if (!app.emit('window-all-closed')) app.quit();
}

/** Starts Chromium and makes the app ready, unless the app is already quitting by then. */
export async function startApp(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  if (runtime.exiting || runtime.quitting) return;
  const schemePort = hasSchemes() ? await serveSchemes() : undefined;
  const profile = path.join(app.getPath('sessionData'), 'Chromium');
  chromiumStart = startBrowser(switches, profile, schemePort, await servePageProxy());
  const browser = await chromiumStart;
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
  // Playwright's loader replaces `app.emit` to delay this event, so it must be emitted that way.
  app.emit('ready', {}, {});
  whenReady.resolve(undefined);
  announceSecondInstances();
}
