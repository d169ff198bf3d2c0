/** From the click away to a note that is durable and on the screen. README.md says what is measured. */
import type { Page } from '@playwright/test';
import { openAccountStore } from '#account/opening.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { relativeFigure, type Figure, absoluteFigure, percentile } from '../figure.ts';
import { startApp } from '../support/built-app.ts';
import { type Device, signedInDevices } from '../support/cached-notes.ts';
import { localNotesOf } from '../support/local-notes.ts';

const NOTES = 100_000;
const SAVED = 200;
/** Bound as a multiple of the time in which the page paints a card that no note stands behind. */
const MOST_OF_PAINTING = 3;
const LONGEST_TRANSACTION_MS = 10;

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  // Without pins a new note is the first card.
  const device = devices.with(NOTES, 0);
  const { saved, painted } = await savesInApp(device);
  const transactions = transactionsOf(device);
  return [
    relativeFigure(
      'save: click away to seen, p99',
      'ms',
      percentile(saved, 99),
      percentile(painted, 99),
      MOST_OF_PAINTING,
    ),
    absoluteFigure('save: the transaction, p99', 'ms', percentile(transactions, 99), LONGEST_TRANSACTION_MS),
  ];
}

interface Saves {
  readonly saved: readonly number[];
  /** For a card that only the page knows of. */
  readonly painted: readonly number[];
}

/**
 * Milliseconds from a press outside of the box until a frame with the card was painted; the two kinds
 * alternate.
 */
async function savesInApp(device: Device): Promise<Saves> {
  const app = await startApp(device);
  try {
    const saved: number[] = [];
    const painted: number[] = [];
    for (let note = 0; note < SAVED; note += 1) {
      saved.push(await timeSave(app.page, `Saved as number ${note}`));
      painted.push(await pressed(app.page, () => app.page.evaluate(paintCard)));
    }
    return { saved, painted };
  } finally {
    await app.close();
  }
}

async function timeSave(page: Page, text: string): Promise<number> {
  const box = page.getByPlaceholder('Take a note...');
  await box.click();
  await box.fill(text);
  return pressed(page, () => page.evaluate(seeCard, text));
}

/**
 * Presses outside of the box once all animations of the note before have ended: nobody types five notes in a
 * second.
 */
async function pressed(page: Page, see: () => Promise<number>): Promise<number> {
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const seen = see();
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  return seen;
}

/** Runs in the page. */
function seeCard(wanted: string): Promise<number> {
  return new Promise((resolve) => {
    let pressedAt = 0;
    document.addEventListener('pointerdown', ({ timeStamp }) => (pressedAt = timeStamp), {
      capture: true,
      once: true,
    });
    // The card is there only after the transaction: the page shows what the store has.
    const observer = new MutationObserver(() => {
      if (document.querySelector('article')?.textContent.includes(wanted) !== true) return;
      observer.disconnect();
      // A task that is posted before a frame is painted runs after it, and with this priority before the
      // page's next work.
      requestAnimationFrame(() => {
        void scheduler.postTask(() => resolve(performance.now() - pressedAt), { priority: 'user-blocking' });
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Runs in the page. */
function paintCard(): Promise<number> {
  return new Promise((resolve) => {
    const paint = ({ timeStamp }: PointerEvent): void => {
      const card = document.querySelector('[data-index]');
      const copy = card?.cloneNode(true) as Element;
      card?.before(copy);
      const painted = (): void => {
        copy.remove();
        resolve(performance.now() - timeStamp);
      };
      requestAnimationFrame(() => void scheduler.postTask(painted, { priority: 'user-blocking' }));
    };
    document.addEventListener('pointerdown', paint, { capture: true, once: true });
  });
}

/** Milliseconds of each transaction on the same database, in this process. */
function transactionsOf({ database }: Device): readonly number[] {
  const store = openAccountStore({ file: database, now: Date.now, onFatal: () => undefined });
  const notes = localNotesOf(store.notes);
  const times = manyRealisticNotes(SAVED, 2).map(({ title, text }) => {
    const start = performance.now();
    notes.add({ title, text });
    return performance.now() - start;
  });
  store.close();
  return times;
}

process.stdout.write(JSON.stringify(await measure()));
