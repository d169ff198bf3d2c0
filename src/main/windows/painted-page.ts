/** Reads what the main window displays, for the self-check. */
import { setTimeout } from 'node:timers/promises';
import { BrowserWindow } from 'electron';
import * as v from 'valibot';
import type { Clock } from '#shared/base/clock.ts';
import { APP_PAGE } from '../guard/app-protocol.ts';

const paintedPage = v.object({
  /** Milliseconds from the start of the load to Chromium's first paint of text or an image. */
  paintedAfterMs: v.number(),
  /** The names of the visible buttons. */
  buttons: v.pipe(v.array(v.string()), v.minLength(1)),
});

export type PaintedPage = v.InferOutput<typeof paintedPage> & { readonly address: string };

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 100;
/** Runs in the page. */
const LOOK = `({
  paintedAfterMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  buttons: [...document.querySelectorAll('button')].filter((button) => button.checkVisibility()).map((button) => button.innerText),
})`;

/** @throws Error if the main window has not painted its page and a button within a minute */
export async function waitForPaint({ now }: Pick<Clock, 'now'>): Promise<PaintedPage> {
  for (const end = now() + PATIENCE_MS; now() < end; await setTimeout(LOOK_AGAIN_MS)) {
    const pages = BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
    const page = pages.find((contents) => contents.getURL().startsWith(APP_PAGE));
    // A page that is being reloaded does not answer.
    const seen = v.safeParse(paintedPage, await page?.executeJavaScript(LOOK).catch(() => undefined));
    if (page !== undefined && seen.success) return { address: page.getURL(), ...seen.output };
  }
  throw new Error(`The page ${APP_PAGE} was not painted.`);
}
