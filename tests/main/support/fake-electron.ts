/**
 * Electron's module as the windows use it, for tests of one window: `vi.mock('electron', () =>
 * import('./support/fake-electron.ts'))`. It is passive: the test emits the events.
 */
import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, MessageBoxOptions, Rectangle } from 'electron';

interface Load {
  readonly url: string;
  readonly succeed: () => void;
  readonly fail: () => void;
}

export class FakeContents extends EventEmitter {
  readonly loads: Load[] = [];
  crashes = 0;
  /** Lets the latest load succeed. */
  async succeed(): Promise<void> {
    this.loads.at(-1)?.succeed();
    await new Promise((resolve) => setImmediate(resolve));
  }
  forcefullyCrashRenderer(): void {
    this.crashes += 1;
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }
}

/** The windows of a test, the newest last. */
export const windows: BrowserWindow[] = [];

export class BrowserWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly options: BrowserWindowConstructorOptions;
  /** Calls that tests check, in order. */
  readonly calls: string[] = [];
  readonly placed: Rectangle[] = [];
  bounds: Rectangle;
  visible = false;
  focused = false;
  /** Whether the system prevents the window from coming to the front. */
  refusesFocus = false;
  minimized = false;
  maximized = false;
  destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    windows.push(this);
  }

  loadURL(url: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.webContents.loads.push({
      url,
      succeed: resolve,
      fail: () => reject(Object.assign(new Error('ERR_FAILED (-2)'), { code: 'ERR_FAILED' })),
    });
    return promise;
  }
  show(): void {
    this.calls.push('show');
    this.visible = true;
    if (!this.refusesFocus) this.takeFocus();
  }
  hide(): void {
    this.calls.push('hide');
    this.visible = false;
    this.focused = false;
    this.emit('hide');
  }
  /** The system gives the focus to the window. */
  takeFocus(): void {
    this.focused = true;
    this.emit('focus');
  }
  flashFrame(on: boolean): void {
    this.calls.push(on ? 'flash' : 'stop flashing');
  }
  maximize(): void {
    this.calls.push('maximize');
    this.maximized = true;
    this.emit('maximize');
  }
  restore(): void {
    this.minimized = false;
  }
  /** Behaves as on Linux for a maximised window: it is already minimised when `unmaximize` is emitted. */
  minimize(): void {
    this.minimized = true;
    if (this.maximized) {
      this.maximized = false;
      this.emit('unmaximize');
    }
    this.emit('minimize');
  }
  setBounds(bounds: Rectangle): void {
    this.calls.push('place');
    this.placed.push(bounds);
    this.bounds = bounds;
  }
  getBounds = (): Rectangle => this.bounds;
  getNormalBounds = (): Rectangle => this.bounds;
  isVisible = (): boolean => this.visible;
  isFocused = (): boolean => this.focused;
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.maximized;
  isDestroyed = (): boolean => this.destroyed;
  /** @returns whether the app allowed the window to close */
  close(): boolean {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) {
      this.destroyed = true;
      this.emit('closed');
    }
    return !prevented;
  }
}

/** Questions that wait for an answer, the newest last. */
export const questions: { readonly options: MessageBoxOptions; readonly choose: (button: string) => void }[] =
  [];

export const dialog = {
  showMessageBox(_window: BrowserWindow, options: MessageBoxOptions) {
    const { promise, resolve } = Promise.withResolvers<{ response: number }>();
    const { buttons = [], cancelId = 0, signal } = options;
    questions.push({ options, choose: (button) => resolve({ response: buttons.indexOf(button) }) });
    signal?.addEventListener('abort', () => resolve({ response: cancelId }));
    return promise;
  },
};

/** On macOS the app itself can be hidden until it is shown. */
export const app = {
  hidden: false,
  isHidden: () => app.hidden,
  show: () => void (app.hidden = false),
};

export const nativeTheme = { shouldUseDarkColors: false };

/** Two displays beside each other, with the pointer on the second. */
export const screen = {
  displays: [
    { id: 1, workArea: { x: 0, y: 0, width: 1440, height: 900 } },
    { id: 2, workArea: { x: 1440, y: 0, width: 1000, height: 1000 } },
  ],
  getPrimaryDisplay: () => screen.displays[0],
  getAllDisplays: () => screen.displays,
  getCursorScreenPoint: () => ({ x: 1500, y: 10 }),
  getDisplayNearestPoint: () => screen.displays[1],
};

export function forgetWindows(): void {
  windows.length = 0;
  questions.length = 0;
}
