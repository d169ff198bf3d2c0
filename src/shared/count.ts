/**
 * Counts as text, in English: 1 note, 12,345 notes. Not by `toLocaleString`: its first use loads the tables of all
 * languages, for which the main process stood still for 25 to 70 ms when the first note was saved.
 */

/** @param number a whole number, not negative */
export function formatCount(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** @param noun in the singular, of those that only take an s */
export function countOf(number: number, noun: string): string {
  return `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;
}
