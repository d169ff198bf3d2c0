/** Virtual time that passes as real time does: whatever a timer sets off has come to rest before the next one is due. */
import type { ManualClock } from '#tests/support/manual-clock.ts';

/** Lets everything run that does not wait for time, work on files included. */
export async function settle(): Promise<void> {
  do {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    // A file that is being closed is no request to the file system.
  } while (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq') || name === 'CloseReq'));
}

/** @param ms milliseconds */
export async function pass(time: ManualClock, ms: number): Promise<void> {
  let left = ms;
  await settle();
  for (let next = time.nextIn; next !== null && next <= left; next = time.nextIn) {
    time.advance(next);
    left -= next;
    await settle();
  }
  time.advance(left);
  await settle();
}
