/**
 * How long ago a note was made, as short as a card wants it: now, 5 min, 3 h, Yesterday, Tue, 8 Nov, 8 Nov 2024. In English,
 * and not by `Intl`, which takes a part of every start to be loaded.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Both are milliseconds since the epoch; days are those of this device's time zone. */
export function formatAge(createdAt: number, now: number): string {
  const elapsed = now - createdAt;
  // A server's clock may be ahead of ours.
  if (elapsed < MINUTE) return 'now';
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)} min`;
  const days = calendarDaysBetween(createdAt, now);
  if (days === 0) return `${Math.floor(elapsed / HOUR)} h`;
  if (days === 1) return 'Yesterday';
  const date = new Date(createdAt);
  if (days < 7) return WEEKDAYS[date.getDay()] ?? '';
  const day = `${date.getDate()} ${monthOf(date).slice(0, 3)}`;
  return date.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** The moment in full, for a tooltip and the dialog. */
export function formatMoment(createdAt: number): string {
  const date = new Date(createdAt);
  const day = `${date.getDate()} ${monthOf(date)} ${date.getFullYear()}`;
  return `${day} at ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function monthOf(date: Date): string {
  return MONTHS[date.getMonth()] ?? '';
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function calendarDaysBetween(earlier: number, later: number): number {
  // Noon keeps a day of 23 or 25 hours from counting as none or two.
  return Math.round((noon(later) - noon(earlier)) / (24 * HOUR));
}

function noon(moment: number): number {
  return new Date(moment).setHours(12, 0, 0, 0);
}
