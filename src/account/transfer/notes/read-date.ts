/**
 * Reads a date as any program may write it: ISO 8601 and its relatives, numbers, English names of months and
 * weekdays with ordinals, AM and PM, time zones, and seconds or milliseconds since 1970. A date that is not
 * understood as a whole is none, because a wrong date is worse than a line in the text.
 */
import { fromTimestamp } from '#shared/note/times.ts';
import type { Micros } from '#shared/note/remote-store.ts';
import { withSingleSpaces } from './white-space.ts';

/** Which number comes first in a date such as 05/06/2021. */
export type DateOrder = 'day first' | 'month first';

/** Each name whole and as its first three letters. */
const MONTHS: ReadonlyMap<string, number> = new Map([
  ...'january february march april may june july august september october november december'
    .split(' ')
    .flatMap((name, index): [string, number][] => [
      [name, index + 1],
      [name.slice(0, 3), index + 1],
    ]),
  ['sept', 9],
]);
const WEEKDAYS: ReadonlySet<string> = new Set(
  'sunday monday tuesday wednesday thursday friday saturday'
    .split(' ')
    .flatMap((name) => [name, name.slice(0, 3)]),
);
/** Small words between the parts of a date. */
const FILLING: ReadonlySet<string> = new Set(['at', 'on', 'of', 'the']);
/** Minutes from UTC. Abbreviations that mean one zone only. */
const ZONES: ReadonlyMap<string, number> = new Map(
  'Z=0 UTC=0 GMT=0 UT=0 WET=0 WEST=60 CET=60 CEST=120 EET=120 EEST=180 MSK=180 EST=-300 EDT=-240 CST=-360 CDT=-300 MST=-420 MDT=-360 PST=-480 PDT=-420 AKST=-540 AKDT=-480 HST=-600 JST=540 KST=540 AEST=600 AEDT=660 NZST=720 NZDT=780'
    .split(' ')
    .map((zone) => [zone.replace(/=.*/, ''), Number(zone.replace(/.*=/, ''))]),
);

const [FIRST_YEAR, LAST_YEAR] = [Date.UTC(1900), Date.UTC(9999)];
/** UTF-16 units. */
const LONGEST = 100;

interface Day {
  readonly year: number;
  /** The month and the day, in the order that the text has if `isOrdered` is false. */
  readonly numbers: readonly [number, number];
  readonly isOrdered: boolean;
}

interface Found {
  readonly day: Day;
  /** Milliseconds since midnight. */
  readonly time: number;
  /** Minutes from UTC, or a zone's name; null if the text names none. */
  readonly zone: number | string | null;
}

/**
 * A time without a zone is read in the zone of this device. Null if no order of its numbers makes it a date.
 */
export function readDate(text: string, order: DateOrder): Micros | null {
  const exact = fromTimestamp(text) ?? fromNumber(text.trim());
  if (exact !== null) return exact;
  const found = parse(text);
  if (found === null) return null;
  const orders: readonly DateOrder[] =
    order === 'day first' ? ['day first', 'month first'] : ['month first', 'day first'];
  for (const each of orders) {
    const millis = millisOf(found, each);
    if (millis !== null) return millis >= FIRST_YEAR && millis < LAST_YEAR ? millis * 1000 : null;
  }
  return null;
}

/**
 * The only order that makes the text a date; `either` if both do and give different days, null if there is no
 * question.
 */
export function orderOf(text: string): DateOrder | 'either' | null {
  // Most dates begin with their year.
  const isShort = text.length <= LONGEST;
  const found = isShort && /(?:^|\D)\d{1,2}[-/.] ?\d{1,2}[-/.] ?\d{4}/.test(text) ? parse(text) : null;
  if (found === null || found.day.isOrdered) return null;
  const [first, second] = found.day.numbers;
  const [isDayFirst, isMonthFirst] = [
    millisOf(found, 'day first') !== null,
    millisOf(found, 'month first') !== null,
  ];
  if (isDayFirst && isMonthFirst) return first === second ? null : 'either';
  return isDayFirst ? 'day first' : isMonthFirst ? 'month first' : null;
}

/** Seconds, milliseconds or microseconds since 1970. */
function fromNumber(text: string): Micros | null {
  if (/^[1-9]\d{9}(?:\.\d{1,9})?$/.test(text)) return Math.round(Number(text) * 1000) * 1000;
  if (/^[1-9]\d{12}(?:\.\d{1,9})?$/.test(text)) return Math.floor(Number(text)) * 1000;
  return /^[1-9]\d{15}$/.test(text) ? Number(text) : null;
}

function parse(text: string): Found | null {
  if (text.length > LONGEST) return null;
  const compact =
    /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?(?=$|[Z+\-. ]))?/.exec(text.trim())?.slice(1) ?? [];
  const [year, month, date, hour, minute, second = '00'] = compact;
  const spelled =
    year === undefined
      ? text
      : `${year}-${month}-${date}${hour === undefined ? '' : ` ${hour}:${minute}:${second}`}${text.trim().replace(/^\d+(?:[T ]?\d{4,6})?/, '')}`;
  const clock = takeTime(
    withSingleSpaces(spelled.normalize('NFC'))
      .trim()
      .replace(/^(\d{4}-\d\d?-\d\d?)[Tt_](?=\d)/, '$1 '),
  );
  const day = clock === null ? null : dayOf(clock.rest);
  return clock === null || day === null ? null : { day, time: clock.time, zone: clock.zone };
}

const TIME =
  /(?:^|[ ,T])(?:(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?([ap]\.?m\.?(?![\p{L}]))?|(\d{1,2}) ?([ap]\.?m\.?(?![\p{L}]))) ?(.*)$/iu;

/** Divides the text into a date before it, and the time with its zone; null if the time is none. */
function takeTime(
  text: string,
): { readonly rest: string; readonly time: number; readonly zone: Found['zone'] } | null {
  const before = /^(\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)[ ,]+(?=\S*\d)(.*)$/i.exec(text);
  if (before !== null) return takeTime(`${before[2]} ${before[1]}`);
  // As the C library writes it: Mon Mar 4 10:23:45 UTC 2019.
  const yearLast = /^(.*\d) (\d{1,2}:\d\d:\d\d)((?: [A-Z]{3,5})?) (\d{4})$/.exec(text);
  if (yearLast !== null) return takeTime(`${yearLast[1]} ${yearLast[4]} ${yearLast[2]}${yearLast[3]}`);
  const match = TIME.exec(text);
  if (match === null) {
    const zoned = /^(.*\d) ?(Z|UTC|GMT)$/.exec(text);
    return { rest: zoned?.[1] ?? text, time: 0, zone: zoned === null ? null : 0 };
  }
  const [, hours = match[6], minutes = '0', seconds = '0', fraction = '', half = match[7], , , after = ''] =
    match;
  const hour = hourOf(Number(hours), half);
  const zone = zoneOf(after);
  if (hour === null || Number(minutes) > 59 || Number(seconds) > 60 || zone === undefined) return null;
  const time =
    (hour * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(`0.${fraction || 0}`) * 1000;
  return { rest: text.slice(0, match.index), time: Math.floor(time), zone: zone.offset };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined || hour > 12) return hour < 24 ? hour : null;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** Undefined if it is something else than a zone. */
function zoneOf(text: string): { readonly offset: Found['zone'] } | undefined {
  const [, name = '', inBrackets] = /^([^([]*?)\s*(?:[([]([^)\]]*)[)\]])?$/.exec(text.trim()) ?? [];
  const match = /^(?:UTC|GMT|Z)? ?([+\u2212-])(\d{1,2}):?(\d\d)?(?: [A-Z]{1,5})?$/i.exec(name);
  if (match !== null) {
    const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
    return minutes > 18 * 60 ? undefined : { offset: match[1] === '+' ? minutes : -minutes };
  }
  const offset = ZONES.get(name.toUpperCase());
  if (offset !== undefined) return { offset };
  const zone = name === '' ? inBrackets : name;
  if (zone === undefined || zone === '') return name === '' ? { offset: null } : undefined;
  return /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)+$/.test(zone) && isZone(zone) ? { offset: zone } : undefined;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function dayOf(text: string): Day | null {
  const parts = text
    .toLowerCase()
    // Some write a space behind each number: 7. 4. 2019.
    .replace(/(?<!\d)(\d{1,4})([-/.]) (\d{1,2})\2 (?=\d)/, '$1$2$3$2')
    .replaceAll(/(\d)(?:st|nd|rd|th|\.(?= ?[a-z]))/g, '$1 ')
    .split(/[\s,]+|(?<=[a-z])\.|(?<=[a-z])-|-(?=[a-z])|(?<=[a-z])\/|\/(?=[a-z])/)
    .filter((part) => part !== '' && !FILLING.has(part) && !WEEKDAYS.has(part));
  const [only = ''] = parts;
  if (parts.length === 1) {
    const [, year, month, date] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\.?$/.exec(only) ?? [];
    if (year !== undefined) return numbered(year, month, date);
    const [, first, mark, second, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\.?$/.exec(only) ?? [];
    return mark === undefined ? null : numbered(last, first, second, false);
  }
  const month = parts.findIndex((part) => MONTHS.has(part));
  const numbers = parts.filter((_, index) => index !== month);
  const [firstNumber = '', secondNumber = ''] = numbers;
  if (month < 0 || numbers.length !== 2) return null;
  const [year, date] = /^\d{4}$/.test(firstNumber)
    ? [firstNumber, secondNumber]
    : [secondNumber, firstNumber];
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}\.?$/.test(date)) return null;
  return numbered(year, String(MONTHS.get(parts[month] ?? '')), date);
}

/** @param isOrdered whether the first number is the month */
function numbered(year = '', first = '', second = '', isOrdered = true): Day {
  return { year: Number(year), numbers: [Number(first), Number.parseInt(second, 10)], isOrdered };
}

function millisOf({ day, time, zone }: Found, order: DateOrder): number | null {
  const [first, second] = day.numbers;
  const [month, date] = day.isOrdered || order === 'month first' ? [first, second] : [second, first];
  const midnight = new Date(Date.UTC(day.year, month - 1, date));
  if (month > 12 || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== date) return null;
  const utc = midnight.getTime() + time;
  if (typeof zone === 'number') return utc - zone * 60_000;
  if (zone !== null) return utc - offsetOf(zone, utc);
  return new Date(day.year, month - 1, date, 0, 0, 0, time).getTime();
}

/** How far a zone's clock is ahead of UTC, in milliseconds, when it shows this time. */
function offsetOf(zone: string, shown: number): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const offsetAt = (utc: number): number =>
    Date.parse(`${format.format(utc).replace(', ', 'T')}Z`) - Math.floor(utc / 1000) * 1000;
  return offsetAt(shown - offsetAt(shown));
}
