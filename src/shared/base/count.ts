/**
 * Counts as text, in English: 1 note, 12,345 notes. `toLocaleString` is not used, because its first use loads
 * the tables of all languages. That blocked the main process for 25 to 70 ms when the first note was saved.
 */

/** @param number a whole number, not negative */
export function formatCount(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** @param noun in the singular; its plural only adds an s */
export function countOf(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}
