/**
 * Loads addresses into a page for `loadURL`, distinguishes these navigations from those of the page itself
 * (`will-navigate`, `will-redirect`), and announces failed loads.
 *
 * Limit: `will-navigate` is also emitted for navigations that a driver starts.
 */
import { once } from 'node:events';
import { loadError, type LoadFailure, loadFailure } from './net-errors.ts';
import type { PageHost } from './page-host.ts';
import { takeHandlerFailure } from './request-interception.ts';
import { runtime } from './runtime.ts';
import { knowsScheme, toChromiumUrl } from './scheme.ts';
import { cancelableEvent } from './strict.ts';
import type { WebContents } from './web-contents.ts';
import type { WebFrameMain } from './web-frame-main.ts';

/** The result of `Page.navigate`. */
interface Navigation {
  readonly errorText?: string;
  readonly loaderId?: string;
}

export class PageLoader {
  readonly #contents: WebContents;
  readonly #host: PageHost;
  /**
   * Number of the app's navigations that Chromium has not requested yet; these emit no `will-navigate`.
   */
  #ownNavigations = 0;
  /** Chromium's answer to the app's latest navigation. */
  #navigation: Promise<Navigation> | undefined;
  /** Set while Chromium's error page is shown. Resolves once events have announced the failure. */
  #failure: Promise<LoadFailure> | undefined;

  constructor(contents: WebContents, host: PageHost) {
    this.#contents = contents;
    this.#host = host;
  }

  /**
   * Resolves when the page has loaded. Rejects with Electron's message if it cannot be loaded or is gone.
   */
  async load(url: string): Promise<void> {
    // Electron's `loadURL` never settles here: the page's process gets no sandbox and reports no error.
    if (runtime.blankPages) return new Promise(() => undefined);
    if (!URL.canParse(url)) {
      const failure = loadFailure('ERR_INVALID_URL', url);
      this.#announce(failure);
      throw loadError(failure);
    }
    const gone = this.#host.gone.then(() => {
      throw loadError(loadFailure('ERR_FAILED', url));
    });
    await Promise.race([this.#host.created, gone]);
    const finished = once(this.#contents, 'did-finish-load');
    this.#ownNavigations += 1;
    const navigation = this.#host.send<Navigation>('Page.navigate', { url: toChromiumUrl(url) });
    this.#navigation = navigation;
    const { errorText = '', loaderId } = await Promise.race([navigation, gone]);
    // No error page replaces a page whose loading was aborted. For an unknown scheme, Electron rejects
    // without announcing a failure (`_awaitNextLoad`).
    if (errorText === 'net::ERR_ABORTED')
      throw loadError(loadFailure(knowsScheme(url) ? errorText : 'ERR_FAILED', url));
    // A navigation within the document has no loader and sends no request.
    if (loaderId === undefined) this.#ownNavigations = 0;
    else await Promise.race([finished, gone]);
    const failure = await this.#failure;
    if (failure) throw loadError(failure);
  }

  /** Called before the app reloads the page, so that the reload counts as a navigation of the app. */
  expectReload(): void {
    this.#ownNavigations += 1;
  }

  /**
   * Whether the page's top frame may go to `url`. Asks the app, unless the app itself began the navigation.
   */
  mayNavigate(url: string, redirected: boolean, frame: WebFrameMain): boolean {
    if (!redirected && this.#ownNavigations > 0) {
      this.#ownNavigations -= 1;
      return true;
    }
    const name = redirected ? 'will-redirect' : 'will-navigate';
    const event = cancelableEvent({
      url,
      isSameDocument: false,
      isMainFrame: true,
      frame,
      initiator: frame,
    });
    this.#contents.emit(name, event, url, false, true, 0, 0);
    return !event.defaultPrevented;
  }

  /** Called when the page has another address. */
  handleNavigation(): void {
    this.#failure = undefined;
  }

  /** Called when Chromium shows its error page for `url`. */
  handleFailure(url: string): void {
    this.#failure = this.#announceFailureOf(url);
  }

  /** Called when the page has loaded. */
  handleLoad(): void {
    this.#ownNavigations = 0;
    this.#navigation = undefined;
    const announce = (): void => {
      this.#contents.emit('did-frame-finish-load', {}, true, 0, 0);
      this.#contents.emit('did-finish-load');
    };
    // As in Electron, also done for the error page, but after the failure was announced.
    if (this.#failure) void this.#failure.then(announce, () => undefined);
    else announce();
  }

  async #announceFailureOf(url: string): Promise<LoadFailure> {
    const { errorText = 'net::ERR_FAILED' } = (await this.#navigation?.catch(() => undefined)) ?? {};
    // If a protocol handler of the app threw, Electron reports another error than Chromium reports here.
    const failure = loadFailure(takeHandlerFailure(url) ? 'ERR_UNEXPECTED' : errorText, url);
    this.#announce(failure);
    return failure;
  }

  #announce({ errno, code, url }: LoadFailure): void {
    this.#contents.emit('did-fail-provisional-load', {}, errno, code, url, true, 0, 0);
    this.#contents.emit('did-fail-load', {}, errno, code, url, true, 0, 0);
  }
}
