/** Compares texts by the words that they have, however these are spaced. */
import { splitWords } from './white-space.ts';

export type WordCounts = ReadonlyMap<string, number>;

/** Marks of lists, which a program draws in its own way. */
const BOX = /^[☐☑☒]\uFE0F?$/u;

/** How often each word occurs. */
export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>();
  for (const word of splitWords(text.normalize('NFC')))
    if (word !== '' && !BOX.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Whether `searched` has each of the words at least as often. */
export function hasWords(searched: WordCounts, words: WordCounts): boolean {
  for (const [word, count] of words) if ((searched.get(word) ?? 0) < count) return false;
  return true;
}
