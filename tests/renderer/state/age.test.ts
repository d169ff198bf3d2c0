import * as fc from '#tests/support/fast-check.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  formatAge,
  formatEditAge,
  formatMoment,
  formatMonth,
  formatShortMoment,
} from '#renderer/state/age.ts';

const at = (text: string): number => new Date(text).getTime();
const NOW = at('2026-11-21T09:30:00');

describe('the age of a note', () => {
  let zone: string | undefined;
  beforeEach(() => {
    zone = process.env['TZ'];
  });
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each([
    ['2026-11-21T09:30:00', 'now'],
    ['2026-11-21T09:29:01', 'now'],
    ['2026-11-21T09:29:00', '1 min'],
    ['2026-11-21T08:30:01', '59 min'],
    ['2026-11-21T08:30:00', '1 h'],
    ['2026-11-21T00:00:00', '9 h'],
    ['2026-11-20T23:59:00', 'Yesterday'],
    ['2026-11-20T00:00:00', 'Yesterday'],
    ['2026-11-19T23:59:00', 'Thu'],
    ['2026-11-15T12:00:00', 'Sun'],
    ['2026-11-14T12:00:00', '14 Nov'],
    ['2026-01-02T12:00:00', '2 Jan'],
    ['2025-12-31T12:00:00', '31 Dec 2025'],
  ])('on 21 November 2026 at 09:30 the age of a note of %s is %s', (created, age) => {
    expect(formatAge(at(created), NOW)).toBe(age);
  });

  test('an edited note says so, in one phrase with its age', () => {
    expect(formatEditAge(at('2026-11-21T08:30:00'), NOW)).toBe('Edited 1 h');
    expect(formatEditAge(at('2026-11-20T08:30:00'), NOW)).toBe('Edited yesterday');
    expect(formatMonth(at('2024-03-31T23:59:00'))).toBe('March 2024');
  });

  test('the age of a note is now if the server’s clock is ahead', () => {
    expect(formatAge(NOW + 5000, NOW)).toBe('now');
    expect(formatAge(NOW + 300_000, NOW)).toBe('now');
  });

  test.each([
    ['2026-11-21T09:36:00', '21 Nov'],
    ['2026-11-22T09:30:00', '22 Nov'],
    ['2031-01-03T12:00:00', '3 Jan 2031'],
    ['9999-12-31T12:00:00', '31 Dec 9999'],
    ['0001-01-01T12:00:00', '1 Jan 1'],
  ])('a note of another client with the date %s shows %s', (created, age) => {
    expect(formatAge(at(created), NOW)).toBe(age);
    expect(formatEditAge(at(created), NOW)).toBe(`Edited ${age}`);
  });

  test('the age of a note counts calendar days across a clock change', () => {
    process.env['TZ'] = 'Europe/Berlin';
    // The night from 24 to 25 October 2026 has an extra hour.
    expect(formatAge(at('2026-10-23T23:30:00'), at('2026-10-25T00:30:00'))).toBe('Fri');
    expect(formatAge(at('2026-10-24T00:30:00'), at('2026-10-25T23:30:00'))).toBe('Yesterday');
  });
});

test('dates and times are written as by Intl in British English', () => {
  const write = (options: Intl.DateTimeFormatOptions) => (moment: number) =>
    new Intl.DateTimeFormat('en-GB', options).format(moment);
  const inFull = write({
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const date = write({ day: 'numeric', month: 'short', year: 'numeric' });
  const dateOfThisYear = write({ day: 'numeric', month: 'short' });
  const time = write({ hour: '2-digit', minute: '2-digit' });
  const moment = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  const check = (of: number, now: number): void => {
    expect(formatMoment(of)).toBe(inFull(of));
    const isThisYear = new Date(of).getFullYear() === new Date(now).getFullYear();
    const day = (isThisYear ? dateOfThisYear : date)(of);
    expect(formatShortMoment(of, now)).toBe(`${day}, ${time(of)}`);
    if (now - of > 400 * 86_400_000) expect(formatAge(of, now)).toBe(day);
  };
  fc.assert(
    fc.property(moment, moment, fc.integer({ min: 0, max: 400 * 86_400_000 }), (one, other, later) => {
      check(one.getTime(), other.getTime());
      check(one.getTime(), one.getTime() + later);
    }),
  );
});
