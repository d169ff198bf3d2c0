/**
 * How long the lists of two thousand labels take to open, and to be asked for. README.md says what is
 * measured.
 */
import type { Page } from '@playwright/test';
import { openAccountStore } from '#account/opening.ts';
import { createLabels } from '#account/views/labels.ts';
import { type Figure, absoluteFigure, percentile } from '../figure.ts';
import { startApp } from '../support/built-app.ts';
import { type Device, signedInDevices } from '../support/cached-notes.ts';
import { LABEL_NAMES } from '../support/marked-notes.ts';
import { localNotesOf } from '../support/local-notes.ts';

const NOTES = 100_000;
const LABELS = 2_000;
/** Labels of each note that is added for them. */
const LABELS_OF_NOTE = 4;
const ROUNDS = 20;
const MOST_MS = 150;
/** The same 10 ms as `PAGE_EFFORT` of the views. */
const MOST_LIST_MS = 10;
const NARROW = { width: 500, height: 800 };
const WIDE = { width: 1180, height: 800 };

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  const device = devices.with(NOTES);
  const listed = addLabels(device);
  const app = await startApp(device);
  try {
    // With reduced motion, the drawer is there at once: the specification says how long it slides.
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    const { page } = app;
    const clicked: number[] = [];
    const pressed: number[] = [];
    const slidIn: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.setViewportSize(WIDE);
      clicked.push(await timeDialog(page, 'click'));
      pressed.push(await timeDialog(page, 'key'));
      await page.setViewportSize(NARROW);
      slidIn.push(await timeDrawer(page));
    }
    const opening = (name: string, times: readonly number[]): Figure =>
      absoluteFigure(`many-labels: ${name}, p95`, 'ms', percentile(times, 95), MOST_MS);
    return [
      opening('Edit labels, from a click', clicked),
      opening('Edit labels, from a key', pressed),
      opening('the drawer of a narrow window', slidIn),
      absoluteFigure('many-labels: all labels, p95', 'ms', percentile(listed, 95), MOST_LIST_MS),
    ];
  } finally {
    await app.close();
  }
}

/** @returns milliseconds of the processor's time for each list of all labels */
function addLabels({ database }: Device): readonly number[] {
  const store = openAccountStore({ file: database, now: Date.now, onFatal: () => undefined });
  const notes = localNotesOf(store.notes);
  store.notes.transaction(() => {
    for (let label = LABEL_NAMES.length; label < LABELS; label += LABELS_OF_NOTE) {
      const names = Array.from({ length: LABELS_OF_NOTE }, (_, at) => `Rare ${label + at}`);
      notes.add({ title: `Note ${label}`, text: 'text', marks: { addLabels: names } });
    }
  });
  const labels = createLabels(store.db);
  if (labels.all().length !== LABELS) throw new Error('The labels are not what they should be');
  const times = Array.from({ length: 200 }, () => {
    const start = process.threadCpuUsage();
    labels.all();
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  });
  store.close();
  return times;
}

async function timeDialog(page: Page, by: 'click' | 'key'): Promise<number> {
  const button = page.getByRole('navigation').getByRole('button', { name: 'Edit labels' });
  if (by === 'key') await button.focus();
  await idle(page);
  const seen = await page.evaluateHandle(watchFor, '[role=dialog] li input');
  if (by === 'key') await page.keyboard.press('Enter');
  else await button.click();
  const milliseconds = await seen.evaluate(({ time }) => time);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return milliseconds;
}

async function timeDrawer(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Main menu' });
  await idle(page);
  const seen = await page.evaluateHandle(watchFor, '#drawer:not([inert]) [aria-posinset="10"]');
  await button.click();
  const milliseconds = await seen.evaluate(({ time }) => time);
  await page.keyboard.press('Escape');
  await page.locator('#drawer[inert]').waitFor({ state: 'attached' });
  return milliseconds;
}

function idle(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 })),
  );
}

/**
 * Runs in the page. Tells how long it takes from the next press or key until a frame with the element on the
 * screen is painted.
 */
function watchFor(selector: string): { readonly time: Promise<number> } {
  const { promise: time, resolve } = Promise.withResolvers<number>();
  const onPress = ({ timeStamp }: Event): void => {
    document.removeEventListener('pointerup', onPress, true);
    document.removeEventListener('keydown', onPress, true);
    const look = (): void => {
      const { right = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
      if (right <= 0) requestAnimationFrame(look);
      else {
        // A task that is posted before a frame is painted runs after it, and with this priority before the
        // page's next work.
        void scheduler.postTask(() => resolve(performance.now() - timeStamp), { priority: 'user-blocking' });
      }
    };
    requestAnimationFrame(look);
  };
  document.addEventListener('pointerup', onPress, true);
  document.addEventListener('keydown', onPress, true);
  return { time };
}

process.stdout.write(JSON.stringify(await measure()));
