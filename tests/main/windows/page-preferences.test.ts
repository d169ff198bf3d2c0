/**
 * Electron's security checklist, points 2 to 4, 6 and 8 to 11: the preferences of each page, and that every
 * window is created with them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { PAGE_PARTITION } from '#main/system/page-session.ts';
import { pagePreferences } from '#main/windows/page-preferences.ts';
import { at } from '#tools/commands/lib/paths.mjs';

vi.mock('electron', () => ({}));

test('[C79] [C80] [C81] [C83] [C85] [C86] [C87] [C88] a page is sandboxed and isolated, has no Node and no experiments', () => {
  // Nothing else may be set: insecure content, experimental features, Blink features and <webview> are off
  // unless they are named.
  expect(pagePreferences('out')).toEqual({
    preload: path.join('out', 'preload', 'index.cjs'),
    partition: PAGE_PARTITION,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: true,
  });
});

test('[C79] [C80] [C81] [C88] every window is created with the page preferences, and nothing else shows a page', () => {
  const sources = readdirSync(at('src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(at('src', name), 'utf8'));
  const count = (pattern: RegExp): number => sources.flatMap((text) => text.match(pattern) ?? []).length;
  expect(count(/new BrowserWindow\(/g)).toBeGreaterThan(0);
  expect(count(/webPreferences: pagePreferences\(/g)).toBe(count(/new BrowserWindow\(/g));
  // Together with `--no-sandbox`, a call of `enableSandbox` leaves every page empty.
  expect(count(/\benableSandbox\(\);/g)).toBe(0);
  expect(count(/new (BrowserView|WebContentsView)\(|<webview|webviewTag|allowpopups/g)).toBe(0);
});
