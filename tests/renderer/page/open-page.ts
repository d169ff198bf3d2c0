/**
 * Opens the built renderer with the fake bridge in Chromium, and records the page's console and errors. The
 * tests of a file share one page, each with a document of its own, because a new page takes as long as a
 * short test.
 */
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from 'vitest';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import { WITHOUT_CHROMIUM } from '#tests/support/environment.ts';
import { PAGE_CONTEXT } from '#tests/support/keys.ts';
import { STEP_LIMIT_MS } from '#tests/support/limits.ts';
import type { FakeSetup } from '../fake-setup.ts';

export interface Stage {
  /** Opens a document in one of the `WINDOWS`. */
  openIn(window: WindowOf, setup?: FakeSetup): Promise<Opened>;
  /**
   * Opens a document, which closes after the test. Only one is open at a time, unless `options` require a
   * page of its own.
   * @param options with `clock`, the test also controls the page's clock, which begins at a fixed time
   */
  open(setup?: FakeSetup, options?: OpenOptions): Promise<Opened>;
}

/** `clock`, and context options other than size and media, require a page of their own. */
export interface OpenOptions extends BrowserContextOptions {
  readonly hash?: string;
  readonly clock?: boolean;
}

export interface Opened {
  readonly page: Page;
  /** The page's console as `type: text`, and its uncaught errors. */
  readonly log: readonly string[];
}

/** Fading dialogs would add half a minute to a run. Tests of motion set another value. */
const STILL = { reducedMotion: 'reduce' } as const;
const VIEWPORT = { width: 1180, height: 760 };
type WindowOf = readonly [name: string, size: { readonly width: number; readonly height: number }];

/** The windows in which the page must work, besides the usual one. The last one was larger before. */
export const WINDOWS: readonly WindowOf[] = [
  ['narrow', { width: 400, height: 800 }],
  // A window of 1280 × 800 at 200 %.
  ['low', { width: 640, height: 400 }],
  ['resized', { width: 620, height: 420 }],
];

/** Outside of the page, so that the pointer hovers nothing. */
const NOWHERE = [-1, -1] as const;

/** Playwright's expectations, which wait until they are met. */
export const see = expect.configure({ timeout: STEP_LIMIT_MS });

/**
 * Waits until the element has stopped moving: a pop-up slides in for a frame or two, even with reduced
 * motion.
 */
export const comeToRest = (locator: Locator): Promise<void> => locator.click({ trial: true });

export const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** The tags of the labels that filter the lists. */
export const filters = (page: Page) => page.getByRole('button', { name: /^Remove label / });

export const requestArguments = (page: Page, channel: RequestChannel): Promise<(readonly unknown[])[]> =>
  page.evaluate(
    (name) => window.fake.requests.filter((one) => one.channel === name).map(({ args }) => args),
    channel,
  );

/** Runs in the page. Toasts then stay until something closes them. */
function keepToasts(): void {
  const style = new CSSStyleSheet();
  // Fluent UI measures the time of a toast by an animation of this element.
  style.replaceSync('[data-timer-status] { animation-play-state: paused !important; }');
  document.adoptedStyleSheets.push(style);
}

/**
 * Connects to the browser for the tests of a file.
 * @param options with `toastsStay`, no toast goes by itself. On a busy machine it may otherwise be gone before
 *   the test has read it or used its Undo
 */
export function openStage({ toastsStay = false }: { readonly toastsStay?: boolean } = {}): Stage {
  let browser: Browser;
  let shared: Page | null = null;
  if (WITHOUT_CHROMIUM === undefined) {
    beforeAll(async () => {
      browser = await chromium.connect(inject('browserEndpoint'));
    });
    afterAll(() => browser.close());
  } else {
    beforeEach(({ skip }) => skip(WITHOUT_CHROMIUM));
  }

  async function newPage(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ ...STILL, ...PAGE_CONTEXT, viewport: VIEWPORT, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_LIMIT_MS);
    return page;
  }

  async function ownPage(options: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    onTestFinished(() => page.context().close());
    return page;
  }

  /** The file's page, as good as new. If it could not be reset, the next test gets another one. */
  async function sharedPage(): Promise<Page> {
    const page = shared ?? (await newPage({}));
    shared = null;
    onTestFinished(async () => {
      page.removeAllListeners();
      await page.context().setOffline(false);
      await page.emulateMedia({
        ...STILL,
        colorScheme: null,
        forcedColors: null,
        media: null,
        contrast: null,
      });
      await page.setViewportSize(VIEWPORT);
      await page.mouse.move(...NOWHERE);
      await page.goto('about:blank');
      shared = page;
    });
    return page;
  }

  return {
    async openIn([name, viewport], setup) {
      if (name !== 'resized') return this.open(setup, { viewport });
      const opened = await this.open(setup, { viewport: VIEWPORT });
      await opened.page.setViewportSize(viewport);
      return opened;
    },
    async open(setup = {}, { hash = '', clock = false, ...options } = {}) {
      const { viewport, colorScheme, forcedColors, reducedMotion, ...others } = options;
      const isShared = !clock && Object.keys(others).length === 0;
      const page = await (isShared ? sharedPage() : ownPage(others));
      if (viewport) await page.setViewportSize(viewport);
      const media = Object.entries({ colorScheme, forcedColors, reducedMotion });
      const requestedMedia = media.filter(([, value]) => value !== undefined);
      if (requestedMedia.length > 0)
        await page.emulateMedia({ ...STILL, ...Object.fromEntries(requestedMedia) });
      const log: string[] = [];
      page.on('console', (message) => {
        // Fluent UI's rule for vertical sliders in other browsers.
        if (message.text().startsWith("The keyword 'slider-vertical'")) return;
        log.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => log.push(`thrown: ${error.message}`));
      if (clock) await page.clock.install({ time: new Date('2026-11-21T09:30:00') });
      const installed = await page.addInitScript({
        content: `${inject('fakeBridge')}fakeBridge.install(${JSON.stringify(setup)});`,
      });
      if (isShared) onTestFinished(() => installed.dispose());
      if (toastsStay) {
        const kept = await page.addInitScript(keepToasts);
        if (isShared) onTestFinished(() => kept.dispose());
      }
      await page.goto(inject('pageUrl') + hash);
      // No key is heard before the first screen is drawn, and a page that waits for its session draws none.
      const drawsAtOnce = setup.session?.status !== 'unknown' && !setup.held?.includes('session:get');
      // Not by its role, because the sheet of a draft hides the screen from screen readers at once.
      if (drawsAtOnce) await page.locator('main').waitFor();
      return { page, log };
    },
  };
}
