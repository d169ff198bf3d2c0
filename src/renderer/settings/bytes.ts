/** Formats sizes like file managers: in units of a thousand, with one decimal below ten. */
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** @param bytes not negative */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // A size that rounds to a thousand is shown as 1 of the next unit.
  while (Math.round(size) >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${size.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit] ?? ''}`;
}
