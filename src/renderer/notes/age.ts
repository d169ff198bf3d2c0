/** How long ago a note was created, in the short form of a card: now, 5 min, 3 h, Yesterday, Tue, 8 Nov, 8 Nov 2024. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const fullDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Both times are milliseconds since the epoch; days are those of this device's time zone. */
export function formatAge(createdAt: number, now: number): string {
  const elapsed = now - createdAt;
  // A server's clock may be ahead of ours.
  if (elapsed < MINUTE) return 'now';
  if (elapsed < HOUR) return `${Math.floor(elapsed / MINUTE)} min`;
  const days = calendarDaysBetween(createdAt, now);
  if (days === 0) return `${Math.floor(elapsed / HOUR)} h`;
  if (days === 1) return 'Yesterday';
  if (days < 7) return weekday.format(createdAt);
  const sameYear = new Date(createdAt).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayAndMonth : fullDate).format(createdAt);
}

/** The moment in full, for a tooltip and the dialog. */
export function formatMoment(createdAt: number): string {
  return dateAndTime.format(createdAt);
}

/** The moment in a short form for a list: with the year only if it is not the current one. */
export function formatShortMoment(moment: number, now: number): string {
  const sameYear = new Date(moment).getFullYear() === new Date(now).getFullYear();
  return `${(sameYear ? dayAndMonth : fullDate).format(moment)}, ${timeOfDay.format(moment)}`;
}

function calendarDaysBetween(earlier: number, later: number): number {
  // Between noons, a day of 23 or 25 hours does not count as no day or as two.
  return Math.round((noon(later) - noon(earlier)) / (24 * HOUR));
}

function noon(moment: number): number {
  return new Date(moment).setHours(12, 0, 0, 0);
}
