/** From the click away to a note that is durable and on the screen. README.md says what is measured. */
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { makeNoteId } from '#shared/note-id.ts';
import { systemClock } from '#main/clock.ts';
import { openAccountStore } from '#account/store/account-store.ts';
import { createLocalNotes } from '#account/sync/local-notes.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { type Figure, limited, percentile } from '../figure.ts';
import { startApp } from '../support/built-app.ts';
import { type Device, signedInDevices } from '../support/cached-notes.ts';

const NOTES = 100_000;
const SAVED = 200;
const LONGEST_SAVE_MS = 30;
const LONGEST_TRANSACTION_MS = 10;

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  // A new note is the first one then.
  const device = devices.with(NOTES, 0);
  const saves = await savesInApp(device);
  const transactions = transactionsOf(device);
  return [
    limited('save: click away to seen, p99', 'ms', percentile(saves, 99), LONGEST_SAVE_MS),
    limited('save: the transaction, p99', 'ms', percentile(transactions, 99), LONGEST_TRANSACTION_MS),
  ];
}

async function savesInApp(device: Device): Promise<readonly number[]> {
  const app = await startApp(device);
  try {
    const times: number[] = [];
    for (let note = 0; note < SAVED; note += 1)
      times.push(await savedAndSeen(app.page, `Saved as number ${note}`));
    return times;
  } finally {
    await app.close();
  }
}

/** Milliseconds from the press of the button outside of the box until a frame with the note's card was painted. */
async function savedAndSeen(page: Page, text: string): Promise<number> {
  const box = page.getByPlaceholder('Take a note...');
  await box.click();
  await box.fill(text);
  const seen = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        document.addEventListener('pointerdown', ({ timeStamp }) => (pressed = timeStamp), {
          capture: true,
          once: true,
        });
        // The card is there only after the transaction: the page shows what the store has.
        const observer = new MutationObserver(() => {
          const newest = document.querySelector('article');
          if (newest?.textContent.includes(wanted) !== true) return;
          observer.disconnect();
          // A message that is sent before a frame is painted comes after it.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.now() - pressed));
            port1.start();
            port2.postMessage(null);
          });
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
  await page.getByRole('banner').click({ position: { x: 5, y: 5 } });
  return seen;
}

/** Milliseconds of each transaction on the same database, in this process. */
function transactionsOf({ database }: Device): readonly number[] {
  const store = openAccountStore({ file: database, now: Date.now, onFatal: () => undefined });
  const notes = createLocalNotes({
    store: store.notes,
    clock: systemClock,
    makeId: () => makeNoteId(randomBytes),
  });
  const times = manyRealisticNotes(SAVED, 2).map(({ title, text }) => {
    const start = performance.now();
    notes.add({ title, text });
    return performance.now() - start;
  });
  store.close();
  return times;
}

process.stdout.write(JSON.stringify(await measure()));
