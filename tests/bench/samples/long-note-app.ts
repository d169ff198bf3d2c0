/**
 * How long a key in a long note takes to be seen, and how long the note takes to open. README.md says what is
 * measured.
 */
import type { CDPSession, Page } from '@playwright/test';
import { TEXTS } from '#shared/base/spec.ts';
import { openAccountStore } from '#account/opening.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { type Figure, median, percentile, relativeFigure } from '../figure.ts';
import { startApp } from '../support/built-app.ts';
import { type Device, signedInDevices } from '../support/cached-notes.ts';
import { localNotesOf } from '../support/local-notes.ts';

/** A note by its title: UTF-8 bytes of its text, and what its lines are. */
const NOTES = {
  '50 kB': { bytes: 50_000, lines: 'long' },
  '300 kB': { bytes: 300_000, lines: 'long' },
  '900 kB': { bytes: 900_000, lines: 'long' },
  'a list of 12 kB': { bytes: 12_000, lines: 'boxes' },
  'a list of 45 kB': { bytes: 45_000, lines: 'boxes' },
  'the words of that list': { bytes: 45_000, lines: 'short' },
} as const;
type Title = keyof typeof NOTES;

/**
 * The note whose opening is measured: that of a short one is no longer than its request and the dialog around
 * it.
 */
const LONGEST = '900 kB';
const OPENINGS = 3;
const KEYS = 25;
const MOST = 1.3;

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  const device = devices.with(10, 0);
  addNotes(device);
  const app = await startApp(device);
  try {
    const figures: Figure[] = [];
    const openings = new Map<Title, number>();
    for (const title of titles()) {
      const { typed, bare, cpu, bareCpu, opened, bareOpened } = await timeNote(app.page, title);
      const [key, bareKey] = [percentile(typed, 95), percentile(bare, 95)];
      openings.set(title, median(opened));
      figures.push(relativeFigure(`long-note: a key, ${title}, p95`, 'ms', key, bareKey, MOST));
      figures.push(relativeFigure(`long-note: a key, ${title}`, 'ms CPU', mean(cpu), mean(bareCpu), MOST));
      if (title !== LONGEST) continue;
      const name = `long-note: opening, ${title}`;
      figures.push(relativeFigure(name, 'ms', median(opened), median(bareOpened), MOST));
    }
    const [list, words] = [openings.get('a list of 45 kB'), openings.get('the words of that list')];
    figures.push(
      relativeFigure('long-note: opening, a list of 45 kB', 'ms', list ?? NaN, words ?? NaN, MOST),
    );
    return figures;
  } finally {
    await app.close();
  }
}

function titles(): readonly Title[] {
  return Object.keys(NOTES).filter((title): title is Title => Object.hasOwn(NOTES, title));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function addNotes({ database }: Device): void {
  const store = openAccountStore({ file: database, now: Date.now, onFatal: () => undefined });
  const notes = localNotesOf(store.notes);
  const written = manyRealisticNotes(6000, 3).flatMap(({ text }) => text.split('\n'));
  for (const [title, { bytes, lines }] of Object.entries(NOTES)) {
    let text = '';
    let length = 0;
    for (const line of written) {
      // Lists have short lines.
      const added = lines === 'long' ? `${line}\n` : `${line.slice(0, 40)}\n`;
      const box = '☐ ';
      length += Buffer.byteLength(lines === 'long' ? added : box + added);
      if (length > bytes) break;
      text += lines === 'boxes' ? box + added : added;
    }
    notes.add({ title, text });
  }
  store.close();
}

interface Times {
  /**
   * Milliseconds from each key to the frame that shows it: in the sheet, and in a bare text area with the
   * same text, in turns.
   */
  readonly typed: readonly number[];
  readonly bare: readonly number[];
  /** Milliseconds of the page's main thread for each of these keys, until the page is idle. */
  readonly cpu: readonly number[];
  readonly bareCpu: readonly number[];
  /**
   * From each click on the card to the frame that shows the sheet, and until a frame shows a new text area.
   */
  readonly opened: readonly number[];
  readonly bareOpened: readonly number[];
}

async function timeNote(page: Page, title: string): Promise<Times> {
  const opened: number[] = [];
  const bareOpened: number[] = [];
  const field = page.getByRole('dialog').getByLabel(TEXTS.text);
  const bare = page.getByLabel('Bare field');
  const heading = page.getByRole('article').getByRole('heading', { name: title, exact: true });
  for (let turn = 0; turn < OPENINGS; turn += 1) {
    const times = page.evaluate(timeOpening);
    await heading.click();
    opened.push(await times);
    const sample = await field.evaluate(describeField);
    bareOpened.push(await page.evaluate(appendBare, sample));
    if (turn < OPENINGS - 1) await close(page);
  }
  const [typed, bareTyped] = [await field.evaluateHandle(timeKeys), await bare.evaluateHandle(timeKeys)];
  const clock = await page.context().newCDPSession(page);
  await clock.send('Performance.enable');
  const [cpu, bareCpu]: [number[], number[]] = [[], []];
  for (let key = 0; key < KEYS; key += 1) {
    for (const [one, times] of [
      [field, cpu],
      [bare, bareCpu],
    ] as const) {
      await one.evaluate(focusWhenIdle);
      const start = await threadTime(clock);
      await one.evaluate(focusWhenIdle);
      const idle = await threadTime(clock);
      await page.keyboard.press('k');
      await one.evaluate(focusWhenIdle);
      // Without the work of waiting and reading the time.
      times.push((await threadTime(clock)) - idle - (idle - start));
    }
  }
  await clock.detach();
  await page.waitForFunction(([seen, count]) => seen.length === count, [bareTyped, KEYS] as const);
  const [seen, bareSeen] = [await typed.jsonValue(), await bareTyped.jsonValue()];
  const times = { typed: seen, bare: bareSeen, cpu, bareCpu, opened, bareOpened };
  await close(page);
  return times;
}

/** Milliseconds of processor time of the page's main thread so far. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ThreadTime');
  if (found === undefined) throw new Error('Chromium reports no ThreadTime metric');
  return found.value * 1000;
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Runs in the page. */
async function focusWhenIdle(field: SVGElement | HTMLElement): Promise<void> {
  field.focus();
  await new Promise((resolve) => requestIdleCallback(resolve));
}

/**
 * Runs in the page. Puts the caret in the middle of the text, and tells of each key when its frame has been
 * painted.
 */
function timeKeys(field: SVGElement | HTMLElement): number[] {
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('The keys go to a text area');
  const middle = field.value.indexOf('\n', field.value.length / 2);
  field.setSelectionRange(middle, middle);
  const times: number[] = [];
  field.addEventListener('keydown', ({ timeStamp }) => {
    // A task that is posted before a frame is painted runs after it, and with this priority before the page's
    // next work.
    requestAnimationFrame(() => {
      void scheduler.postTask(() => times.push(performance.now() - timeStamp), { priority: 'user-blocking' });
    });
  });
  return times;
}

/** Runs in the page. */
function timeOpening(): Promise<number> {
  return new Promise((resolve) => {
    let pressedAt = 0;
    document.addEventListener('click', ({ timeStamp }) => (pressedAt = timeStamp), {
      capture: true,
      once: true,
    });
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=dialog] textarea') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        void scheduler.postTask(() => resolve(performance.now() - pressedAt), { priority: 'user-blocking' });
      });
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
}

interface Sample {
  readonly text: string;
  readonly css: string;
}

/** Runs in the page. What a text area without anything around it needs to be the same. */
function describeField(field: SVGElement | HTMLElement): Sample {
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('The sheet has a text area');
  const { font, padding, tabSize } = getComputedStyle(field);
  const size = `width: ${field.offsetWidth}px; height: ${field.offsetHeight}px; box-sizing: border-box`;
  return { text: field.value, css: `font: ${font}; padding: ${padding}; tab-size: ${tabSize}; ${size}` };
}

/** Runs in the page. @returns milliseconds until a frame shows the text area */
function appendBare({ text, css }: Sample): Promise<number> {
  const start = performance.now();
  const field = document.createElement('textarea');
  Object.assign(field, { ariaLabel: 'Bare field', dir: 'auto', value: text });
  field.style.cssText = `position: fixed; inset: 40px auto auto 200px; z-index: 10; border: 0; ${css}`;
  // In the sheet, which lets no other part of the page have the focus.
  document.querySelector('[role=dialog]')?.append(field);
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      void scheduler.postTask(() => resolve(performance.now() - start), { priority: 'user-blocking' });
    });
  });
}

process.stdout.write(JSON.stringify(await measure()));
