/**
 * `BrowserWindow`: a window around one page. Its content has the size asked for.
 *
 * Limits: no native frame, menu bar, always-on-top, child windows or visibility of its own. What is set is remembered and announced;
 * a headed window that is hidden is minimised. Bounds are the ones set, not what a person makes of the window by hand.
 */
import { app, windowClosed } from './app.ts';
import { report, runtime } from './runtime.ts';
import { cancelable, markDestroyed, strict, StrictEmitter } from './strict.ts';
import { hostOf, WebContents } from './web-contents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}
interface Options extends Partial<Bounds> {
  readonly show?: boolean;
  readonly title?: string;
  readonly alwaysOnTop?: boolean;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly contextIsolation?: boolean;
    readonly nodeIntegration?: boolean;
    readonly sandbox?: boolean;
    readonly webSecurity?: boolean;
  };
}

const windows = new Map<number, BrowserWindowClass>();
let lastId = 0;

class BrowserWindowClass extends StrictEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  autoHideMenuBar = false;
  readonly #bounds: Bounds;
  readonly #state = {
    visible: false,
    focused: false,
    minimized: false,
    maximized: false,
    alwaysOnTop: false,
    readyToShow: false,
    destroyed: false,
  };
  readonly #open = { requestClose: () => this.#close() };
  #title: string;

  constructor(options: Options = {}) {
    super('BrowserWindow');
    if (!runtime.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    const { preload, contextIsolation, nodeIntegration, sandbox, webSecurity } = options.webPreferences ?? {};
    if (
      contextIsolation === false ||
      nodeIntegration === true ||
      sandbox === false ||
      webSecurity === false
    ) {
      throw new Error('Electron stand-in: only isolated and sandboxed pages without Node are built');
    }
    const { width = 800, height = 600, x = 0, y = 0 } = options;
    this.id = ++lastId;
    this.#bounds = { x, y, width, height };
    this.#title = options.title ?? app.name;
    this.#state.alwaysOnTop = options.alwaysOnTop ?? false;
    this.webContents = new WebContents(
      this.id,
      {
        requestClose: () => void this.#close(),
        titled: (title) => this.#retitle(title),
        painted: () => this.#painted(),
        unloadPrevented: () => undefined,
        gone: () => this.#gone(),
      },
      { width, height, preload },
    );
    windows.set(this.id, this);
    runtime.openWindows.add(this.#open);
    app.emit('browser-window-created', {}, this);
    app.emit('web-contents-created', {}, this.webContents);
    if (options.show === false) this.#host(async (host) => host.setState('minimized'));
    else this.#reveal();
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  loadFile(file: string, options?: { readonly hash?: string; readonly search?: string }): Promise<void> {
    return this.webContents.loadFile(file, options);
  }
  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    this.#reveal();
  }
  hide(): void {
    if (!this.#state.visible) return;
    this.#state.visible = false;
    this.#host((host) => host.setState('minimized'));
    this.blur();
    this.emit('hide');
  }
  focus(): void {
    for (const other of windows.values()) if (other !== this) other.blur();
    this.webContents.focus();
    if (this.#state.focused) return;
    this.#state.focused = true;
    this.emit('focus');
    app.emit('browser-window-focus', {}, this);
  }
  blur(): void {
    if (!this.#state.focused) return;
    this.#state.focused = false;
    this.emit('blur');
    app.emit('browser-window-blur', {}, this);
  }
  isVisible(): boolean {
    return this.#state.visible && !this.#state.minimized;
  }
  isFocused(): boolean {
    return this.#state.focused;
  }
  isDestroyed(): boolean {
    return this.#state.destroyed;
  }
  isMinimized(): boolean {
    return this.#state.minimized;
  }
  isMaximized(): boolean {
    return this.#state.maximized;
  }

  minimize(): void {
    this.#state.minimized = true;
    this.#host((host) => host.setState('minimized'));
    this.blur();
    this.emit('minimize');
  }
  restore(): void {
    if (!this.#state.minimized) return;
    this.#state.minimized = false;
    this.#host((host) => host.setState(this.#state.maximized ? 'maximized' : 'normal'));
    this.emit('restore');
  }
  maximize(): void {
    this.#state.maximized = true;
    this.#host((host) => host.setState('maximized'));
    this.emit('maximize');
  }

  getBounds(): Bounds {
    return { ...this.#bounds };
  }
  getNormalBounds(): Bounds {
    return this.getBounds();
  }
  getContentBounds(): Bounds {
    return this.getBounds();
  }
  setBounds(bounds: Partial<Bounds>): void {
    const before = this.getBounds();
    Object.assign(this.#bounds, bounds);
    this.#host((host) => host.setBounds(this.#bounds));
    if (before.width !== this.#bounds.width || before.height !== this.#bounds.height) this.emit('resize');
    if (before.x !== this.#bounds.x || before.y !== this.#bounds.y) this.emit('move');
  }
  center(): void {
    // There is no desktop to be in the middle of.
  }

  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  isAlwaysOnTop(): boolean {
    return this.#state.alwaysOnTop;
  }
  setMenu(): void {
    // No menu bar is drawn.
  }

  close(): void {
    void this.#close();
  }
  destroy(): void {
    void hostOf(this.webContents).close(false);
    this.#gone();
  }

  async #close(): Promise<boolean> {
    if (this.#state.destroyed) return true;
    const event = cancelable({});
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    return hostOf(this.webContents).close(true);
  }

  #gone(): void {
    if (this.#state.destroyed) return;
    this.blur();
    this.#state.destroyed = true;
    this.#state.visible = false;
    windows.delete(this.id);
    runtime.openWindows.delete(this.#open);
    this.emit('closed');
    markDestroyed(this);
    windowClosed();
  }

  #reveal(): void {
    const wasVisible = this.#state.visible;
    this.#state.visible = true;
    this.#state.minimized = false;
    this.#host((host) => host.setState('normal'));
    if (!wasVisible) this.emit('show');
    this.focus();
  }

  #painted(): void {
    if (this.#state.readyToShow) return;
    this.#state.readyToShow = true;
    this.emit('ready-to-show');
  }

  #retitle(title: string): void {
    const event = cancelable({});
    this.emit('page-title-updated', event, title, true);
    if (!event.defaultPrevented) this.#title = title;
  }

  #host(action: (host: ReturnType<typeof hostOf>) => Promise<void>): void {
    const host = hostOf(this.webContents);
    host.made
      .then(() => action(host))
      .catch((error: unknown) => {
        if (!this.#state.destroyed) report('window', error);
      });
  }

  static getAllWindows(): BrowserWindowClass[] {
    return [...windows.values()];
  }
  static getFocusedWindow(): BrowserWindowClass | null {
    return [...windows.values()].find((window) => window.isFocused()) ?? null;
  }
  static fromId(id: number): BrowserWindowClass | null {
    return windows.get(id) ?? null;
  }
  static fromWebContents(contents: WebContents): BrowserWindowClass | null {
    return [...windows.values()].find((window) => window.webContents === contents) ?? null;
  }
}

export const BrowserWindow = strict('BrowserWindow', BrowserWindowClass);
