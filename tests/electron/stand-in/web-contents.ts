/**
 * `webContents`: a window's page as the app sees it.
 *
 * Limits: one per window, no subframes, no developer tools, no history beyond reload, no zoom of what is painted. Popups are always
 * denied: a handler that allows one gets an error on stderr. `will-navigate` also comes for navigations that a driver
 * starts. Events: see `#events` below and README.md.
 */
import { once } from 'node:events';
import path from 'node:path';
import { answerInvoke, ipcMain, IpcReceiver } from './ipc-main.ts';
import { loadError, type LoadFailure, loadFailure } from './net-errors.ts';
import type { FromPage } from './page/messages.ts';
import { contextMenuParams } from './context-menu.ts';
import { PageHost } from './page-host.ts';
import { settlePermission } from './permissions.ts';
import { takeHandlerFailure } from './request-interception.ts';
import { report, requireBrowser, runtime } from './runtime.ts';
import { appOrigin, toAppUrl, toChromiumUrl } from './scheme.ts';
import { defaultSession } from './session.ts';
import { cancelable, markDestroyed, strict, StrictEmitter } from './strict.ts';
import { WebFrameMain } from './web-frame-main.ts';

/** What the window around the page has to know. */
export interface Surroundings {
  requestClose(): void;
  titled(title: string): void;
  painted(): void;
  unloadPrevented(): void;
  /** It has not answered for a while, or does so again. */
  answers(does: boolean): void;
  /** Keys that it has left alone, as an accelerator. */
  keys(accelerator: string): void;
  gone(): void;
}
/** The result of `Page.navigate`. */
interface Navigation {
  readonly errorText?: string;
  readonly loaderId?: string;
}
type OpenHandler = (details: object) => { readonly action: 'allow' | 'deny' };

/** How a page's process ended, by Chromium's word for it; the others are Electron's, too. */
const REASONS: Readonly<Record<string, string>> = { normal: 'clean-exit', abnormal: 'abnormal-exit' };

const hosts = new WeakMap<WebContents, PageHost>();
const all = new Map<number, WebContents>();
/** Chromium keeps the zoom by origin, for all its pages. */
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
  readonly #around: Surroundings;
  #url = '';
  #title = '';
  #destroyed = false;
  /** Navigations that the app itself began; `will-navigate` is for the page's own. */
  #expected = 0;
  #frame: WebFrameMain;
  #openHandler: OpenHandler | undefined;
  #crashed = false;
  /** Chromium's answer to the navigation that the app began last. */
  #navigation: Promise<Navigation> | undefined;
  /** Resolves when it was announced that the page could not be loaded, in whose place there is Chromium's own. */
  #failed: Promise<LoadFailure> | undefined;

  constructor(
    id: number,
    around: Surroundings,
    options: { readonly width: number; readonly height: number; readonly preload: string | undefined },
  ) {
    super('webContents');
    this.id = id;
    this.#around = around;
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
  /** Throws `An object could not be cloned.` as Electron does. */
  send(channel: string, ...args: unknown[]): void {
    hostOf(this).post({ kind: 'event', channel, args });
  }

  /** Resolves when the page has loaded; rejects with Electron's words when it cannot, or goes before. */
  async loadURL(url: string): Promise<void> {
    // Its process never gets a sandbox, and never says so.
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
    await Promise.race([host.made, gone]);
    const finished = once(this, 'did-finish-load');
    this.#expected += 1;
    const navigation = host.send<Navigation>('Page.navigate', { url: toChromiumUrl(url) });
    this.#navigation = navigation;
    const { errorText = '', loaderId } = await Promise.race([navigation, gone]);
    // Nothing takes the place of a page whose loading was given up.
    if (errorText === 'net::ERR_ABORTED') throw loadError(loadFailure(errorText, url));
    // A navigation within the document has no loader and no request.
    if (loaderId === undefined) this.#expected = 0;
    else await Promise.race([finished, gone]);
    const failure = await this.#failed;
    if (failure) throw loadError(failure);
  }
  loadFile(file: string, options: { readonly hash?: string; readonly search?: string } = {}): Promise<void> {
    const url = new URL(`file://${path.resolve(runtime.appDir, file)}`);
    url.hash = options.hash ?? '';
    url.search = options.search ?? '';
    return this.loadURL(url.href);
  }
  reload(): void {
    this.#expected += 1;
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
  /** Puts this in place of what is selected; a right click on a misspelled word selects it. */
  replaceMisspelling(word: string): void {
    this.#command('Input.insertText', { text: word });
  }

  /** A key that nothing listens to, with Chromium's own command for editing. */
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
      gate: (url, redirected) => this.#mayNavigate(url, redirected),
      message: (message, context) => this.#receive(message, context),
      documentCreated: () => {
        this.#frame.leave();
        this.#frame = new WebFrameMain(this.#url, this.id);
      },
      navigated: (url, withinDocument) => {
        this.#url = toAppUrl(url);
        this.#frame.url = this.#url;
        this.#crashed = false;
        this.#failed = undefined;
        if (withinDocument) {
          this.emit('did-navigate-in-page', {}, this.#url, true, 0, 0);
          return;
        }
        this.emit('did-navigate', {}, this.#url, 200, 'OK');
      },
      failed: (address) => {
        const url = toAppUrl(address);
        this.#url = url;
        this.#failed = this.#announceFailureOf(url);
      },
      domReady: () => this.emit('dom-ready', {}),
      loading: (started) => {
        this.emit(started ? 'did-start-loading' : 'did-stop-loading');
      },
      loaded: () => {
        this.#expected = 0;
        this.#navigation = undefined;
        const announce = (): void => {
          this.emit('did-frame-finish-load', {}, true, 0, 0);
          this.emit('did-finish-load');
        };
        // Also for the page that tells of the failure, as in Electron.
        if (this.#failed) void this.#failed.then(announce, () => undefined);
        else announce();
      },
      painted: () => this.#around.painted(),
      titled: (title) => {
        if (title === this.#title || title === '') return;
        this.#title = title;
        this.emit('page-title-updated', {}, title, true);
        this.#around.titled(title);
      },
      crashed: (status, exitCode) => {
        this.#frame.leave();
        this.#crashed = true;
        this.emit('render-process-gone', {}, { reason: REASONS[status] ?? status, exitCode });
      },
      answers: (does) => {
        this.emit(does ? 'responsive' : 'unresponsive', {});
        this.#around.answers(does);
      },
      unloadPrevented: () => {
        const event = cancelable({});
        this.emit('will-prevent-unload', event);
        if (!event.defaultPrevented) this.#around.unloadPrevented();
        return event.defaultPrevented;
      },
      gone: () => {
        this.#destroyed = true;
        this.#frame.leave();
        all.delete(this.id);
        this.#around.gone();
        this.emit('destroyed');
        markDestroyed(this);
      },
    };
  }

  async #announceFailureOf(url: string): Promise<LoadFailure> {
    const { errorText = 'net::ERR_FAILED' } = (await this.#navigation?.catch(() => undefined)) ?? {};
    // A handler of the app's own that throws is told apart by Electron; by Chromium here it cannot be.
    const failure = loadFailure(takeHandlerFailure(url) ? 'ERR_UNEXPECTED' : errorText, url);
    this.#announceFailure(failure);
    return failure;
  }

  #announceFailure({ errno, code, url }: LoadFailure): void {
    this.emit('did-fail-provisional-load', {}, errno, code, url, true, 0, 0);
    this.emit('did-fail-load', {}, errno, code, url, true, 0, 0);
  }

  #mayNavigate(url: string, redirected: boolean): boolean {
    if (!redirected && this.#expected > 0) {
      this.#expected -= 1;
      return true;
    }
    const name = redirected ? 'will-redirect' : 'will-navigate';
    const event = cancelable({
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
    // A document may speak before its navigation is announced; it knows its address best.
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
        this.#around.requestClose();
        break;
      case 'keys':
        this.#around.keys(message.accelerator);
        break;
      case 'context-menu':
        this.emit('context-menu', {}, contextMenuParams(message.spot, frame));
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
        void settlePermission(this, message.request, message.url)
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

export const webContents = strict('webContents', {
  getAllWebContents: (): WebContents[] => [...all.values()],
  fromId: (id: number): WebContents | undefined => all.get(id),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    [...all.values()].find((contents) => hostOf(contents).targetId === targetId),
});
