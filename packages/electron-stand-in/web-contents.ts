/**
 * `webContents`: a window's page as the app sees it.
 *
 * Limits: one per window; no subframes, no developer tools, no history except reload. Zoom levels are
 * remembered, but the page is not painted larger. Only the events of `#events` below, page-loader.ts and
 * message-handler.ts are emitted.
 */
import path from 'node:path';
import { IpcReceiver } from './ipc-main.ts';
import { PageHost } from './page-host.ts';
import { PageLoader } from './page-loader.ts';
import { handlePageMessage, type OpenHandler } from './message-handler.ts';
import { report, requireBrowser, runtime } from './runtime.ts';
import { appOrigin, toAppUrl } from './scheme.ts';
import { type Session, sessionOf } from './session.ts';
import { cancelableEvent, markDestroyed, strictProxy, StrictEmitter } from './strict.ts';
import { WebFrameMain } from './web-frame-main.ts';

/** Called for events of the page that its window needs. */
export interface WindowCallbacks {
  /** The page has called `window.close()`. */
  onCloseRequest(): void;
  onTitleChange(title: string): void;
  onPaint(): void;
  /** The page has not answered for a while, or answers again. */
  onResponsiveChange(isResponsive: boolean): void;
  /** Keys, as an accelerator, that the page did not handle. */
  onKeys(accelerator: string): void;
  onGone(): void;
}

/** Electron's terms for the end of a page's process, by Chromium's, where the two differ. */
const REASONS: Readonly<Record<string, string>> = { normal: 'clean-exit', abnormal: 'abnormal-exit' };

const hosts = new WeakMap<WebContents, PageHost>();
const all = new Map<number, WebContents>();
/** Zoom levels by origin: as in Chromium, all pages of an origin have the same. */
const zoomLevels = new Map<string, number>();

/** The page behind `contents`. */
export function hostOf(contents: WebContents): PageHost {
  const host = hosts.get(contents);
  if (!host) throw new TypeError('Illegal invocation');
  return host;
}

export class WebContents extends StrictEmitter {
  readonly id: number;
  readonly session: Session;
  readonly ipc = new IpcReceiver('webContents.ipc');
  readonly #window: WindowCallbacks;
  readonly #loader: PageLoader;
  #url = '';
  #title = '';
  #destroyed = false;
  #frame: WebFrameMain;
  #openHandler: OpenHandler | undefined;
  #crashed = false;

  constructor(
    id: number,
    window: WindowCallbacks,
    options: {
      readonly width: number;
      readonly height: number;
      readonly preload: string | undefined;
      readonly partition: string | undefined;
    },
  ) {
    super('webContents');
    this.id = id;
    this.session = sessionOf(options.partition);
    this.#window = window;
    this.#frame = new WebFrameMain('about:blank', id);
    const info = {
      platform: process.platform,
      arch: process.arch,
      argv: [process.argv[0] ?? ''],
      versions: { ...process.versions, chrome: requireBrowser().version },
    };
    const host = new PageHost({ ...options, id, info }, this.#events());
    hosts.set(this, host);
    this.#loader = new PageLoader(this, host);
    all.set(id, this);
  }

  get mainFrame(): WebFrameMain {
    return this.#frame;
  }
  getURL(): string {
    return this.#url;
  }
  getTitle(): string {
    return this.#title;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  focus(): void {
    this.#command('Page.bringToFront');
    this.emit('focus', {});
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  /** As in Electron, throws `An object could not be cloned.` */
  send(channel: string, ...args: unknown[]): void {
    hostOf(this).post({ kind: 'event', channel, args });
  }

  /**
   * Resolves when the page has loaded. Rejects with Electron's message if it cannot be loaded or is gone.
   */
  loadURL(url: string): Promise<void> {
    return this.#loader.load(url);
  }
  loadFile(file: string, options: { readonly hash?: string; readonly search?: string } = {}): Promise<void> {
    const url = new URL(`file://${path.resolve(runtime.appDir, file)}`);
    url.hash = options.hash ?? '';
    url.search = options.search ?? '';
    return this.loadURL(url.href);
  }
  reload(): void {
    this.#loader.expectReload();
    this.#command('Page.reload');
  }
  stop(): void {
    this.#command('Page.stopLoading');
  }
  forcefullyCrashRenderer(): void {
    this.#command('Page.crash');
  }
  isCrashed(): boolean {
    return this.#crashed;
  }
  close(options: { readonly waitForBeforeUnload?: boolean } = {}): void {
    void hostOf(this).close(options.waitForBeforeUnload ?? false);
  }

  #webRtcPolicy = 'default';
  /** Has no effect. Chromium takes a policy only from `--force-webrtc-ip-handling-policy`, at its start. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#webRtcPolicy = policy;
  }
  getWebRTCIPHandlingPolicy(): string {
    return this.#webRtcPolicy;
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const { result, exceptionDetails } = await hostOf(this).send<{
      result: { value?: unknown };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>('Runtime.evaluate', { expression: code, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  get zoomLevel(): number {
    return zoomLevels.get(appOrigin(this.#url)) ?? 0;
  }
  set zoomLevel(level: number) {
    zoomLevels.set(appOrigin(this.#url), level);
  }
  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }
  getZoomLevel(): number {
    return this.zoomLevel;
  }

  undo(): void {
    this.#edit('undo');
  }
  redo(): void {
    this.#edit('redo');
  }
  cut(): void {
    this.#edit('cut');
  }
  copy(): void {
    this.#edit('copy');
  }
  paste(): void {
    this.#edit('paste');
  }
  pasteAndMatchStyle(): void {
    this.#edit('pasteAndMatchStyle');
  }
  delete(): void {
    this.#edit('delete');
  }
  selectAll(): void {
    this.#edit('selectAll');
  }
  /** Replaces the selection, because the right click on the misspelled word has selected it. */
  replaceMisspelling(word: string): void {
    this.#command('Input.insertText', { text: word });
  }

  /** Sends a key event without a key, which carries a command of Chromium's editor. */
  #edit(command: string): void {
    this.#command('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] });
  }

  #command(method: string, params: Readonly<Record<string, unknown>> = {}): void {
    hostOf(this)
      .send(method, params)
      .catch((error: unknown) => {
        if (!this.#destroyed && method !== 'Page.crash') report(method, error);
      });
  }

  #events(): ConstructorParameters<typeof PageHost>[1] {
    return {
      mayNavigate: (url, redirected) => this.#loader.mayNavigate(url, redirected, this.#frame),
      onMessage: (message, context) =>
        handlePageMessage(message, context, {
          contents: this,
          host: hostOf(this),
          frame: this.#frame,
          window: this.#window,
          openHandler: this.#openHandler,
        }),
      onDocumentCreated: () => {
        this.#frame.detach();
        this.#frame = new WebFrameMain(this.#url, this.id);
      },
      onNavigation: (url, withinDocument) => {
        this.#url = toAppUrl(url);
        this.#frame.url = this.#url;
        this.#crashed = false;
        this.#loader.handleNavigation();
        if (withinDocument) {
          this.emit('did-navigate-in-page', {}, this.#url, true, 0, 0);
          return;
        }
        this.emit('did-navigate', {}, this.#url, 200, 'OK');
      },
      onLoadFailure: (address) => {
        const url = toAppUrl(address);
        this.#url = url;
        this.#loader.handleFailure(url);
      },
      onDomReady: () => this.emit('dom-ready', {}),
      onLoadingChange: (isLoading) => {
        this.emit(isLoading ? 'did-start-loading' : 'did-stop-loading');
      },
      onLoad: () => this.#loader.handleLoad(),
      onPaint: () => this.#window.onPaint(),
      onTitleChange: (title) => {
        if (title === this.#title || title === '') return;
        this.#title = title;
        this.emit('page-title-updated', {}, title, true);
        this.#window.onTitleChange(title);
      },
      onCrash: (status, exitCode) => {
        this.#frame.detach();
        this.#crashed = true;
        this.emit('render-process-gone', {}, { reason: REASONS[status] ?? status, exitCode });
      },
      onResponsiveChange: (isResponsive) => {
        this.emit(isResponsive ? 'responsive' : 'unresponsive', {});
        this.#window.onResponsiveChange(isResponsive);
      },
      onUnloadPrevented: () => {
        const event = cancelableEvent({});
        this.emit('will-prevent-unload', event);
        return event.defaultPrevented;
      },
      onGone: () => {
        this.#destroyed = true;
        this.#frame.detach();
        all.delete(this.id);
        this.#window.onGone();
        this.emit('destroyed');
        markDestroyed(this);
      },
    };
  }
}

export const webContents = strictProxy('webContents', {
  getAllWebContents: (): WebContents[] => [...all.values()],
  fromId: (id: number): WebContents | undefined => all.get(id),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    [...all.values()].find((contents) => hostOf(contents).targetId === targetId),
});
