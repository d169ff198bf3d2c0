/** The built app on a device, and what is measured of its page and of its processes. */
import type { Page } from '@playwright/test';
import { launch, type RunningApp } from '#tests/e2e/support/fixtures.ts';
import type { Device } from './cached-notes.ts';

/** Starts it and waits for its first notes. */
export async function startApp({ config, userData }: Device): Promise<RunningApp> {
  const app = await launch(config, userData);
  await app.page.getByRole('article').first().waitFor();
  return app;
}

/** The first frame in which the page has an `article`, milliseconds since the epoch. */
export async function firstArticleFrame(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    // Asked with every frame, before it is painted.
    () => document.querySelector('article') !== null && performance.timeOrigin + performance.now(),
    undefined,
    { polling: 'raf', timeout: 60_000 },
  );
  const time = await found.jsonValue();
  if (time === false) throw new Error('There is no article');
  return time;
}

const WHEEL_PIXELS = 120;
const WHEEL_EVERY_MS = 16;

export interface Scrolled {
  /** Milliseconds from each frame to the next, by the clock: on a busy machine also what others took. */
  readonly frames: readonly number[];
  /** Milliseconds of the page's own processor time between two turns of the wheel: what only the page is to blame for. */
  readonly work: readonly number[];
}

/** Turns the wheel over the list for so many milliseconds. */
export async function scroll(page: Page, milliseconds: number): Promise<Scrolled> {
  const main = page.getByRole('main');
  const box = await main.boundingBox();
  if (box === null) throw new Error('There is no list to scroll');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const frames = main.evaluate(
    (_element, duration) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const frame = (now: number): void => {
          times.push(now);
          if (now - (times[0] ?? now) < duration) requestAnimationFrame(frame);
          else resolve(times.slice(1).map((time, at) => time - (times[at] ?? time)));
        };
        requestAnimationFrame(frame);
      }),
    milliseconds,
  );
  const busyTime = await watchBusyTime(page);
  const busy = [await busyTime()];
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    await page.mouse.wheel(0, WHEEL_PIXELS);
    await new Promise((resolve) => setTimeout(resolve, WHEEL_EVERY_MS));
    busy.push(await busyTime());
  }
  const work = busy.slice(1).map((time, at) => time - (busy[at] ?? time));
  return { frames: await frames, work };
}

/** Answers with a function that tells how much processor time the page's thread has had, milliseconds. */
async function watchBusyTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('The browser does not tell how long its tasks took');
    return seconds * 1000;
  };
}

export interface Memory {
  /** Megabytes of the page's JavaScript heap after a collection. */
  readonly rendererHeap: number;
  /** Megabytes of the main process that are resident. */
  readonly mainResident: number;
}

export async function memoryOf({ electron, page }: RunningApp): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const resident = await electron.evaluate(() => process.memoryUsage.rss());
  return { rendererHeap: usedSize / 2 ** 20, mainResident: resident / 2 ** 20 };
}
