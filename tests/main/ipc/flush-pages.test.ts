import { expect, test } from 'vitest';
import { createPageFlush } from '#main/ipc/flush-pages.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';

async function flushOf(pages: number) {
  const clock = createManualClock();
  const flush = createPageFlush(() => pages, clock);
  let isDone = false;
  void flush.flush().then(() => {
    isDone = true;
  });
  await settle();
  return { clock, flush, isDone: () => isDone };
}

test('the app ends when all pages have handed over what was typed', async () => {
  const { flush, isDone } = await flushOf(2);
  flush.countAnswer();
  await settle();
  expect(isDone()).toBe(false);
  flush.countAnswer();
  await settle();
  expect(isDone()).toBe(true);
});

test('it waits for no page that shows nothing any more, and for none where there is none', async () => {
  const { clock, isDone } = await flushOf(1);
  clock.advance(499);
  await settle();
  expect(isDone()).toBe(false);
  clock.advance(1);
  await settle();
  expect(isDone()).toBe(true);
  expect((await flushOf(0)).isDone()).toBe(true);
});
