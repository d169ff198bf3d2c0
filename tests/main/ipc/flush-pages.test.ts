import { expect, test } from 'vitest';
import { createPageFlush } from '#main/ipc/flush-pages.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';

async function flushOf(pages: number) {
  const clock = createManualClock();
  let question = 0;
  const ask = (number: number): number => {
    question = number;
    return pages;
  };
  const flush = createPageFlush(ask, clock);
  const answer = (): void => flush.countAnswer(question);
  let isDone = false;
  void flush.flush().then(() => {
    isDone = true;
  });
  await settle();
  return { clock, answer, isDone: () => isDone };
}

test('the app ends when all pages have handed over the typed words', async () => {
  const { answer, isDone } = await flushOf(2);
  answer();
  await settle();
  expect(isDone()).toBe(false);
  answer();
  await settle();
  expect(isDone()).toBe(true);
});

test('the app’s end waits half a second for a page that does not answer, and not at all without pages', async () => {
  const { clock, isDone } = await flushOf(1);
  clock.advance(499);
  await settle();
  expect(isDone()).toBe(false);
  clock.advance(1);
  await settle();
  expect(isDone()).toBe(true);
  expect((await flushOf(0)).isDone()).toBe(true);
});

test('an answer counts only for its own request, whatever was requested meanwhile', async () => {
  const flush = createPageFlush(() => 1, createManualClock());
  const done: string[] = [];
  void flush.flush().then(() => done.push('first'));
  void flush.flush().then(() => done.push('second'));
  flush.countAnswer(1);
  flush.countAnswer(1);
  await settle();
  expect(done).toEqual(['first']);
  flush.countAnswer(2);
  await settle();
  expect(done).toEqual(['first', 'second']);
});
