/**
 * One Chromium page behind a window: creates it with its two worlds, reports its events, and closes it. It
 * owns the page's session of the DevTools protocol; `webContents` sends further commands with `send`.
 */
import type { CdpEvent, CdpSession } from './chromium/connection.ts';
import { machine } from './machine.ts';
import { nativeTheme } from './native-theme.ts';
import type { FromPage, PreloadInfo, ToPage, ViewState } from './page/messages.ts';
import { makeCodec } from './page/codec.ts';
import { FILES, PRELOAD_WORLD, RECEIVE, SEND, worldScripts } from './page/scripts.ts';
import {
  answerRequest,
  interceptRequests,
  type NavigationDecider,
  type PausedRequest,
} from './request-interception.ts';
import { report, requireBrowser, runtime } from './runtime.ts';

/** A page that has not closed after this time is closed without its consent. */
const CLOSE_TIMEOUT_MS = 3_000;
const codec = makeCodec();

/** Called for events of a page. Addresses are Chromium's. */
export interface PageEvents {
  readonly mayNavigate: NavigationDecider;
  /** @param context id of the sending document's preload world, for the answer */
  onMessage(message: FromPage, context: string): void;
  /** The page has a new document; `onNavigation` has its address. */
  onDocumentCreated(): void;
  onNavigation(url: string, withinDocument: boolean): void;
  /** Chromium shows its error page, because this address could not be loaded. */
  onLoadFailure(url: string): void;
  onDomReady(): void;
  onLoad(): void;
  onLoadingChange(isLoading: boolean): void;
  /** The page has been painted, or is empty. May be called more than once. */
  onPaint(): void;
  onTitleChange(title: string): void;
  /** The page's process has ended. @param status the reason, in Chromium's words */
  onCrash(status: string, exitCode: number): void;
  /** The page has not answered for a while, or answers again. */
  onResponsiveChange(isResponsive: boolean): void;
  /** The page asks not to be unloaded. @returns whether it is unloaded nevertheless */
  onUnloadPrevented(): boolean;
  onGone(): void;
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
  /** Resolves when the page has been created and set up. */
  readonly created: Promise<void>;
  targetId = '';
  /** Resolves when the page no longer exists. */
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
  /** Ends a call of `close`, because the page has refused. */
  #refuseClose: (() => void) | undefined;
  #windowState: WindowState = 'normal';
  #viewState: ViewState = { visible: true, focused: false };

  constructor(options: Options, events: PageEvents) {
    this.#options = options;
    this.#events = events;
    this.created = this.#create();
    this.created.catch((error: unknown) => {
      report('window', error);
      this.#handleEnd();
    });
  }

  async #create(): Promise<void> {
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
      // The order matters: when the preload script calls contextBridge, the page's own world must be set up.
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.main }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: scripts.preload,
        worldName: PRELOAD_WORLD,
      }),
      interceptRequests(session),
      this.#setTheme(session),
      this.setBounds(this.#options),
    ]);
    if (machine.hangMs > 0) this.#watchResponsiveness(session);
  }

  /**
   * Asks the page repeatedly, and reports if it does not answer in time. Chromium itself considers a page
   * unresponsive after fifteen seconds with an unhandled input event, but the protocol does not report that.
   */
  #watchResponsiveness(session: CdpSession): void {
    let isResponsive = true;
    const timeout = setTimeout(() => {
      isResponsive = false;
      this.#events.onResponsiveChange(false);
    }, machine.hangMs);
    const askAgain = (): void => {
      clearTimeout(timeout);
      if (this.#gone) return;
      if (!isResponsive) this.#events.onResponsiveChange(true);
      setTimeout(() => this.#watchResponsiveness(session), machine.hangMs).unref();
    };
    session.send('Runtime.evaluate', { expression: '0' }).then(askAgain, askAgain);
  }

  /** Sends a command of the DevTools protocol to the page. */
  async send<Result = unknown>(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Result> {
    await this.created;
    if (!this.#session) throw new Error('Object has been destroyed');
    return this.#session.send<Result>(method, params);
  }

  /**
   * Sends a message to a preload world: that of the current document, or the one with the id `context` if it
   * still exists. Throws if the arguments of an event cannot be cloned.
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
    // The document may have been replaced meanwhile. Electron drops the message in that case, too.
    this.#session?.send('Runtime.callFunctionOn', call).catch(() => undefined);
  }

  /**
   * The arguments of a page, with paths in place of the results of `getPathForFile`. A file that is not on a
   * disk has an empty path.
   */
  async withPaths(args: readonly unknown[], context: string): Promise<readonly unknown[]> {
    const replace = async (value: unknown): Promise<unknown> => {
      if (Array.isArray(value)) return Promise.all(value.map(replace));
      const index =
        typeof value === 'string' && value.startsWith(`${FILES}:`) ? value.slice(FILES.length + 1) : null;
      return index === null ? value : this.#pathOf(Number(index), context);
    };
    return Promise.all(args.map(replace));
  }

  async #pathOf(index: number, context: string): Promise<string> {
    const { result } = await this.send<{ result: { objectId?: string } }>('Runtime.evaluate', {
      expression: `${FILES}[${index}]`,
      uniqueContextId: context,
    });
    const { path } = await this.send<{ path: string }>('DOM.getFileInfo', { objectId: result.objectId });
    return path;
  }

  /**
   * Tells the page whether it is visible and has the focus. In a headed run Chromium's own windows do that.
   */
  setViewState(viewState: ViewState): void {
    this.#viewState = viewState;
    if (!requireBrowser().headed) this.post({ kind: 'view-state', viewState });
  }

  /** Sets the size of the window's content and, if given, the window's position. */
  async setBounds(bounds: { width?: number; height?: number; x?: number; y?: number }): Promise<void> {
    const { connection, headed } = requireBrowser();
    // Chromium refuses this for a window that is minimised, maximised or full screen.
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
   * Sets the state of a headed window; without a window manager this has no effect. The state of a headless
   * window does not change: a minimised one would not paint, and give neither `ready-to-show` nor
   * screenshots.
   */
  async setState(windowState: WindowState): Promise<void> {
    this.#windowState = windowState;
    await this.created;
    const { connection, headed } = requireBrowser();
    if (!headed) return;
    const target = { targetId: this.targetId };
    const { windowId } = await connection.send<{ windowId: number }>('Browser.getWindowForTarget', target);
    await connection.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  }

  /**
   * Closes the page, after a few seconds even if it hangs.
   * @param ask whether the page's `beforeunload` may refuse
   * @returns false if it has refused
   */
  async close(ask: boolean): Promise<boolean> {
    await this.created.catch(() => undefined);
    if (this.#gone) return true;
    const refusal = new Promise<boolean>((resolve) => {
      this.#refuseClose = () => resolve(false);
    });
    const closeTarget = (): void => {
      void requireBrowser()
        .connection.send('Target.closeTarget', { targetId: this.targetId })
        .catch(() => this.#handleEnd());
    };
    const force = setTimeout(closeTarget, CLOSE_TIMEOUT_MS);
    if (ask) this.#session?.send('Page.close').catch(closeTarget);
    else closeTarget();
    const closed = await Promise.race([this.#end.promise, refusal]);
    clearTimeout(force);
    return closed;
  }

  readonly #applyTheme = (): void => {
    if (this.#session) void this.#setTheme(this.#session).catch(() => undefined);
  };

  #setTheme(session: CdpSession): Promise<unknown> {
    const value = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    return session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
  }

  #handleEnd(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#session?.detach();
    nativeTheme.off('updated', this.#applyTheme);
    this.#end.resolve(true);
    this.#events.onGone();
  }

  #onBrowserEvent({ method, params }: CdpEvent): void {
    if (method === 'Target.targetDestroyed') {
      if ((params as { targetId: string }).targetId === this.targetId) this.#handleEnd();
    } else if (method === 'Target.targetCrashed') {
      const { targetId, status, errorCode } = params as {
        targetId: string;
        status: string;
        errorCode: number;
      };
      if (targetId === this.targetId) this.#events.onCrash(status, errorCode);
    } else if (method === 'Target.targetInfoChanged') {
      const { targetInfo } = params as { targetInfo: { targetId: string; title: string } };
      if (targetInfo.targetId === this.targetId && this.#navigated)
        this.#events.onTitleChange(targetInfo.title);
    } else if (method === 'Target.targetCreated') {
      // A window that page/main-world.ts could not prevent. No page may open windows.
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
        this.#events.onDocumentCreated();
        this.setViewState(this.#viewState);
        break;
      }
      case 'Runtime.bindingCalled': {
        const call = params as { name: string; payload: string; executionContextId: number };
        if (call.name !== SEND || call.executionContextId !== this.#context?.id) break;
        this.#events.onMessage(codec.decode(call.payload) as FromPage, this.#context.uniqueId);
        break;
      }
      case 'Page.frameNavigated': {
        const { frame } = params as {
          frame: { url: string; urlFragment?: string; unreachableUrl?: string; parentId?: string };
        };
        if (frame.parentId !== undefined) break;
        this.#navigated = true;
        if (frame.unreachableUrl === undefined)
          this.#events.onNavigation(`${frame.url}${frame.urlFragment ?? ''}`, false);
        else this.#events.onLoadFailure(frame.unreachableUrl);
        break;
      }
      case 'Page.navigatedWithinDocument': {
        const { frameId, url } = params as { frameId: string; url: string };
        if (frameId === this.targetId) this.#events.onNavigation(url, true);
        break;
      }
      case 'Page.frameStartedLoading':
      case 'Page.frameStoppedLoading':
        if ((params as { frameId: string }).frameId === this.targetId && this.#navigated) {
          this.#events.onLoadingChange(method === 'Page.frameStartedLoading');
        }
        break;
      case 'Page.domContentEventFired':
        if (this.#navigated) this.#events.onDomReady();
        break;
      case 'Page.loadEventFired':
        if (this.#navigated) this.#events.onLoad();
        break;
      case 'Page.lifecycleEvent': {
        const { frameId, name } = params as { frameId: string; name: string };
        // A page that paints nothing counts as painted when its requests have ended.
        const isPainted = name === 'firstContentfulPaint' || name === 'networkIdle';
        if (frameId === this.targetId && this.#navigated && isPainted) this.#events.onPaint();
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
    const leave = this.#events.onUnloadPrevented();
    void this.#session?.send('Page.handleJavaScriptDialog', { accept: leave }).catch(() => undefined);
    if (!leave) this.#refuseClose?.();
  }

  #onRequest(paused: PausedRequest): void {
    if (!this.#session) return;
    const page = { mainFrame: this.targetId, mayNavigate: this.#events.mayNavigate };
    answerRequest(this.#session, paused, page).catch((error: unknown) => {
      // The requesting document may have been replaced meanwhile.
      if (!this.#gone && !runtime.quitting && !/Invalid InterceptionId|closed/.test(String(error)))
        report('request', error);
    });
  }
}

/**
 * The message as text. A reply that cannot be cloned becomes a failure with Electron's message.
 */
function encodeForPage(message: ToPage): string {
  try {
    return codec.encode(message);
  } catch (error) {
    if (message.kind !== 'reply') throw error;
    return codec.encode({ kind: 'failure', id: message.id, message: String(error) } satisfies ToPage);
  }
}
