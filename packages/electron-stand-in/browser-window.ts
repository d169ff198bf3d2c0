/**
 * `BrowserWindow`: a window around one page, as under a window manager on Linux. Its content has the size
 * that the app asks for.
 *
 * In a Wayland session (wayland.ts) a window has no position that the app could set or read, gets no focus
 * without a token, and is not reported as minimised.
 *
 * Limits: no native frame, menu bar or child windows; a window does not stay on top. Settings of the app are
 * remembered and announced by events, and pages are told whether they are visible and have the focus. A
 * headed window is minimised instead of hidden. Its bounds are those that the app set, even if the user has
 * moved or resized it. If a window loses the focus, no other window gets it. Options that are not built are
 * refused, because Electron would obey them.
 */
import { app, handleWindowClosed } from './app.ts';
import { machine } from './machine.ts';
import { report, runtime } from './runtime.ts';
import { cancelableEvent, markDestroyed, notBuiltError, strictProxy, StrictEmitter } from './strict.ts';
import { type Area, system } from './system.ts';
import { takeActivationToken, usesWayland } from './wayland.ts';
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
  readonly autoHideMenuBar?: boolean;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly partition?: string;
    readonly contextIsolation?: boolean;
    readonly nodeIntegration?: boolean;
    readonly sandbox?: boolean;
    readonly webSecurity?: boolean;
  };
}

/**
 * Options that take effect, or whose effect is invisible here: the look of a window and its taskbar entry.
 */
const OPTIONS: readonly string[] = (
  'show title width height x y minWidth minHeight webPreferences alwaysOnTop minimizable maximizable fullscreenable ' +
  'autoHideMenuBar backgroundColor frame icon skipTaskbar type'
).split(' ');
const PREFERENCES = [
  'preload',
  'partition',
  'contextIsolation',
  'nodeIntegration',
  'sandbox',
  'webSecurity',
  'spellcheck',
];

function refuseUnknown(given: object, known: readonly string[], where: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw notBuiltError(`${where}.${unknown}`);
}

/**
 * The state that the window manager gave a window. It has one at a time: a maximised window is not maximised
 * while it is minimised.
 */
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

/** Electron's delay between `unresponsive` of a page and that of its window. */
const UNRESPONSIVE_DELAY_MS = 50;

/** Bounds in the middle of the main display, at most as large as the display. */
function centredBounds(size: Size): Area {
  const [{ x, y, width: mostWidth, height: mostHeight }] = system.displays;
  const width = Math.min(size.width, mostWidth);
  const height = Math.min(size.height, mostHeight);
  return {
    x: x + Math.floor((mostWidth - width) / 2),
    y: y + Math.floor((mostHeight - height) / 2),
    width,
    height,
  };
}

/** On Wayland every window has the corner of its display as its position. */
function withoutPlace(bounds: Area): Area {
  return usesWayland() ? { ...bounds, x: 0, y: 0 } : { ...bounds };
}

const windows = new Map<number, BrowserWindowClass>();
let lastId = 0;

class BrowserWindowClass extends StrictEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  autoHideMenuBar: boolean;
  readonly #minimumSize: Size;
  readonly #allows: { readonly minimize: boolean; readonly maximize: boolean; readonly fullscreen: boolean };
  #bounds: Area;
  /** Its shape once it is no longer minimised or full screen. */
  #restoredShape: Shape = 'normal';
  #shape: Shape = 'normal';
  /** Whether it has ever been shown. Until then its page counts as visible, so that it paints. */
  #wasShown = false;
  readonly #state = {
    visible: false,
    focused: false,
    alwaysOnTop: false,
    contentProtected: false,
    readyToShow: false,
    destroyed: false,
  };
  /** The part of this window that quitting needs. */
  readonly #openWindow = { requestClose: () => this.#close() };
  #title: string;
  #unresponsive: NodeJS.Timeout | undefined;

  constructor(options: Options = {}) {
    super('BrowserWindow');
    if (!runtime.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    const { webPreferences = {} } = options;
    refuseUnknown(options, OPTIONS, 'BrowserWindow options');
    refuseUnknown(webPreferences, PREFERENCES, 'webPreferences');
    const { preload, partition, contextIsolation, nodeIntegration, sandbox, webSecurity } = webPreferences;
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
    this.#minimumSize = { width: minWidth, height: minHeight };
    const { minimizable = true, maximizable = true, fullscreenable = true } = options;
    this.#allows = { minimize: minimizable, maximize: maximizable, fullscreen: fullscreenable };
    this.#bounds = this.#withMinimumSize(
      withoutPlace({
        ...centredBounds({ width, height }),
        ...(x !== undefined && y !== undefined && { x, y, width, height }),
      }),
    );
    this.autoHideMenuBar = options.autoHideMenuBar ?? false;
    this.#title = options.title ?? app.name;
    this.#state.alwaysOnTop = options.alwaysOnTop ?? false;
    this.webContents = new WebContents(
      this.id,
      {
        onCloseRequest: () => void this.#close(),
        onTitleChange: (title) => this.#handlePageTitle(title),
        onPaint: () => this.#announceReadyToShow(),
        onResponsiveChange: (isResponsive) => this.#announceResponsiveness(isResponsive),
        onKeys: (accelerator) => runtime.onKeys(accelerator, this.id),
        onGone: () => this.#handlePageEnd(),
      },
      { ...this.#bounds, preload, partition },
    );
    windows.set(this.id, this);
    system.clicks.set(this.id, () => this.#takeFocus());
    runtime.openWindows.add(this.#openWindow);
    app.emit('browser-window-created', {}, this);
    app.emit('web-contents-created', {}, this.webContents);
    if (options.show === false) this.#withHost(async (host) => host.setState('minimized'));
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
    this.#makeVisible();
    this.#activate();
  }
  showInactive(): void {
    this.#makeVisible();
  }
  hide(): void {
    if (!this.#state.visible) return;
    this.#state.visible = false;
    system.attention.delete(this.id);
    this.#withHost((host) => host.setState('minimized'));
    this.#loseFocus();
    this.#sendViewState();
    this.emit('hide');
    // On X11 a window that is not on the screen has no state.
    this.#changeShape('normal');
  }
  focus(): void {
    if (this.#state.visible) this.#activate();
  }
  blur(): void {
    if (!usesWayland()) this.#loseFocus();
  }
  /** Has no effect on Wayland, as in Chromium. */
  flashFrame(on: boolean): void {
    if (usesWayland()) return;
    if (on) system.attention.add(this.id);
    else system.attention.delete(this.id);
  }
  /** As in Electron, a minimised window counts as visible on Linux, but not on macOS. */
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
    // On Wayland, minimising only takes the focus away, as far as an app can see.
    if (usesWayland()) this.#loseFocus();
    else this.#changeShape('minimized');
  }
  restore(): void {
    this.#changeShape(this.#shape === 'minimized' ? this.#restoredShape : 'normal');
    setImmediate(() => this.focus());
  }
  maximize(): void {
    if (!this.#state.visible) this.#makeVisible();
    this.#changeShape('maximized');
  }
  unmaximize(): void {
    if (this.#shape === 'maximized') this.#changeShape('normal');
  }
  setFullScreen(on: boolean): void {
    this.#changeShape(on ? 'fullscreen' : this.#restoredShape);
  }
  get minimizable(): boolean {
    return this.#allows.minimize;
  }
  isMinimizable(): boolean {
    return this.#allows.minimize;
  }
  isMaximizable(): boolean {
    return this.#allows.maximize;
  }
  isFullScreenable(): boolean {
    return this.#allows.fullscreen;
  }

  getBounds(): Area {
    const fills = this.#shape === 'maximized' || this.#shape === 'fullscreen';
    return fills ? withoutPlace(system.displays[0]) : this.getNormalBounds();
  }
  getNormalBounds(): Area {
    return withoutPlace(this.#bounds);
  }
  getContentBounds(): Area {
    return this.getBounds();
  }
  getMinimumSize(): [number, number] {
    return [this.#minimumSize.width, this.#minimumSize.height];
  }
  setBounds(bounds: Partial<Area>): void {
    const before = this.#bounds;
    this.#bounds = this.#withMinimumSize(withoutPlace({ ...before, ...bounds }));
    this.#applyBounds();
    if (before.width !== this.#bounds.width || before.height !== this.#bounds.height) this.emit('resize');
    if (before.x !== this.#bounds.x || before.y !== this.#bounds.y) this.emit('move');
  }
  center(): void {
    this.setBounds(centredBounds(this.#bounds));
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
  setContentProtection(on: boolean): void {
    this.#state.contentProtected = on;
  }
  isContentProtected(): boolean {
    return this.#state.contentProtected;
  }
  setMenu(): void {
    // No menu bar is drawn.
  }

  close(): void {
    void this.#close();
  }
  destroy(): void {
    void hostOf(this.webContents).close(false);
    this.#handlePageEnd();
  }

  async #close(): Promise<boolean> {
    if (this.#state.destroyed) return true;
    const event = cancelableEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    return hostOf(this.webContents).close(true);
  }

  #handlePageEnd(): void {
    if (this.#state.destroyed) return;
    this.#loseFocus();
    this.#state.destroyed = true;
    this.#state.visible = false;
    windows.delete(this.id);
    system.clicks.delete(this.id);
    system.attention.delete(this.id);
    runtime.openWindows.delete(this.#openWindow);
    this.emit('closed');
    markDestroyed(this);
    handleWindowClosed();
  }

  #makeVisible(): void {
    const wasVisible = this.#state.visible;
    this.#state.visible = true;
    this.#wasShown = true;
    if (this.#shape === 'minimized') this.#changeShape(this.#restoredShape);
    else this.#withHost((host) => host.setState('normal'));
    this.#sendViewState();
    if (!wasVisible) this.emit('show');
  }

  /** Asks the desktop for the focus, as Electron's `show`, `focus` and `restore` do. */
  #activate(): void {
    if (usesWayland()) {
      const isAllowed =
        takeActivationToken() !== undefined || [...windows.values()].some((window) => window.isFocused());
      // The compositor answers later.
      setImmediate(() => (isAllowed ? this.#takeFocus() : this.#wantAttention()));
    } else if (!system.refusesFocus) this.#takeFocus();
  }

  #wantAttention(): void {
    if (this.#state.visible && !this.#state.focused) system.attention.add(this.id);
  }

  #takeFocus(): void {
    if (!this.#state.visible || this.#state.focused) return;
    system.attention.delete(this.id);
    for (const openWindow of windows.values()) if (openWindow !== this) openWindow.#loseFocus();
    this.#state.focused = true;
    this.webContents.focus();
    this.#sendViewState();
    this.emit('focus', {});
    app.emit('browser-window-focus', {}, this);
  }

  #loseFocus(): void {
    if (!this.#state.focused) return;
    this.#state.focused = false;
    this.webContents.emit('blur', {});
    this.#sendViewState();
    this.emit('blur', {});
    app.emit('browser-window-blur', {}, this);
  }

  /**
   * Changes the shape a moment later, as a window manager does. The event of leaving the old shape comes
   * first: a maximised window that is minimised emits `unmaximize`, then `minimize`.
   */
  #changeShape(next: Shape): void {
    setImmediate(() => {
      const last = this.#shape;
      if (this.#state.destroyed || last === next) return;
      this.#shape = next;
      if (next === 'normal' || next === 'maximized') this.#restoredShape = next;
      this.#withHost((host) => host.setState(next));
      if (next === 'minimized') this.#loseFocus();
      this.#applyBounds();
      this.#sendViewState();
      for (const name of [LEAVING[last], ENTERING[next]]) if (name !== undefined) this.emit(name);
    });
  }

  #withMinimumSize({ x, y, width, height }: Area): Area {
    return {
      x,
      y,
      width: Math.max(width, this.#minimumSize.width),
      height: Math.max(height, this.#minimumSize.height),
    };
  }

  #applyBounds(): void {
    this.#withHost((host) => host.setBounds(this.getBounds()));
  }

  #sendViewState(): void {
    if (this.#state.destroyed) return;
    const visible = !this.#wasShown || (this.#state.visible && this.#shape !== 'minimized');
    hostOf(this.webContents).setViewState({ visible, focused: this.#state.focused });
  }

  #announceReadyToShow(): void {
    const { readyToShow, destroyed } = this.#state;
    if (readyToShow || destroyed || machine.readyToShow === 'never') return;
    this.#state.readyToShow = true;
    this.emit('ready-to-show');
  }

  /** As in Electron, the window is `unresponsive` a moment later than its webContents. */
  #announceResponsiveness(isResponsive: boolean): void {
    clearTimeout(this.#unresponsive);
    if (isResponsive) this.emit('responsive');
    else {
      this.#unresponsive = setTimeout(() => {
        if (!this.#state.destroyed) this.emit('unresponsive');
      }, UNRESPONSIVE_DELAY_MS);
    }
  }

  #handlePageTitle(title: string): void {
    const event = cancelableEvent({});
    this.emit('page-title-updated', event, title, true);
    if (!event.defaultPrevented) this.#title = title;
  }

  #withHost(action: (host: ReturnType<typeof hostOf>) => Promise<void>): void {
    const host = hostOf(this.webContents);
    host.created
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

export const BrowserWindow = strictProxy('BrowserWindow', BrowserWindowClass);
