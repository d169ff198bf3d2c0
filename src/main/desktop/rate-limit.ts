/** How often a page may do something without a person: a page under foreign control would do it without end. */
import { AppError } from '#shared/error.ts';

const MINUTE_MS = 60_000;

/**
 * @returns a function to be called before each time. It throws AppError `too-often` at more than `most` times in a minute.
 */
export function createRateLimit(most: number, now: () => number): () => void {
  let times: readonly number[] = [];
  return () => {
    times = times.filter((time) => now() - time < MINUTE_MS);
    if (times.length >= most) throw tooOften();
    times = [...times, now()];
  };
}

export function tooOften(): AppError {
  return new AppError('too-often', 'This was done too often. Wait a minute and try again.');
}
