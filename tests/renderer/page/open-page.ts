/** Opens the built renderer with the fake bridge in Chromium, and records the page's console and errors. */
import { type Browser, type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test';
import { afterAll, beforeAll, inject, onTestFinished, vi } from 'vitest';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import type { FakeSetup } from '../fake-setup.ts';

export interface Stage {
  /**
   * Opens a page that is closed after the test.
   * @param options with `clock`, the test also controls the page's clock, which begins at a fixed time
   */
  open(setup?: FakeSetup, options?: OpenOptions): Promise<Opened>;
}

export interface OpenOptions extends BrowserContextOptions {
  readonly hash?: string;
  readonly clock?: boolean;
}

export interface Opened {
  readonly page: Page;
  /** The page's console as `type: text`, and its uncaught errors. */
  readonly log: readonly string[];
}

// A busy machine may take long. Tests wait for states, never for a time.
vi.setConfig({ testTimeout: 60_000 });

/** Fading dialogs would cost half a minute of a run. Tests of motion set another value. */
const STILL = { reducedMotion: 'reduce' } as const;

/** Playwright's expectations, which wait until they are fulfilled. */
export const see = expect.configure({ timeout: 15_000 });

/** The card of the note that has these words. */
export const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** The arguments of each request on this channel so far. */
export const requestArguments = (page: Page, channel: RequestChannel): Promise<(readonly unknown[])[]> =>
  page.evaluate(
    (name) => window.fake.requests.filter((one) => one.channel === name).map(({ args }) => args),
    channel,
  );

/** Connects to the browser for the tests of a file. */
export function openStage(): Stage {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserEndpoint'));
  }, 120_000);
  afterAll(() => browser.close());
  return {
    async open(setup = {}, { hash = '', clock = false, ...options } = {}) {
      const context = await browser.newContext({
        ...STILL,
        viewport: { width: 1180, height: 760 },
        ...options,
      });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const log: string[] = [];
      page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => log.push(`thrown: ${error.message}`));
      if (clock) await page.clock.install({ time: new Date('2026-11-21T09:30:00') });
      await page.addInitScript({
        content: `${inject('fakeBridge')}fakeBridge.install(${JSON.stringify(setup)});`,
      });
      await page.goto(inject('pageUrl') + hash);
      return { page, log };
    },
  };
}
