/**
 * In English, from January on: `Intl` writes them as well, but differs between versions, and its formatters
 * take 20 ms.
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
