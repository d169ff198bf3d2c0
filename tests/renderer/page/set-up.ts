/**
 * Sets up once, before the first file, what the page tests share: the built renderer, served on loopback, and
 * a Chromium. Each file has its own connection to the browser, and each page its own context.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { TestProject } from 'vitest/node';
import { build } from '#tools/commands/lib/build.mjs';
import { WITHOUT_CHROMIUM } from '#tests/support/environment.ts';
import { findChromium, findShell } from '@inkling/electron-stand-in/chromium/find.ts';
import { STEP_LIMIT_MS } from '#tests/support/limits.ts';
import { bundleFakeBridge } from './bundle.ts';
import { serveRenderer } from './serve.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly pageUrl: string;
    /** The script that defines `fakeBridge`. */
    readonly fakeBridge: string;
    /** WebSocket address of the browser, for Playwright. */
    readonly browserEndpoint: string;
  }
}

/** Parts of the address bar that each window would load, although no test needs them. */
const DISABLED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const started = new AsyncDisposableStack();

export async function setup(project: TestProject): Promise<void> {
  if (WITHOUT_CHROMIUM !== undefined) return;
  await build();
  const served = await serveRenderer();
  started.defer(() => served.close());
  const browser = await chromium.launchServer({
    host: '127.0.0.1',
    timeout: STEP_LIMIT_MS,
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${DISABLED_FEATURES.join(',')}`],
  });
  started.defer(() => browser.close());
  project.provide('fakeBridge', await bundleFakeBridge());
  project.provide('pageUrl', served.url);
  project.provide('browserEndpoint', browser.wsEndpoint());
}

/** The headless shell, which has no window frames, or else Playwright's own browser, or the system's. */
function findBrowser(): string {
  if ((process.env['INKLING_CHROMIUM'] ?? '') !== '') return findChromium();
  return findShell() ?? [chromium.executablePath()].find((file) => existsSync(file)) ?? findChromium();
}

export function teardown(): Promise<void> {
  return started.disposeAsync();
}
