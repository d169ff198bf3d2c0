/**
 * Limits how often a page may do something without the user. A page under foreign control would never stop.
 */
import { AppError } from '#shared/base/error.ts';

const MINUTE_MS = 60_000;

/**
 * @returns a function to be called before each use. It throws AppError `too-often` for more than `most` uses
 *   in a minute. Its result is a function that removes this use from the count, to be called if the user
 *   turns out to be behind it.
 */
export function createRateLimit(most: number, now: () => number): () => () => void {
  let times: readonly { readonly at: number }[] = [];
  return () => {
    // A time in the future shows that the clock was set back since; waiting for it would take too long.
    times = times.filter(({ at }) => now() >= at && now() - at < MINUTE_MS);
    if (times.length >= most) throw tooOften();
    const time = { at: now() };
    times = [...times, time];
    return () => {
      times = times.filter((counted) => counted !== time);
    };
  };
}

export function tooOften(): AppError {
  return new AppError('too-often', 'too-often');
}
