/**
 * The built app, signed in: how long the quick note takes from the call that its keys make to the frame that shows the caret
 * in its text. Answers with one line of JSON, the milliseconds of each round.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_SETTINGS } from '#shared/settings.ts';
import { startCloud } from '#tools/local-cloud/cloud.ts';
import { expect, openNow, quickNotePage } from '../../e2e/desktop/support.ts';
import { ADA, launch, signIn } from '../../e2e/support/fixtures.ts';

const rounds = Number(process.argv[2]);

await using started = new AsyncDisposableStack();
const userData = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
started.defer(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }));
const cloud = await startCloud();
started.defer(() => cloud.close());
const app = await launch(cloud.configPath, userData);
started.defer(() => app.close());
await signIn(app, cloud, ADA);
await expect(app.page.getByText('Notes you add appear here')).toBeVisible();
const page = await quickNotePage(app);
const window = await app.electron.browserWindow(page);

/** Both processes read the same clock. */
async function openOnce(): Promise<number> {
  await page.getByPlaceholder('Title').focus();
  const caret = await page.evaluateHandle(() => {
    const { promise: at, resolve } = Promise.withResolvers<number>();
    const text = document.querySelector('textarea');
    // The second callback runs when the frame with the caret has been made.
    const whenDrawn = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())));
    text?.addEventListener('focus', whenDrawn, { once: true });
    return { at };
  });
  const pressed = await openNow(app, DEFAULT_SETTINGS.quickNoteShortcut ?? '');
  const shown = await caret.evaluate(({ at }) => at);
  await page.keyboard.press('Escape');
  await expect.poll(() => window.evaluate((quick) => quick.isVisible())).toBe(false);
  return shown - pressed;
}

const times: number[] = [];
while (times.length < rounds) times.push(await openOnce());
process.stdout.write(`${JSON.stringify(times)}\n`);
