import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { AppError } from '#shared/base/error.ts';
import {
  createErrorReport,
  describeError,
  limitReports,
  MAX_REPORT,
  MOST_OF_PAGES_IN_DAY,
} from '#shared/base/error-report.ts';
import { createManualClock } from '#tests/support/manual-clock.ts';

const WORDS = 'keys under the third stone';

/** The error that the JavaScript engine itself throws in `act`. */
function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('It must throw');
}

test('a report has the error’s name, code, message, the place where it was thrown, and its cause', () => {
  const cause = Object.assign(new TypeError('no such thing'), { code: 'ENOENT' });
  const description = describeError(new AppError('store-failed', 'The disk failed.', { cause }));
  const [first = '', ...frames] = description.split('\n');
  expect(first).toBe('AppError [store-failed]: The disk failed.');
  expect(frames[0]).toMatch(/^ {4}at .*error-report\.test\.ts:\d+:\d+\)?$/);
  expect(frames).toContain('    caused by TypeError [ENOENT]: no such thing');
});

test('a report has the name of a missing property', () => {
  const nothing: { readonly title: string } | undefined = JSON.parse('[]')[0];
  expect(describeError(thrownBy(() => (nothing as unknown as { title: string }).title))).toContain(
    "Cannot read properties of undefined (reading 'title')",
  );
});

test.each<[string, () => unknown]>([
  ['text that is no JSON', () => JSON.parse(WORDS)],
  ['text in JSON that breaks off', () => JSON.parse(`{"title": "${WORDS}`)],
  ['an operator', () => 'title' in (WORDS as unknown as object)],
  ['a property of a text', () => Object.assign(WORDS, { 0: 'x' })],
  ['a pattern', () => new RegExp(`${WORDS}[`)],
  ['an argument', () => Buffer.alloc(WORDS as unknown as number)],
])('words that an error of the engine quotes are left out of a report: %s', (_name, act) => {
  const thrown = thrownBy(act);
  const description = describeError(thrown);
  expect(description).toContain('Error');
  for (const word of WORDS.split(' ')) expect(description).not.toMatch(new RegExp(`\\b${word}`));
});

test('further lines of a message are left out of a report, even if they look like a place in the code', () => {
  const description = describeError(new Error('Broken\nkeys\n    at the third stone:1:1'));
  expect(description).toContain('Error: Broken\n    at ');
  expect(description).not.toMatch(/keys|stone/);
});

test('text that looks like a token is left out of a report', () => {
  const token = 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJlIG9mIGl0';
  const description = describeError(new Error(`Refused with ${token} and 1//0gAbCdEf-${'x'.repeat(40)}`));
  expect(description).toContain('Refused with …');
  expect(description).not.toMatch(/eyJ|0gAbCdEf|xxxx/);
});

test('a report of anything that was thrown has a limited length, and describing it never throws', () => {
  const hostile = Object.defineProperty(new Error('a'), 'stack', {
    get: () => {
      throw new Error('not to be read');
    },
  });
  for (const thrown of [hostile, new Proxy(new Error('a'), { get: () => hostile.stack }), null, undefined])
    expect(describeError(thrown)).not.toBe('');
  fc.assert(
    fc.property(fc.anything(), fc.string(), (thrown, message) => {
      for (const description of [describeError(thrown), describeError(new Error(message))])
        expect(description.length).toBeLessThanOrEqual(MAX_REPORT);
    }),
  );
  const endless = new Error('a');
  endless.cause = endless;
  expect(describeError(endless).length).toBeLessThanOrEqual(MAX_REPORT);
});

function reporter() {
  const clock = createManualClock();
  const written: string[] = [];
  return { clock, written, report: createErrorReport(clock, (text) => void written.push(text)) };
}

test('a repeated error is logged once a minute, with the number of repetitions that were left out', () => {
  const { clock, written, report } = reporter();
  const error = new Error('again');
  for (let time = 0; time < 50; time += 1) report('Thrown', error);
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^Thrown: Error: again\n {4}at /);
  clock.advance(60_000);
  expect(written.slice(1)).toEqual(['49 more errors of the last minute were left out.']);
  report('Thrown', error);
  expect(written).toHaveLength(3);
  clock.advance(60_000);
  expect(written).toHaveLength(3);
  expect(clock.waiting).toBe(0);
});

test('[C21] at most twenty of many different errors a minute are logged', () => {
  const { clock, written, report } = reporter();
  for (let number = 0; number < 500; number += 1) report('Thrown', `number ${number}`);
  clock.advance(60_000);
  expect(written).toHaveLength(20);
  expect(written.at(-1)).toBe('481 more errors of the last minute were left out.');
});

test('no report is longer than the other side takes', () => {
  const { written, report } = reporter();
  report('Thrown', new Error('a'), '\n    at Component (app://inkling/a.js:1:1)'.repeat(1000));
  expect(written[0]).toContain('    at Component (app://inkling/a.js:1:1)');
  expect(written[0]?.length).toBeLessThanOrEqual(MAX_REPORT);
});

test('[C21] of a page that never stops reporting, a limited number of reports a day is logged', () => {
  const clock = createManualClock();
  const written: string[] = [];
  const write = limitReports(clock, (text) => void written.push(text), MOST_OF_PAGES_IN_DAY);
  const flood = (day: number): string[] => {
    written.length = 0;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      for (let number = 0; number < 50; number += 1)
        write(`${day} ${minute} ${number} `.padEnd(MAX_REPORT, '…'));
      clock.advance(60_000);
    }
    return written.slice();
  };
  const first = flood(1);
  expect(first.filter((text) => text.length === MAX_REPORT)).toHaveLength(40);
  expect(first.filter((text) => text === 'Further errors are left out for up to a day.')).toHaveLength(1);
  // One of the log's two files.
  expect(Buffer.byteLength(first.join('\n'))).toBeLessThan(512 * 1024);
  expect(flood(2)).toHaveLength(first.length);
});
