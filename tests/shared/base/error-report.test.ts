import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { AppError } from '#shared/base/error.ts';
import {
  createErrorReport,
  describeError,
  entryOf,
  limitReports,
  MAX_REPORT,
  MOST_OF_PAGES_IN_DAY,
} from '#shared/base/error-report.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { pageError } from '#shared/ipc/page-report.ts';
import { reportTo } from '#tests/support/log-lines.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

/** The lines of an entry whose stack has only places in the app's code. */
function linesOf(thrown: unknown): readonly string[] {
  return entryOf('upkeep-failed', thrown, (line) => line.trim().slice('at '.length)).split('\n    ');
}

test('an error of the app is written as its reason, with its cause', () => {
  const cause = Object.assign(new TypeError('keys under the third stone'), { code: 'ENOENT' });
  const [first, second, third] = linesOf(new AppError('store-full', 'disk-full', { cause }));
  expect(first).toBe(`Upkeep of the notes failed: ${REASONS['disk-full']}`);
  expect(second).toBe('caused by TypeError [ENOENT]');
  expect(third).toMatch(/^at .*error-report\.test\.ts:\d+:\d+\)?$/);
});

test('any other error is written as its name, its code and its places, without its message', () => {
  const [first, ...places] = linesOf(
    Object.assign(new RangeError('keys\n    at the third stone:1:1'), { code: 14 }),
  );
  expect(first).toBe('Upkeep of the notes failed: RangeError [14]');
  expect(places[0]).toMatch(/^at .*error-report\.test\.ts:\d+:\d+\)?$/);
  expect(places.join()).not.toMatch(/keys|stone/);
});

test.each([
  ['a name that no class of errors has', { name: 'Keys' }, 'an error of another kind'],
  ['a code that is a word', { code: 'STONE' }, 'Error'],
  ['a code of a sentence', { code: 'KEYS_UNDER the stone' }, 'Error'],
  ['a code of SQLite', { code: 'SQLITE_IOERR_READ' }, 'Error [SQLITE_IOERR_READ]'],
  ['a code of the network', { code: 'ERR_NAME_NOT_RESOLVED' }, 'Error [ERR_NAME_NOT_RESOLVED]'],
])(
  'an error with %s is logged only with the parts that have the form of an error',
  (_name, fields, expected) => {
    const [first] = linesOf(Object.assign(new Error('keys'), fields));
    expect(first).toBe(`Upkeep of the notes failed: ${expected}`);
  },
);

test('a reason is written as its sentence, and a report unchanged', () => {
  expect(linesOf('disk-full')).toEqual([`Upkeep of the notes failed: ${REASONS['disk-full']}`]);
  const error = new AppError('network', { id: 'cloud-status', status: 14 }, { cause: new TypeError('keys') });
  expect(linesOf(structuredClone(describeError(error)))).toEqual(linesOf(error));
});

test('the log says of a failed sign-in what the specification says', () => {
  expect(entryOf('sign-in-error', 'google-declined', () => null)).toBe(
    'Error during sign-in: Google says that the sign-in was declined.',
  );
});

test('a report of any thrown value is one that a page may send, and an entry about it has a limited length', () => {
  const hostile = Object.defineProperty(new Error('a'), 'stack', {
    get: () => {
      throw new Error('must not be read');
    },
  });
  const endless = new Error('a');
  endless.cause = endless;
  const long = Object.assign(new Error('a'), { name: 'E'.repeat(9999), code: 'C'.repeat(9999) });
  const bad = [
    hostile,
    new Proxy(new Error('a'), { get: () => hostile.stack }),
    null,
    undefined,
    endless,
    long,
  ];
  const check = (thrown: unknown): void => {
    const report = describeError(thrown, '\n    at Component (app://inkling/a.js:1:1)'.repeat(1000));
    expect(v.is(pageError, report)).toBe(true);
    expect(entryOf('updates', report, () => 'x'.repeat(500)).length).toBeLessThanOrEqual(MAX_REPORT);
  };
  for (const thrown of bad) check(thrown);
  fc.assert(
    fc.property(fc.anything(), fc.string(), (thrown, message) => {
      check(thrown);
      check(new Error(message, { cause: thrown }));
    }),
  );
});

function reporter() {
  const clock = createManualClock();
  const written: string[] = [];
  return { clock, written, report: createErrorReport(clock, reportTo(written)) };
}

test('a repeated error is logged once a minute, with the number of suppressed repetitions', () => {
  const { clock, written, report } = reporter();
  const error = new Error('again');
  for (let time = 0; time < 50; time += 1) report('uncaught-error', error);
  expect(written).toEqual(['Uncaught error: Error']);
  clock.advance(60_000);
  expect(written.slice(1)).toEqual(['Errors of the last minute that were not logged: 49.']);
  report('uncaught-error', error);
  expect(written).toHaveLength(3);
  clock.advance(60_000);
  expect(written).toHaveLength(3);
  expect(clock.waiting).toBe(0);
});

const numbered = (number: number): AppError =>
  new AppError('internal', { id: 'cloud-silent', seconds: number });

test('[C21] at most twenty of many different errors a minute are logged', () => {
  const { clock, written, report } = reporter();
  for (let number = 0; number < 500; number += 1) report('uncaught-error', numbered(number));
  clock.advance(60_000);
  expect(written).toHaveLength(20);
  expect(written.at(-1)).toBe('Errors of the last minute that were not logged: 481.');
});

test('[C21] a limited number of reports a day is logged of a page that never stops reporting', () => {
  const clock = createManualClock();
  const written: string[] = [];
  const write = limitReports(clock, reportTo(written), MOST_OF_PAGES_IN_DAY);
  const flood = (day: number): string[] => {
    written.length = 0;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (let number = 0; number < 50; number += 1)
        write('uncaught-error', numbered((day * 10_000 + minute) * 100 + number));
      clock.advance(60_000);
    }
    return written.slice();
  };
  const first = flood(1);
  expect(first.filter((line) => line.startsWith('Uncaught error'))).toHaveLength(40);
  expect(first.filter((line) => line === 'Further errors will not be logged for up to a day.')).toHaveLength(
    1,
  );
  // Together with their places, they take less than one of the log's two files.
  expect(first.length * MAX_REPORT).toBeLessThan(512 * 1024);
  expect(flood(2)).toHaveLength(first.length);
});
