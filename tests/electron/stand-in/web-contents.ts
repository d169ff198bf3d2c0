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
import type { FromPage } from './page/messages.ts';
import { PageHost } from './page-host.ts';
import { settlePermission } from './permissions.ts';
import { report, requireBrowser, runtime } from './runtime.ts';
import { toAppUrl, toChromiumUrl } from './scheme.ts';
import { defaultSession } from './session.ts';
import { cancelable, markDestroyed, strict, StrictEmitter } from './strict.ts';
import { WebFrameMain } from './web-frame-main.ts';

/** What the window around the page has to know. */
export interface Surroundings {
  requestClose(): void;
  titled(title: string): void;
  painted(): void;
  unloadPrevented(): void;
  gone(): void;
}
/** The result of `Page.navigate`. */
interface Navigation {
  readonly errorText?: string;
  readonly loaderId?: string;
}
type OpenHandler = (details: object) => { readonly action: 'allow' | 'deny' };

const hosts = new WeakMap<WebContents, PageHost>();
const all = new Map<number, WebContents>();

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
  zoomLevel = 0;
  readonly #around: Surroundings;
  #url = '';
  #title = '';
  #destroyed = false;
  /** Navigations that the app itself began; `will-navigate` is for the page's own. */
  #expected = 0;
  #frame: WebFrameMain;
  #openHandler: OpenHandler | undefined;

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
    if (!URL.canParse(url)) throw new Error(`ERR_INVALID_URL (-300) loading '${url}'`);
    const host = hostOf(this);
    const failure = (code = 'ERR_FAILED'): Error => new Error(`${code} (-2) loading '${url}'`);
    const gone = host.gone.then(() => {
      throw failure();
    });
    await Promise.race([host.made, gone]);
    const finished = once(this, 'did-finish-load');
    this.#expected += 1;
    const navigation = host.send<Navigation>('Page.navigate', { url: toChromiumUrl(url) });
    const { errorText, loaderId } = await Promise.race([navigation, gone]);
    if (errorText !== undefined && errorText !== '') {
      const code = errorText.replace('net::', '');
      this.emit('did-fail-load', {}, -2, code, url, true, 0, 0);
      throw failure(code);
    }
    // A navigation within the document has no loader and no request.
    if (loaderId === undefined) this.#expected = 0;
    else await Promise.race([finished, gone]);
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
  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }
  getZoomLevel(): number {
    return this.zoomLevel;
  }
  replaceMisspelling(): void {
    // No spell checker, no misspellings.
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
        if (withinDocument) {
          this.emit('did-navigate-in-page', {}, this.#url, true, 0, 0);
          return;
        }
        this.emit('did-navigate', {}, this.#url, 200, 'OK');
      },
      domReady: () => this.emit('dom-ready', {}),
      loading: (started) => {
        this.emit(started ? 'did-start-loading' : 'did-stop-loading');
      },
      loaded: () => {
        this.#expected = 0;
        this.emit('did-finish-load');
        this.emit('did-frame-finish-load', {}, true, 0, 0);
      },
      painted: () => this.#around.painted(),
      titled: (title) => {
        if (title === this.#title || title === '') return;
        this.#title = title;
        this.emit('page-title-updated', {}, title, true);
        this.#around.titled(title);
      },
      crashed: () => {
        this.#frame.leave();
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
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
          .catch((error: unknown) => report('permission', error))
          .finally(() => hostOf(this).post({ kind: 'reply', id: message.id, value: undefined }, context));
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
