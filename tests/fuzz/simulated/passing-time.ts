/**
 * Virtual time that passes like real time: work that a timer starts ends before the next timer is due.
 */
import type { ManualClock } from '#tests/support/manual-clock.ts';

/** Lets everything run that does not wait for the clock, including work on files. */
export async function settle(): Promise<void> {
  do {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    // Closing a file is not listed as a request to the file system.
  } while (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name === 'CloseReq'));
}

/** @param ms milliseconds */
export async function pass(time: ManualClock, ms: number): Promise<void> {
  let remainingMs = ms;
  await settle();
  for (let next = time.nextIn; next !== null && next <= remainingMs; next = time.nextIn) {
    time.advance(next);
    remainingMs -= next;
    await settle();
  }
  time.advance(remainingMs);
  await settle();
}
