import { beforeEach, expect, test } from 'vitest';
import { createLineCount } from '#main/base/line-count.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';

const HOUR_MS = 60 * 60 * 1000;

let clock: ManualClock;
let written: string[];
let countLines: (text: string | Buffer) => void;
beforeEach(() => {
  clock = createManualClock();
  written = [];
  countLines = createLineCount(clock, reportTo(written));
});

test('[C17] lines printed by libraries are counted at once, then once an hour, and never written', () => {
  countLines('keys under\nthe third stone\n');
  expect(written).toEqual(['Lines printed by libraries that were not logged: 2.']);
  for (let line = 0; line < 500; line += 1) countLines(Buffer.from('keys\n'));
  expect(written).toHaveLength(1);
  clock.advance(HOUR_MS);
  expect(written.slice(1)).toEqual(['Lines printed by libraries that were not logged: 500.']);
});

test('[C21] a library that never stops printing adds one entry an hour to the log', () => {
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    countLines('keys\n');
    clock.advance(60_000);
  }
  expect(written).toHaveLength(25);
});

test('no timer runs while nothing is printed', () => {
  countLines('one\n');
  clock.advance(HOUR_MS);
  expect(clock.waiting).toBe(0);
  countLines('two\n');
  expect(written).toHaveLength(2);
});
