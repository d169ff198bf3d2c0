/**
 * `webContents`: a window's page as the app sees it.
 *
 * Limits: one per window; no subframes, no developer tools, no history except reload. Zoom levels are remembered, but the page is not
 * painted larger. Popups are always denied; if a handler allows one, an error goes to stderr. `will-navigate` is also emitted for
 * navigations that a driver starts. `#events` below shows which events are emitted.
 */
import { once } from 'node:events';
import path from 'node:path';
import { answerInvoke, ipcMain, IpcReceiver } from './ipc-main.ts';
import { loadError, type LoadFailure, loadFailure } from './net-errors.ts';
import type { FromPage } from './page/messages.ts';
import { contextMenuParams } from './context-menu.ts';
import { PageHost } from './page-host.ts';
import { decidePermission } from './permissions.ts';
import { takeHandlerFailure } from './request-interception.ts';
import { report, requireBrowser, runtime } from './runtime.ts';
import { appOrigin, toAppUrl, toChromiumUrl } from './scheme.ts';
import { defaultSession } from './session.ts';
import { cancelableEvent, markDestroyed, strictProxy, StrictEmitter } from './strict.ts';
import { WebFrameMain } from './web-frame-main.ts';

/** Called for the window window the page. */
export interface WindowCallbacks {
  /** The page has called `window.close()`. */
  onCloseRequest(): void;
  onTitleChange(title: string): void;
  onPaint(): void;
  /** The page asked not to be left, and the app agreed. */
  onUnloadPrevented(): void;
  /** The page has not answered for a while, or answers again. */
  onResponsiveChange(isResponsive: boolean): void;
  /** Keys, as an accelerator, that the page has not handled. */
  onKeys(accelerator: string): void;
  onGone(): void;
}
/** The result of `Page.navigate`. */
interface Navigation {
  readonly errorText?: string;
  readonly loaderId?: string;
}
type OpenHandler = (details: object) => { readonly action: 'allow' | 'deny' };

/** Electron's words for how a page's process ended, by Chromium's, where the two differ. */
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
  readonly session = defaultSession;
  readonly ipc = new IpcReceiver('webContents.ipc');
  readonly #window: WindowCallbacks;
  #url = '';
  #title = '';
  #destroyed = false;
  /** Number of navigations that the app has begun and that were not requested yet; these do not emit `will-navigate`. */
  #ownNavigations = 0;
  #frame: WebFrameMain;
  #openHandler: OpenHandler | undefined;
  #crashed = false;
  /** Chromium's answer to the latest navigation that the app has begun. */
  #navigation: Promise<Navigation> | undefined;
  /** Set while Chromium's error page is shown. Resolves after the failure was announced by events. */
  #failure: Promise<LoadFailure> | undefined;

  constructor(
    id: number,
    window: WindowCallbacks,
    options: { readonly width: number; readonly height: number; readonly preload: string | undefined },
  ) {
    super('webContents');
    this.id = id;
    this.#window = window;
    this.#frame = new WebFrameMain('about:blank', id);
    const info = {
      platform: process.platform,
      arch: process.arch,
      argv: [process.argv[0] ?? ''],
      versions: { ...process.versions, chrome: requireBrowser().version },
    };
    hosts.set(this, new PageHost({ ...options, id, info }, this.#events()));
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

  /** Resolves when the page has loaded. Rejects with Electron's message if it cannot be loaded, or no longer exists. */
  async loadURL(url: string): Promise<void> {
    // Electron's `loadURL` never settles then: the page's process gets no sandbox and reports no error.
    if (runtime.blankPages) return new Promise(() => undefined);
    if (!URL.canParse(url)) {
      const failure = loadFailure('ERR_INVALID_URL', url);
      this.#announceFailure(failure);
      throw loadError(failure);
    }
    const host = hostOf(this);
    const gone = host.gone.then(() => {
      throw loadError(loadFailure('ERR_FAILED', url));
    });
    await Promise.race([host.created, gone]);
    const finished = once(this, 'did-finish-load');
    this.#ownNavigations += 1;
    const navigation = host.send<Navigation>('Page.navigate', { url: toChromiumUrl(url) });
    this.#navigation = navigation;
    const { errorText = '', loaderId } = await Promise.race([navigation, gone]);
    // No error page takes the place of a page whose loading was aborted.
    if (errorText === 'net::ERR_ABORTED') throw loadError(loadFailure(errorText, url));
    // A navigation within the document has no loader and requests nothing.
    if (loaderId === undefined) this.#ownNavigations = 0;
    else await Promise.race([finished, gone]);
    const failure = await this.#failure;
    if (failure) throw loadError(failure);
  }
  loadFile(file: string, options: { readonly hash?: string; readonly search?: string } = {}): Promise<void> {
    const url = new URL(`file://${path.resolve(runtime.appDir, file)}`);
    url.hash = options.hash ?? '';
    url.search = options.search ?? '';
    return this.loadURL(url.href);
  }
  reload(): void {
    this.#ownNavigations += 1;
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
      mayNavigate: (url, redirected) => this.#mayNavigate(url, redirected),
      onMessage: (message, context) => this.#receive(message, context),
      onDocumentCreated: () => {
        this.#frame.detach();
        this.#frame = new WebFrameMain(this.#url, this.id);
      },
      onNavigation: (url, withinDocument) => {
        this.#url = toAppUrl(url);
        this.#frame.url = this.#url;
        this.#crashed = false;
        this.#failure = undefined;
        if (withinDocument) {
          this.emit('did-navigate-in-page', {}, this.#url, true, 0, 0);
          return;
        }
        this.emit('did-navigate', {}, this.#url, 200, 'OK');
      },
      onLoadFailure: (address) => {
        const url = toAppUrl(address);
        this.#url = url;
        this.#failure = this.#announceFailureOf(url);
      },
      onDomReady: () => this.emit('dom-ready', {}),
      onLoadingChange: (isLoading) => {
        this.emit(isLoading ? 'did-start-loading' : 'did-stop-loading');
      },
      onLoad: () => {
        this.#ownNavigations = 0;
        this.#navigation = undefined;
        const announce = (): void => {
          this.emit('did-frame-finish-load', {}, true, 0, 0);
          this.emit('did-finish-load');
        };
        // As in Electron, also for the error page, but after the failure was announced.
        if (this.#failure) void this.#failure.then(announce, () => undefined);
        else announce();
      },
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
        if (!event.defaultPrevented) this.#window.onUnloadPrevented();
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

  async #announceFailureOf(url: string): Promise<LoadFailure> {
    const { errorText = 'net::ERR_FAILED' } = (await this.#navigation?.catch(() => undefined)) ?? {};
    // If a protocol handler of the app threw, Electron reports another error than Chromium does here.
    const failure = loadFailure(takeHandlerFailure(url) ? 'ERR_UNEXPECTED' : errorText, url);
    this.#announceFailure(failure);
    return failure;
  }

  #announceFailure({ errno, code, url }: LoadFailure): void {
    this.emit('did-fail-provisional-load', {}, errno, code, url, true, 0, 0);
    this.emit('did-fail-load', {}, errno, code, url, true, 0, 0);
  }

  #mayNavigate(url: string, redirected: boolean): boolean {
    if (!redirected && this.#ownNavigations > 0) {
      this.#ownNavigations -= 1;
      return true;
    }
    const name = redirected ? 'will-redirect' : 'will-navigate';
    const event = cancelableEvent({
      url,
      isSameDocument: false,
      isMainFrame: true,
      frame: this.#frame,
      initiator: this.#frame,
    });
    this.emit(name, event, url, false, true, 0, 0);
    return !event.defaultPrevented;
  }

  #receive(message: FromPage, context: string): void {
    // A document may send a message before its navigation is announced, so its address is taken from the message.
    const frame = this.#frame;
    frame.url = toAppUrl(message.url);
    const event = {
      type: 'frame',
      sender: this,
      processId: this.id,
      frameId: this.id,
      ports: [],
      get senderFrame() {
        return frame.isDestroyed() ? null : frame;
      },
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    };
    switch (message.kind) {
      case 'invoke':
        void answerInvoke([this.ipc, ipcMain], event, message).then((answer) =>
          hostOf(this).post(answer, context),
        );
        break;
      case 'send':
        this.emit('ipc-message', event, message.channel, ...message.args);
        this.ipc.emit(message.channel, event, ...message.args);
        ipcMain.emit(message.channel, event, ...message.args);
        break;
      case 'close':
        this.#window.onCloseRequest();
        break;
      case 'keys':
        this.#window.onKeys(message.accelerator);
        break;
      case 'context-menu':
        this.emit('context-menu', {}, contextMenuParams(message.target, frame));
        break;
      case 'open': {
        const request = { ...message.request, url: toAppUrl(message.request.url) };
        const details = {
          ...request,
          referrer: { url: this.#url, policy: 'strict-origin-when-cross-origin' },
          postBody: null,
        };
        const { action } = this.#openHandler?.(details) ?? { action: 'allow' };
        if (action === 'allow')
          console.error(`Electron stand-in: opening a window for ${request.url} is not built`);
        break;
      }
      case 'permission':
        void decidePermission(this, message.request, message.url)
          .catch((error: unknown) => {
            report('permission', error);
            return false;
          })
          .then((granted) => hostOf(this).post({ kind: 'reply', id: message.id, value: granted }, context));
        break;
      case 'preload-error': {
        const error = Object.assign(new Error(message.message), { stack: message.stack });
        console.error('Unable to load preload script:', error);
        this.emit('preload-error', {}, '', error);
        break;
      }
    }
  }
}

export const webContents = strictProxy('webContents', {
  getAllWebContents: (): WebContents[] => [...all.values()],
  fromId: (id: number): WebContents | undefined => all.get(id),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    [...all.values()].find((contents) => hostOf(contents).targetId === targetId),
});
