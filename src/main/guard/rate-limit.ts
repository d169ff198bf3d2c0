/**
 * How often a page may do something without a person: a page under foreign control would do it without end.
 */
import { AppError } from '#shared/base/error.ts';

const MINUTE_MS = 60_000;

/**
 * @returns a function to be called before each time. It throws AppError `too-often` at more than `most` times
 *   in a minute, and
 * returns a function that makes this time not count, because a person has turned out to be behind it.
 */
export function createRateLimit(most: number, now: () => number): () => () => void {
  let times: readonly { readonly at: number }[] = [];
  return () => {
    // A time in the future shows that the clock was set back since. Nobody could wait for that.
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
