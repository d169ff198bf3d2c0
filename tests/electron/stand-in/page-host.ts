/**
 * One Chromium page behind a window: made, given its two worlds, listened to and closed. Speaks the DevTools
 * protocol so that webContents and BrowserWindow need not.
 */
import type { CdpEvent, CdpSession } from './chromium/connection.ts';
import { machine } from './machine.ts';
import { nativeTheme } from './native-theme.ts';
import type { Attention, FromPage, PreloadInfo, ToPage } from './page/messages.ts';
import { makeCodec } from './page/codec.ts';
import { PRELOAD_WORLD, RECEIVE, SEND, worldScripts } from './page/scripts.ts';
import {
  decideRequest,
  interceptRequests,
  type NavigationGate,
  type PausedRequest,
} from './request-interception.ts';
import { report, requireBrowser, runtime } from './runtime.ts';

const CLOSE_PATIENCE_MS = 3_000;
const codec = makeCodec();

/** What happens in a page. Addresses are Chromium's. */
export interface PageEvents {
  readonly gate: NavigationGate;
  message(message: FromPage, context: string): void;
  /** A new document has taken the page; `navigated` says its address. */
  documentCreated(): void;
  navigated(url: string, withinDocument: boolean): void;
  /** Chromium shows that this address could not be loaded. */
  failed(url: string): void;
  domReady(): void;
  loaded(): void;
  loading(started: boolean): void;
  painted(): void;
  titled(title: string): void;
  /** Its process has ended: Chromium's word for how, and the exit code. */
  crashed(status: string, exitCode: number): void;
  /** It has not answered for a while, or does so again. */
  answers(does: boolean): void;
  /** The page asks to stay; answers whether the app overrules it. */
  unloadPrevented(): boolean;
  gone(): void;
}

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

interface Options {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly preload: string | undefined;
  readonly info: PreloadInfo;
}

export class PageHost {
  /** Resolves when the page is there and set up. */
  readonly made: Promise<void>;
  targetId = '';
  /** Resolves when the page is no more. */
  get gone(): Promise<true> {
    return this.#end.promise;
  }
  readonly #options: Options;
  readonly #events: PageEvents;
  #session: CdpSession | undefined;
  #context: { readonly id: number; readonly uniqueId: string } | undefined;
  #navigated = false;
  #gone = false;
  readonly #end = Promise.withResolvers<true>();
  #stay: (() => void) | undefined;
  #windowState: WindowState = 'normal';
  #attention: Attention = { seen: true, focused: false };

  constructor(options: Options, events: PageEvents) {
    this.#options = options;
    this.#events = events;
    this.made = this.#make();
    this.made.catch((error: unknown) => {
      report('window', error);
      this.#leave();
    });
  }

  async #make(): Promise<void> {
    const { preload, info } = this.#options;
    const browser = requireBrowser();
    this.targetId = await browser.openWindow(this.#options);
    browser.connection.on((event) => this.#onBrowserEvent(event));
    const session = await browser.connection.attach(this.targetId, (event) => this.#onPageEvent(event));
    this.#session = session;
    const scripts = worldScripts(preload, info);
    nativeTheme.on('updated', this.#applyTheme);
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.addBinding', { name: SEND, executionContextName: PRELOAD_WORLD }),
      // In this order: the preload's first call to contextBridge finds the page's world ready.
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.main }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: scripts.preload,
        worldName: PRELOAD_WORLD,
      }),
      interceptRequests(session),
      this.#theme(session),
      this.setBounds(this.#options),
    ]);
    if (machine.hangMs > 0) this.#askWhetherItAnswers(session);
  }

  /** Chromium itself finds out by input that a page does not take, after fifteen seconds; nothing of that reaches the protocol. */
  #askWhetherItAnswers(session: CdpSession): void {
    let answers = true;
    const patience = setTimeout(() => {
      answers = false;
      this.#events.answers(false);
    }, machine.hangMs);
    const again = (): void => {
      clearTimeout(patience);
      if (this.#gone) return;
      if (!answers) this.#events.answers(true);
      setTimeout(() => this.#askWhetherItAnswers(session), machine.hangMs).unref();
    };
    session.send('Runtime.evaluate', { expression: '0' }).then(again, again);
  }

  /** Sends a command to the page. */
  async send<Result = unknown>(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Result> {
    await this.made;
    if (!this.#session) throw new Error('Object has been destroyed');
    return this.#session.send<Result>(method, params);
  }

  /**
   * Sends a message to the preload world of the present document, or of `context` if that is still there. Throws when
   * an event's arguments cannot be cloned.
   */
  post(message: ToPage, context = this.#context?.uniqueId): void {
    const value = encodeForPage(message);
    if (context === undefined || this.#gone) return;
    const call = {
      functionDeclaration: `function (text) { globalThis.${RECEIVE}(text); }`,
      uniqueContextId: context,
      arguments: [{ value }],
      silent: true,
    };
    // A document that has gone meanwhile takes no answers, as in Electron.
    this.#session?.send('Runtime.callFunctionOn', call).catch(() => undefined);
  }

  /** Tells the page whether it is seen and has the focus. Headed, Chromium's own windows do. */
  setAttention(attention: Attention): void {
    this.#attention = attention;
    if (!requireBrowser().headed) this.post({ kind: 'attention', attention });
  }

  /** Sets the content's size and, if given, the window's place. */
  async setBounds(bounds: { width?: number; height?: number; x?: number; y?: number }): Promise<void> {
    const { connection, headed } = requireBrowser();
    // Chromium refuses to, until the window is as it was.
    if (headed && this.#windowState !== 'normal') return;
    const { width, height, x: left, y: top } = bounds;
    const { windowId } = await connection.send<{ windowId: number }>('Browser.getWindowForTarget', {
      targetId: this.targetId,
    });
    if (width !== undefined && height !== undefined) {
      await connection.send('Browser.setContentsSize', { windowId, width, height });
    }
    if (left !== undefined && top !== undefined) {
      await connection.send('Browser.setWindowBounds', { windowId, bounds: { left, top } });
    }
  }

  /**
   * Sets the state of a headed window, which ignores it without a window manager. A headless one has none: minimised, it would stop
   * painting, and with it `ready-to-show` and screenshots would stop.
   */
  async setState(windowState: WindowState): Promise<void> {
    this.#windowState = windowState;
    await this.made;
    const { connection, headed } = requireBrowser();
    if (!headed) return;
    const target = { targetId: this.targetId };
    const { windowId } = await connection.send<{ windowId: number }>('Browser.getWindowForTarget', target);
    await connection.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  /** Closes the page. With `ask` its `beforeunload` may refuse, which answers false. A page that hangs is closed by force. */
  async close(ask: boolean): Promise<boolean> {
    await this.made.catch(() => undefined);
    if (this.#gone) return true;
    const stays = new Promise<boolean>((resolve) => {
      this.#stay = () => resolve(false);
    });
    const closeTarget = (): void => {
      void requireBrowser()
        .connection.send('Target.closeTarget', { targetId: this.targetId })
        .catch(() => this.#leave());
    };
    const force = setTimeout(closeTarget, CLOSE_PATIENCE_MS);
    if (ask) this.#session?.send('Page.close').catch(closeTarget);
    else closeTarget();
    const closed = await Promise.race([this.#end.promise, stays]);
    clearTimeout(force);
    return closed;
  }

  readonly #applyTheme = (): void => {
    if (this.#session) void this.#theme(this.#session).catch(() => undefined);
  };

  #theme(session: CdpSession): Promise<unknown> {
    const value = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    return session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  }

  #leave(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#session?.detach();
    nativeTheme.off('updated', this.#applyTheme);
    this.#end.resolve(true);
    this.#events.gone();
  }

  #onBrowserEvent({ method, params }: CdpEvent): void {
    if (method === 'Target.targetDestroyed') {
      if ((params as { targetId: string }).targetId === this.targetId) this.#leave();
    } else if (method === 'Target.targetCrashed') {
      const { targetId, status, errorCode } = params as {
        targetId: string;
        status: string;
        errorCode: number;
      };
      if (targetId === this.targetId) this.#events.crashed(status, errorCode);
    } else if (method === 'Target.targetInfoChanged') {
      const { targetInfo } = params as { targetInfo: { targetId: string; title: string } };
      if (targetInfo.targetId === this.targetId && this.#navigated) this.#events.titled(targetInfo.title);
    } else if (method === 'Target.targetCreated') {
      // A window that got past page/main-world.ts; no page may open one.
      const { targetInfo } = params as { targetInfo: { targetId: string; openerId?: string } };
      if (targetInfo.openerId !== this.targetId) return;
      const { connection } = requireBrowser();
      connection.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => undefined);
    }
  }

  #onPageEvent({ method, params }: CdpEvent): void {
    switch (method) {
      case 'Runtime.executionContextCreated': {
        const { context } = params as {
          context: { id: number; uniqueId: string; name: string; auxData?: { frameId?: string } };
        };
        if (context.name !== PRELOAD_WORLD || context.auxData?.frameId !== this.targetId) break;
        this.#context = context;
        this.#events.documentCreated();
        this.setAttention(this.#attention);
        break;
      }
      case 'Runtime.bindingCalled': {
        const call = params as { name: string; payload: string; executionContextId: number };
        if (call.name !== SEND || call.executionContextId !== this.#context?.id) break;
        this.#events.message(codec.decode(call.payload) as FromPage, this.#context.uniqueId);
        break;
      }
      case 'Page.frameNavigated': {
        const { frame } = params as {
          frame: { url: string; urlFragment?: string; unreachableUrl?: string; parentId?: string };
        };
        if (frame.parentId !== undefined) break;
        this.#navigated = true;
        if (frame.unreachableUrl === undefined)
          this.#events.navigated(`${frame.url}${frame.urlFragment ?? ''}`, false);
        else this.#events.failed(frame.unreachableUrl);
        break;
      }
      case 'Page.navigatedWithinDocument': {
        const { frameId, url } = params as { frameId: string; url: string };
        if (frameId === this.targetId) this.#events.navigated(url, true);
        break;
      }
      case 'Page.frameStartedLoading':
      case 'Page.frameStoppedLoading':
        if ((params as { frameId: string }).frameId === this.targetId && this.#navigated) {
          this.#events.loading(method === 'Page.frameStartedLoading');
        }
        break;
      case 'Page.domContentEventFired':
        if (this.#navigated) this.#events.domReady();
        break;
      case 'Page.loadEventFired':
        if (this.#navigated) this.#events.loaded();
        break;
      case 'Page.lifecycleEvent': {
        const { frameId, name } = params as { frameId: string; name: string };
        // A page that paints nothing is shown when it has come to rest.
        const shown = name === 'firstContentfulPaint' || name === 'networkIdle';
        if (frameId === this.targetId && this.#navigated && shown) this.#events.painted();
        break;
      }
      case 'Page.javascriptDialogOpening':
        if ((params as { type: string }).type === 'beforeunload') this.#onUnloadPrevented();
        break;
      case 'Fetch.requestPaused':
        this.#onRequest(params as PausedRequest);
        break;
    }
  }

  #onUnloadPrevented(): void {
    const leave = this.#events.unloadPrevented();
    void this.#session?.send('Page.handleJavaScriptDialog', { accept: leave }).catch(() => undefined);
    if (!leave) this.#stay?.();
  }

  #onRequest(paused: PausedRequest): void {
    if (!this.#session) return;
    const page = { mainFrame: this.targetId, gate: this.#events.gate };
    decideRequest(this.#session, paused, page).catch((error: unknown) => {
      // A request of a document that has gone meanwhile has nobody to answer to.
      if (!this.#gone && !runtime.quitting && !/Invalid InterceptionId|closed/.test(String(error)))
        report('request', error);
    });
  }
}

/** The message as text; a value that cannot be cloned becomes the failure that Electron would answer with. */
function encodeForPage(message: ToPage): string {
  try {
    return codec.encode(message);
  } catch (error) {
    if (message.kind !== 'reply') throw error;
    return codec.encode({ kind: 'failure', id: message.id, message: String(error) } satisfies ToPage);
  }
}
