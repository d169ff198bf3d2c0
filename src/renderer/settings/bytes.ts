/** Sizes as file managers show them: in thousands, with one digit behind the point below ten. */
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** @param bytes not negative */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // What would be rounded to a thousand is one of the next unit.
  while (Math.round(size) >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${size.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit] ?? ''}`;
}
