/**
 * Formats the age of a note in the short form of a card: now, 5 min, 3 h, Yesterday, Tue, 8 Nov, 8 Nov 2024.
 * Also formats whole dates. All are British English. `Intl` could do the same, but its formatters take 20 ms
 * before the first frame.
 */
import { MONTHS } from '#shared/text/months.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A server's clock may be so far ahead of this device's. A later date is another client's. */
const MOST_AHEAD = 5 * MINUTE;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** @param createdAt like `now` in milliseconds since the epoch; days are those of this device's time zone */
export function formatAge(createdAt: number, now: number): string {
  const elapsed = now - createdAt;
  if (elapsed < -MOST_AHEAD) return formatDate(createdAt, now);
  if (elapsed < MINUTE) return 'now';
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)} min`;
  const days = calendarDaysBetween(createdAt, now);
  if (days === 0) return `${Math.floor(elapsed / HOUR)} h`;
  if (days === 1) return 'Yesterday';
  if (days < 7) return DAYS[new Date(createdAt).getDay()] ?? '';
  return formatDate(createdAt, now);
}

/** The whole date and time, for a tooltip and the dialog. */
export function formatMoment(createdAt: number): string {
  const date = new Date(createdAt);
  return `${date.getDate()} ${monthOf(date)} ${date.getFullYear()} at ${timeOf(date)}`;
}

/** The same for an edited note: Edited 5 min, Edited yesterday, Edited 8 Nov. */
export function formatEditAge(editedAt: number, now: number): string {
  return `Edited ${formatAge(editedAt, now).replace('Yesterday', 'yesterday')}`;
}

/** Both whole dates, for a tooltip. */
export function formatDates({
  createdAt,
  editedAt,
}: {
  readonly createdAt: number;
  readonly editedAt: number | null;
}): string {
  const created = `Created ${formatMoment(createdAt)}`;
  return editedAt === null ? created : `Edited ${formatMoment(editedAt)}\n${created}`;
}

/** The month, as `March 2024`. */
export function formatMonth(moment: number): string {
  const date = new Date(moment);
  return `${monthOf(date)} ${date.getFullYear()}`;
}

/** A short date and time for a list, with the year only if it is not the current one. */
export function formatShortMoment(moment: number, now: number): string {
  return `${formatDate(moment, now)}, ${timeOf(new Date(moment))}`;
}

function formatDate(moment: number, now: number): string {
  const date = new Date(moment);
  const month = monthOf(date);
  const dayAndMonth = `${date.getDate()} ${month === 'September' ? 'Sept' : month.slice(0, 3)}`;
  const year = date.getFullYear();
  return year === new Date(now).getFullYear() ? dayAndMonth : `${dayAndMonth} ${year}`;
}

function monthOf(date: Date): string {
  return MONTHS[date.getMonth()] ?? '';
}

function timeOf(date: Date): string {
  const [hours, minutes] = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0'));
  return `${hours}:${minutes}`;
}

function calendarDaysBetween(earlier: number, later: number): number {
  // Noons may be 23 or 25 hours apart, which still rounds to one day.
  return Math.round((noon(later) - noon(earlier)) / (24 * HOUR));
}

function noon(moment: number): number {
  return new Date(moment).setHours(12, 0, 0, 0);
}
