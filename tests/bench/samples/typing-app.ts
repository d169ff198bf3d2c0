/** How long typed words take to become durable. README.md says what is measured. */
import Database from 'better-sqlite3';
import { type Figure, absoluteFigure, percentile } from '../figure.ts';
import { startApp } from '../support/built-app.ts';
import { type Device, signedInDevices } from '../support/cached-notes.ts';

const NOTES = 100_000;
const TYPED = 300;
const PAUSE_MS = 25;
const LOOK_MS = 5;
/** How much typing a crash may lose. */
const MOST_LOST_MS = 300;

/** A length of the draft, and when it was reached: milliseconds of this process's own clock. */
interface Seen {
  readonly length: number;
  readonly at: number;
}

async function measure(): Promise<readonly Figure[]> {
  await using devices = await signedInDevices();
  const device = devices.with(NOTES);
  const app = await startApp(device);
  try {
    await app.page.getByPlaceholder('Take a note...').click();
    const watch = watchDraft(device);
    const typed: Seen[] = [];
    for (let length = 1; length <= TYPED; length += 1) {
      await app.page.keyboard.press('k');
      typed.push({ length, at: performance.now() });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const storedDrafts = await watch.until(TYPED);
    const times = typed.map(({ length, at }) => {
      const seen = storedDrafts.find((one) => one.length >= length);
      return seen === undefined ? Infinity : Math.max(0, seen.at - at);
    });
    return [
      absoluteFigure('typing: until a key is durable, p95', 'ms', percentile(times, 95), MOST_LOST_MS),
      absoluteFigure('typing: until a key is durable, longest', 'ms', Math.max(...times), MOST_LOST_MS),
    ];
  } finally {
    await app.close();
  }
}

/**
 * Reads the database while the app writes it: a reader sees only commits, and the app syncs each commit to
 * disk.
 */
function watchDraft({ database }: Device) {
  const db = new Database(database, { readonly: true });
  const draft = db.prepare<[], { length: number }>(
    `SELECT length(text) AS length FROM drafts WHERE place = 'new'`,
  );
  const seen: Seen[] = [];
  const timer = setInterval(() => {
    const length = draft.get()?.length ?? 0;
    if (length > (seen.at(-1)?.length ?? 0)) seen.push({ length, at: performance.now() });
  }, LOOK_MS);
  return {
    async until(length: number): Promise<readonly Seen[]> {
      while ((seen.at(-1)?.length ?? 0) < length)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      clearInterval(timer);
      db.close();
      return seen;
    },
  };
}

process.stdout.write(JSON.stringify(await measure()));
