/** Whether one text contains another word for word, as a text does that was continued elsewhere (S7.8). */
import { untick } from './list-lines.ts';

/** Whether all of `words` are in `text`, in their order. Other words may stand between them; ticks do not count. */
export function hasWordsInOrder(text: string, words: string): boolean {
  const wanted = wordsOf(words);
  let found = 0;
  for (const word of wordsOf(text)) if (word === wanted[found]) found += 1;
  return found === wanted.length;
}

function wordsOf(text: string): readonly string[] {
  return untick(text).match(/\S+/gu) ?? [];
}
