/**
 * `BrowserWindow`: a window around one page, as a window manager on Linux has it. Its content has the size asked for.
 *
 * Limits: no native frame, menu bar, always-on-top, or child windows. What is set is remembered and announced, and pages are told
 * whether they are seen and have the focus; a headed window that is hidden is minimised. Bounds are the ones set, not what a person
 * makes of the window by hand. Nobody gets the focus that a window loses.
 */
import { app, windowClosed } from './app.ts';
import { machine } from './machine.ts';
import { type Area, record } from './record.ts';
import { report, runtime } from './runtime.ts';
import { cancelable, markDestroyed, strict, StrictEmitter } from './strict.ts';
import { hostOf, WebContents } from './web-contents.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Options extends Partial<Area> {
  readonly show?: boolean;
  readonly title?: string;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly minimizable?: boolean;
  readonly maximizable?: boolean;
  readonly fullscreenable?: boolean;
  readonly alwaysOnTop?: boolean;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly contextIsolation?: boolean;
    readonly nodeIntegration?: boolean;
    readonly sandbox?: boolean;
    readonly webSecurity?: boolean;
  };
}

/** What the window manager made of a window: one of these at a time, so that a maximised window that is minimised is not maximised. */
type Shape = 'normal' | 'minimized' | 'maximized' | 'fullscreen';
const LEAVING: Readonly<Partial<Record<Shape, string>>> = {
  minimized: 'restore',
  maximized: 'unmaximize',
  fullscreen: 'leave-full-screen',
};
const ENTERING: Readonly<Partial<Record<Shape, string>>> = {
  minimized: 'minimize',
  maximized: 'maximize',
  fullscreen: 'enter-full-screen',
};

const UNRESPONSIVE_AFTER_MS = 50;

/** In the middle of the main display, and not larger than it. */
function centred(size: Size): Area {
  const [{ x, y, width: most, height: highest }] = record.displays;
  const width = Math.min(size.width, most);
  const height = Math.min(size.height, highest);
  return { x: x + Math.floor((most - width) / 2), y: y + Math.floor((highest - height) / 2), width, height };
}

const windows = new Map<number, BrowserWindowClass>();
let lastId = 0;

class BrowserWindowClass extends StrictEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  autoHideMenuBar = false;
  readonly #least: Size;
  readonly #can: { readonly minimize: boolean; readonly maximize: boolean; readonly fullscreen: boolean };
  #bounds: Area;
  /** Where and what it is when it is neither minimised nor full screen. */
  #restored: Shape = 'normal';
  #shape: Shape = 'normal';
  /** Until it is shown for the first time a page counts as seen, so that it paints. */
  #shown = false;
  readonly #state = {
    visible: false,
    focused: false,
    alwaysOnTop: false,
    readyToShow: false,
    destroyed: false,
  };
  readonly #open = { requestClose: () => this.#close() };
  #title: string;
  #unresponsive: NodeJS.Timeout | undefined;

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
    const { width = 800, height = 600, x, y, minWidth = 0, minHeight = 0 } = options;
    this.id = ++lastId;
    this.#least = { width: minWidth, height: minHeight };
    const { minimizable = true, maximizable = true, fullscreenable = true } = options;
    this.#can = { minimize: minimizable, maximize: maximizable, fullscreen: fullscreenable };
    this.#bounds = this.#fit({
      ...centred({ width, height }),
      ...(x !== undefined && y !== undefined && { x, y, width, height }),
    });
    this.#title = options.title ?? app.name;
    this.#state.alwaysOnTop = options.alwaysOnTop ?? false;
    this.webContents = new WebContents(
      this.id,
      {
        requestClose: () => void this.#close(),
        titled: (title) => this.#retitle(title),
        painted: () => this.#painted(),
        unloadPrevented: () => undefined,
        answers: (does) => this.#announceAnswers(does),
        keys: (accelerator) => runtime.onKeys(accelerator, this.id),
        gone: () => this.#gone(),
      },
      { ...this.#bounds, preload },
    );
    windows.set(this.id, this);
    runtime.openWindows.add(this.#open);
    app.emit('browser-window-created', {}, this);
    app.emit('web-contents-created', {}, this.webContents);
    if (options.show === false) this.#host(async (host) => host.setState('minimized'));
    else this.show();
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
    this.focus();
  }
  showInactive(): void {
    this.#reveal();
  }
  hide(): void {
    if (!this.#state.visible) return;
    this.#state.visible = false;
    this.#host((host) => host.setState('minimized'));
    this.#loseFocus();
    this.#tellPage();
    this.emit('hide');
    // A window that is not on the screen has no state on X11.
    this.#become('normal');
  }
  focus(): void {
    if (!this.#state.visible || this.#state.focused) return;
    for (const other of windows.values()) if (other !== this) other.#loseFocus();
    this.#state.focused = true;
    this.webContents.focus();
    this.#tellPage();
    this.emit('focus', {});
    app.emit('browser-window-focus', {}, this);
  }
  blur(): void {
    this.#loseFocus();
  }
  /** On Linux and Windows a minimised window has a place in the taskbar; only on Linux it counts as visible there. */
  isVisible(): boolean {
    return this.#state.visible && (process.platform === 'linux' || this.#shape !== 'minimized');
  }
  isFocused(): boolean {
    return this.#state.focused;
  }
  isDestroyed(): boolean {
    return this.#state.destroyed;
  }
  isMinimized(): boolean {
    return this.#shape === 'minimized';
  }
  isMaximized(): boolean {
    return this.#shape === 'maximized';
  }
  isFullScreen(): boolean {
    return this.#shape === 'fullscreen';
  }
  isNormal(): boolean {
    return this.#shape === 'normal';
  }

  minimize(): void {
    this.#become('minimized');
  }
  restore(): void {
    this.#become(this.#shape === 'minimized' ? this.#restored : 'normal');
    setImmediate(() => this.focus());
  }
  maximize(): void {
    if (!this.#state.visible) this.#reveal();
    this.#become('maximized');
  }
  unmaximize(): void {
    if (this.#shape === 'maximized') this.#become('normal');
  }
  setFullScreen(on: boolean): void {
    this.#become(on ? 'fullscreen' : this.#restored);
  }
  get minimizable(): boolean {
    return this.#can.minimize;
  }
  isMinimizable(): boolean {
    return this.#can.minimize;
  }
  isMaximizable(): boolean {
    return this.#can.maximize;
  }
  isFullScreenable(): boolean {
    return this.#can.fullscreen;
  }

  getBounds(): Area {
    const fills = this.#shape === 'maximized' || this.#shape === 'fullscreen';
    return fills ? { ...record.displays[0] } : { ...this.#bounds };
  }
  getNormalBounds(): Area {
    return { ...this.#bounds };
  }
  getContentBounds(): Area {
    return this.getBounds();
  }
  getMinimumSize(): [number, number] {
    return [this.#least.width, this.#least.height];
  }
  setBounds(bounds: Partial<Area>): void {
    const before = this.#bounds;
    this.#bounds = this.#fit({ ...before, ...bounds });
    this.#placePage();
    if (before.width !== this.#bounds.width || before.height !== this.#bounds.height) this.emit('resize');
    if (before.x !== this.#bounds.x || before.y !== this.#bounds.y) this.emit('move');
  }
  center(): void {
    this.setBounds(centred(this.#bounds));
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
    this.#loseFocus();
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
    this.#shown = true;
    if (this.#shape === 'minimized') this.#become(this.#restored);
    else this.#host((host) => host.setState('normal'));
    this.#tellPage();
    if (!wasVisible) this.emit('show');
  }

  #loseFocus(): void {
    if (!this.#state.focused) return;
    this.#state.focused = false;
    this.webContents.emit('blur', {});
    this.#tellPage();
    this.emit('blur', {});
    app.emit('browser-window-blur', {}, this);
  }

  /** The window manager answers a moment later. The shape before is left first, so that minimising a maximised window unmaximises it. */
  #become(next: Shape): void {
    setImmediate(() => {
      const last = this.#shape;
      if (this.#state.destroyed || last === next) return;
      this.#shape = next;
      if (next === 'normal' || next === 'maximized') this.#restored = next;
      this.#host((host) => host.setState(next));
      if (next === 'minimized') this.#loseFocus();
      this.#placePage();
      this.#tellPage();
      for (const name of [LEAVING[last], ENTERING[next]]) if (name !== undefined) this.emit(name);
    });
  }

  #fit({ x, y, width, height }: Area): Area {
    return { x, y, width: Math.max(width, this.#least.width), height: Math.max(height, this.#least.height) };
  }

  #placePage(): void {
    this.#host((host) => host.setBounds(this.getBounds()));
  }

  #tellPage(): void {
    if (this.#state.destroyed) return;
    const seen = !this.#shown || (this.#state.visible && this.#shape !== 'minimized');
    hostOf(this.webContents).setAttention({ seen, focused: this.#state.focused });
  }

  #painted(): void {
    const { readyToShow, destroyed } = this.#state;
    if (readyToShow || destroyed || machine.readyToShow === 'never') return;
    this.#state.readyToShow = true;
    this.emit('ready-to-show');
  }

  /** A page that hangs is called so a moment later than by its webContents. */
  #announceAnswers(does: boolean): void {
    clearTimeout(this.#unresponsive);
    if (does) this.emit('responsive');
    else {
      this.#unresponsive = setTimeout(() => {
        if (!this.#state.destroyed) this.emit('unresponsive');
      }, UNRESPONSIVE_AFTER_MS);
    }
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
