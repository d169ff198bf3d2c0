/** Limits on how often a page may do something. */
import { expect, test } from 'vitest';
import { createRateLimit } from '#main/guard/rate-limit.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

test('[C72] no more than the given number of calls in a minute pass, and others are not counted', () => {
  const clock = createManualClock();
  const limit = createRateLimit(2, clock.now);
  limit();
  clock.advance(30_000);
  limit();
  expect(limit).toThrow(expect.objectContaining({ code: 'too-often' }));
  clock.advance(30_000);
  const forget = limit();
  expect(limit).toThrow(expect.objectContaining({ code: 'too-often' }));
  forget();
  limit();
  expect(limit).toThrow(expect.objectContaining({ code: 'too-often' }));
});

test('a clock that is set back refuses nothing for longer than a minute', () => {
  const clock = createManualClock();
  const limit = createRateLimit(1, clock.now);
  limit();
  clock.set(clock.now() - 3_600_000);
  limit();
  expect(limit).toThrow(expect.objectContaining({ code: 'too-often' }));
  clock.advance(60_000);
  limit();
});
