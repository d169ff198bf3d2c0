import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatAge } from '#renderer/notes/age.ts';

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
  ])('of %s is %s', (created, age) => {
    expect(formatAge(at(created), NOW)).toBe(age);
  });

  test('of a server whose clock is ahead is now', () => {
    expect(formatAge(NOW + 5000, NOW)).toBe('now');
  });

  test('counts days across a change of the clocks by the calendar', () => {
    process.env['TZ'] = 'Europe/Berlin';
    // The night from 24 to 25 October 2026 has one hour more.
    expect(formatAge(at('2026-10-23T23:30:00'), at('2026-10-25T00:30:00'))).toBe('Fri');
    expect(formatAge(at('2026-10-24T00:30:00'), at('2026-10-25T23:30:00'))).toBe('Yesterday');
  });
});
