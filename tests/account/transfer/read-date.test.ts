import * as fc from '#tests/support/fast-check.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOrderDecision } from '#account/transfer/date-order.ts';
import { orderOf, readDate } from '#account/transfer/notes/read-date.ts';
import { toTimestamp } from '#shared/note/times.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});
afterEach(() => vi.unstubAllEnvs());

function read(text: string, order: 'day first' | 'month first' = 'day first'): string | null {
  const micros = readDate(text, order);
  return micros === null ? null : toTimestamp(micros).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

test.each([
  ['2016-03-02T18:09:24Z', '2016-03-02T18:09:24'],
  ['2021-03-04T05:06:07.123456789Z', '2021-03-04T05:06:07'],
  ['2016-03-02 18:09:24', '2016-03-02T18:09:24'],
  ['2016-03-02', '2016-03-02T00:00:00'],
  ['2016/3/2 8:09', '2016-03-02T08:09:00'],
  ['2021-05-01 16:40:57Z', '2021-05-01T16:40:57'],
  ['2021-03-04T05:06:07+02:00', '2021-03-04T03:06:07'],
  ['2021-03-04T05:06:07-0530', '2021-03-04T10:36:07'],
  ['2019-03-04T10:23:45.000+01:00[Europe/Berlin]', '2019-03-04T09:23:45'],
  ['2019-07-04 10:23 Europe/Berlin', '2019-07-04T08:23:00'],
  ['2019-03-04 10:23 PST', '2019-03-04T18:23:00'],
  ['2019-07-04 10:23 CEST', '2019-07-04T08:23:00'],
  ['2021-05-01 16:40:57 +0000 UTC', '2021-05-01T16:40:57'],
  ['20160302T180924Z', '2016-03-02T18:09:24'],
  ['20160302', '2016-03-02T00:00:00'],
  ['20160302180924', '2016-03-02T18:09:24'],
  ['1456942164', '2016-03-02T18:09:24'],
  ['1456942164.5', '2016-03-02T18:09:24'],
  ['1456942164000', '2016-03-02T18:09:24'],
  ['1456942164000000', '2016-03-02T18:09:24'],
  ['Monday, January 2nd 2023, 3:04:05 pm', '2023-01-02T15:04:05'],
  ['Tuesday, January 3rd 2023, 12:04:05 am', '2023-01-03T00:04:05'],
  ['Thursday the 5th of October 2023', '2023-10-05T00:00:00'],
  ['January 21st, 2023 at 5 PM', '2023-01-21T17:00:00'],
  ['Fri, 13 Mar 2026', '2026-03-13T00:00:00'],
  ['Tue, 05 Mar 2019 10:23:45 -0800', '2019-03-05T18:23:45'],
  ['Mon Mar 04 2019 10:23:45 GMT+0100 (Central European Standard Time)', '2019-03-04T09:23:45'],
  ['Mon Mar  4 10:23:45 UTC 2019', '2019-03-04T10:23:45'],
  ['Mar 4, 2019, 10:23:45\u202FAM', '2019-03-04T10:23:45'],
  ['01-Mar-2026 05:12 pm', '2026-03-01T17:12:00'],
  ['01-03-2026 05:12 PM', '2026-03-01T17:12:00'],
  ['13.03.2026, 17:12', '2026-03-13T17:12:00'],
  ['03/13/2026 5:12 p.m.', '2026-03-13T17:12:00'],
  ['2019. 3. 4.', '2019-03-04T00:00:00'],
  ['7. 4. 2019 13:11:02', '2019-04-07T13:11:02'],
  ['4 Sept 2019, 10:23', '2019-09-04T10:23:00'],
])('the date %s is read as %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  '',
  'Mon',
  '2021',
  'sometime in 2021',
  'Call Anna',
  '5 pm',
  '12345-01-01',
  '31/02/2021',
  '2021-13-01',
  '2021-02-30',
  '05-06-21',
  '2024-W10',
  '2021-03-04 25:00',
  '2021-03-04 10:23 XYZ',
  '4 March 2021 and more',
  '13/13/2021',
  '12:30',
  '9'.repeat(500),
  '4. März 2019 um 10:23',
  '4 de marzo de 2019 10:23',
  '4 mars 2019, 10:23:45',
  '2 января 2023 г., 15:04',
  '2019年3月4日 10:23',
  '2019. 3. 4. 오후 5:12:13',
  '2019년 3월 4일 오전 12:05',
  '2019年3月4日 下午5:12',
  '2019年3月4日 午前10:23',
  '4 mar 2019, 5:12:13\u00A0p.\u00A0m.',
])('%j is no date', (text) => {
  expect(read(text)).toBeNull();
});

test('a date of any day is read back from all forms that write it whole', () => {
  const date = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(date, (any) => {
      const day = new Date(Math.floor(any.getTime() / 60_000) * 60_000);
      const expected = day.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
      const forms = ['en-US', 'en-GB'].map((language) =>
        day.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
      );
      for (const language of ['de', 'cs', 'en-US', 'en-GB'])
        forms.push(
          day.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
        );
      for (const form of [...forms, day.toUTCString(), day.toString(), day.toISOString()])
        expect([form, read(form)]).toEqual([form, expected]);
    }),
    { numRuns: 100 },
  );
});

test('a time without a zone is read in the zone of this device', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(read('2021-03-04 05:06')).toBe('2021-03-04T10:06:00');
  expect(read('4 March 2021')).toBe('2021-03-04T05:00:00');
});

describe('which number is the day', () => {
  test.each([
    ['13/03/2026', 'day first'],
    ['03-13-2026 17:12', 'month first'],
    ['01-03-2026 05:12 PM', 'either'],
    ['7. 4. 2019 13:11:02', 'either'],
    ['17. 4. 2019 13:11:02', 'day first'],
    ['03/03/2026', null],
    ['2026-03-01', null],
    ['1 March 2026', null],
    ['40/40/2026', null],
  ])('the date %s tells: %s', (text, expected) => {
    expect(orderOf(text)).toBe(expected);
  });

  test.each<[string, readonly string[], string, string | null]>([
    ['another date tells that the day comes first', ['01-03-2026', '13-03-2026'], 'day first', null],
    ['another date tells that the month comes first', ['01-03-2026', '03-13-2026'], 'month first', null],
    [
      'no date tells',
      ['01-03-2026', '02-03-2026'],
      'day first',
      '2 dates can be read in two ways, such as 01-03-2026. Inkling took the day first.',
    ],
    [
      'dates contradict each other',
      ['13-03-2026', '03-13-2026', '03-14-2026', '01-02-2026'],
      'month first',
      'One date can be read in two ways, such as 01-02-2026. Inkling took the month first.',
    ],
    ['there is no question', ['2026-03-01', '03-03-2026'], 'day first', null],
  ])('for a whole import, where %s', (_what, dates, order, remark) => {
    const decision = createOrderDecision();
    for (const date of dates) decision.add(date);
    expect(decision.decide()).toEqual({ order, remark });
  });
});
