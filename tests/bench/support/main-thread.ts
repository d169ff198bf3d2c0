/**
 * How long the built app's main thread is not free for anything else, and how quickly the page answers
 * meanwhile.
 */
import type { ElectronApplication, Page } from '@playwright/test';
import type { Uid } from '#shared/note/note.ts';

const TICK_MS = 2;

export interface MainThreadWatch {
  /**
   * The longest processor time of the thread between two turns of its loop since the last call, in
   * milliseconds.
   */
  longestWork(): Promise<number>;
}

interface Watched {
  longest: number;
}

export async function watchMainThread(app: ElectronApplication): Promise<MainThreadWatch> {
  await app.evaluate((_electron, tickMs) => {
    const watched: Watched = { longest: 0 };
    const time = (): number => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    let before = time();
    setInterval(() => {
      const now = time();
      watched.longest = Math.max(watched.longest, now - before);
      before = now;
    }, tickMs);
    Object.assign(globalThis, { watched });
  }, TICK_MS);
  return {
    longestWork: () =>
      app.evaluate(() => {
        const watched = Reflect.get(globalThis, 'watched') as Watched;
        const { longest } = watched;
        watched.longest = 0;
        return longest;
      }),
  };
}

declare global {
  interface Window {
    /** Milliseconds from each key so far until a frame with it was painted. */
    paintedKeys: number[];
  }
}

/** To be called once, before any key is typed. */
export function watchKeys(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.paintedKeys = [];
    const watch = ({ timeStamp }: KeyboardEvent): void => {
      // A message that is sent before a frame is painted arrives after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => window.paintedKeys.push(performance.now() - timeStamp));
        port1.start();
        port2.postMessage(null);
      });
    };
    addEventListener('keydown', watch, { capture: true });
  });
}

/** Types a key and waits until it is painted. */
export async function typeKey(page: Page): Promise<void> {
  const before = await page.evaluate(() => window.paintedKeys.length);
  await page.keyboard.press('k');
  await page.waitForFunction((count) => window.paintedKeys.length > count, before);
}

/** Milliseconds of all keys since the last call. */
export function paintedKeys(page: Page): Promise<number[]> {
  return page.evaluate(() => window.paintedKeys.splice(0));
}

export interface Answers {
  /** Milliseconds until a note was durable, and until a page was answered. */
  readonly saves: number[];
  readonly pages: number[];
}

/** Saves a short note and asks for the first page, once. */
export async function saveAndAsk(page: Page, uid: Uid, { saves, pages }: Answers): Promise<void> {
  const [saved, answered] = await page.evaluate(async (owner) => {
    const timed = async (work: () => Promise<{ readonly ok: boolean }>): Promise<number> => {
      const start = performance.now();
      const outcome = await work();
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      return performance.now() - start;
    };
    const content = { title: '', text: 'a thought' };
    const view = { list: 'active', query: '', labels: [], offset: 0, limit: 23 } as const;
    return [
      await timed(() => window.inkling.request('notes:add', owner, content, null)),
      await timed(() => window.inkling.request('notes:view', view)),
    ] as const;
  }, uid);
  saves.push(saved);
  pages.push(answered);
}
