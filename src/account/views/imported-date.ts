/** The date that an imported note had where it came from. */
import { type ExtraFields, IMPORTED_DATES } from '#shared/extra-fields.ts';
import { fromTimestamp } from '#shared/times.ts';

/** When it was written or, if unknown, last edited, in milliseconds since the epoch; null if it has neither date. */
export function importedDate(extra: ExtraFields): number | null {
  for (const name of [IMPORTED_DATES.created, IMPORTED_DATES.edited]) {
    const value = Object.hasOwn(extra, name) ? extra[name] : undefined;
    const date =
      value !== undefined && 'timestampValue' in value ? fromTimestamp(value.timestampValue) : null;
    if (date !== null) return Math.floor(date / 1000);
  }
  return null;
}
