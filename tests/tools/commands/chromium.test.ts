/**
 * The Chromium for the tests of pages on a machine without one: Playwright's, or the tests are skipped.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { at } from '#tools/commands/lib/paths.mjs';
import { findChromium } from '@inkling/electron-stand-in/chromium/find.ts';
import { run } from '../../support/run.ts';

/** A program outside of the PATH, such as Chrome on macOS, cannot be hidden. */
const canHide = ((): boolean => {
  try {
    findChromium({ PATH: '' });
    return false;
  } catch {
    return true;
  }
})();

const SCRIPT = `
  const { ensureTestBrowser } = await import(${JSON.stringify(at('tools/commands/lib/chromium.mjs'))});
  const { chromium } = await import('@playwright/test');
  const reason = await ensureTestBrowser();
  console.log(JSON.stringify({ reason, named: process.env.INKLING_CHROMIUM, own: chromium.executablePath() }));
`;

/**
 * Looks for a browser, with none on the PATH and no network. @param browsers folder of Playwright's downloads
 */
async function ensure(browsers: string, env: NodeJS.ProcessEnv = {}) {
  const found = run(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    PATH: temporaryFolder(),
    INKLING_CHROMIUM: undefined,
    CI: undefined,
    PLAYWRIGHT_BROWSERS_PATH: browsers,
    // A port on which no program listens.
    PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
    ...env,
  });
  const code = await found.ended;
  const last = found.output().trimEnd().split('\n').at(-1) ?? '';
  return { code, output: found.output(), answer: code === 0 ? (JSON.parse(last) as Answer) : null };
}

interface Answer {
  readonly reason?: string;
  readonly named?: string;
  readonly own: string;
}

describe.runIf(canHide)('on a machine without a Chromium', () => {
  test('the tests of pages are skipped with a reason that names what to install, until Playwright has fetched a Chromium', async () => {
    const browsers = temporaryFolder();
    const { answer, output } = await ensure(browsers);
    const ownBrowser = answer?.own ?? '';
    expect(answer?.named).toBeUndefined();
    expect(answer?.reason).toMatch(
      /^The tests of pages and of the stand-in need a Chromium, .* apt-get install/,
    );
    expect(output, 'Playwright’s own messages').toMatch(/ECONNREFUSED|Failed to download/);
    mkdirSync(path.dirname(ownBrowser), { recursive: true });
    writeFileSync(ownBrowser, '', { mode: 0o755 });
    expect((await ensure(browsers)).answer).toEqual({ named: ownBrowser, own: ownBrowser });
  });

  test('a CI machine must have a Chromium', async () => {
    const { code, output } = await ensure(temporaryFolder(), { CI: 'true' });
    expect(code).not.toBe(0);
    expect(output).toContain('The tests of pages and of the stand-in need a Chromium');
  });
});
