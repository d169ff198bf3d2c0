/** Points in time as the cloud writes them: RFC 3339 in UTC with nine digits of fraction. */
/* oxlint-disable no-restricted-globals -- dates are converted here, and no clock is read */
import { type Micros, toMicros } from './remote-store.ts';

const SECONDS = 'YYYY-MM-DDTHH:MM:SS'.length;
const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

export function toTimestamp(time: Micros): string {
  const micros = ((time % 1_000_000) + 1_000_000) % 1_000_000;
  const seconds = new Date((time - micros) / 1000).toISOString().slice(0, SECONDS);
  return `${seconds}.${String(micros).padStart(6, '0')}000Z`;
}

/** Null if the text is not such a time; digits beyond microseconds are ignored. */
export function fromTimestamp(text: string): Micros | null {
  const seconds = Date.parse(`${text.slice(0, SECONDS)}Z`) / 1000;
  if (!FORM.test(text) || Number.isNaN(seconds)) return null;
  const fraction = text
    .slice(SECONDS + 1, -1)
    .padEnd(6, '0')
    .slice(0, 6);
  return toMicros(seconds, Number(fraction));
}
