/**
 * English names, beginning with January. `Intl` also has them, but they differ between versions, and its
 * formatters take 20 ms.
 */
export const MONTHS = [
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
] as const;
