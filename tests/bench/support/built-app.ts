/** Starts the built app on a device, and measures its page and its processes. */
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { launch, type RunningApp } from '#tests/e2e/support/fixtures.ts';
import { startTrace } from '#tests/support/trace.ts';
import type { Device } from './cached-notes.ts';

/** Starts the app and waits for its first notes. */
export async function startApp({ config, userData }: Device): Promise<RunningApp> {
  const app = await launch(config, userData);
  await app.page.getByRole('article').first().waitFor();
  return app;
}

/** The first frame in which the page has an `article`, milliseconds since the epoch. */
export async function firstArticleFrame(page: Page): Promise<number> {
  const found = await page.waitForFunction(
    // Runs in every frame, before the frame is painted.
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
  /**
   * Milliseconds from each frame to the next, by the clock: on a busy machine they include the work of other
   * processes.
   */
  readonly frames: readonly number[];
  /** Milliseconds of the page's own processor time for each frame, without the work of other processes. */
  readonly work: readonly number[];
}

/** Turns the wheel over the list for this long. */
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
  const endTrace = await startTrace(page, [TRACED], TracedSchema);
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    await page.mouse.wheel(0, WHEEL_PIXELS);
    await new Promise((resolve) => setTimeout(resolve, WHEEL_EVERY_MS));
  }
  const work = workOfFrames(await endTrace());
  return { frames: await frames, work };
}

/** The trace category with a thread's tasks and the moments at which the thread handed a frame over. */
const TRACED = 'disabled-by-default-devtools.timeline';
const TracedSchema = v.object({
  name: v.picklist(['RunTask', 'Commit']),
  ph: v.literal('X'),
  pid: v.number(),
  tid: v.number(),
  /** Microseconds: start and duration by the clock, and processor time. */
  ts: v.number(),
  dur: v.optional(v.number(), 0),
  tdur: v.optional(v.number(), 0),
});
type Traced = v.InferOutput<typeof TracedSchema>;

/** @returns milliseconds of the page's processor time for each frame */
function workOfFrames(events: readonly Traced[]): number[] {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`);
  const committed = (one: readonly Traced[]): number => one.filter(({ name }) => name === 'Commit').length;
  // The thread with the most frames is that of the scrolled page; another page may exist, hidden.
  const [thread = []] = [...threads.values()].toSorted((a, b) => committed(b) - committed(a));
  const commits = thread.filter(({ name }) => name === 'Commit').map(({ ts }) => ts);
  const work: number[] = [];
  let sum = 0;
  for (const task of thread.filter(({ name }) => name === 'RunTask').toSorted((a, b) => a.ts - b.ts)) {
    sum += task.tdur / 1000;
    if (!commits.some((ts) => ts >= task.ts && ts < task.ts + task.dur)) continue;
    work.push(sum);
    sum = 0;
  }
  if (work.length === 0) throw new Error('The browser does not tell how long its tasks took');
  return work;
}

export interface Memory {
  /** Megabytes of the page's JavaScript heap after a collection. */
  readonly rendererHeap: number;
  /** Resident megabytes of the main process. */
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
