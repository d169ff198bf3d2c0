import { expect, test } from 'vitest';
import { createChangeReports } from '#account/change-reports.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

function startReports() {
  const clock = createManualClock(0);
  const reported: number[] = [];
  const changes = createChangeReports({
    clock,
    revision: 6,
    onChange: (revision) => reported.push(revision),
  });
  return { clock, changes, reported };
}

test('bulk changes within 250 ms make one report, and opening counts as a change', () => {
  const { clock, changes, reported } = startReports();
  expect(changes.revision).toBe(7);
  for (let slice = 0; slice < 3; slice += 1) changes.reportSoon();
  expect(reported).toEqual([8]);
  clock.advance(249);
  expect(reported).toEqual([8]);
  clock.advance(1);
  expect(reported).toEqual([8, 9]);
});

test('a report replaces the one that waits', () => {
  const { clock, changes, reported } = startReports();
  changes.reportSoon();
  changes.reportSoon();
  changes.report();
  clock.advance(1000);
  expect(reported).toEqual([8, 9]);
});

test('a clock that was set back delays no report by more than 250 ms', () => {
  const { clock, changes, reported } = startReports();
  changes.report();
  clock.set(-1_000_000);
  changes.reportSoon();
  clock.advance(250);
  expect(reported).toEqual([8, 9]);
});

test('nothing is reported after the end', () => {
  const { clock, changes, reported } = startReports();
  changes.report();
  changes.reportSoon();
  changes.end();
  changes.report();
  changes.reportSoon();
  clock.advance(1000);
  expect(reported).toEqual([8]);
});
