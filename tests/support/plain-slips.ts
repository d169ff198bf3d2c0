/** Whether a text has a word with one slip of a letter, by trying every slip (`#shared/text/slip.ts`). */
import { loosen } from '#shared/text/loosen.ts';

/** @param word loosened */
export function hasSlip(text: string, word: string): boolean {
  const words =
    text.match(/[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u{10000}-\u{10ffff}]]+/gv) ?? [];
  return words.map(loosen).some((found) => !found.startsWith(word) && isSlip(found, word));
}

function isSlip(found: string, word: string): boolean {
  const withoutLast = word.slice(0, -1);
  if (found === withoutLast || (found.startsWith(withoutLast) && found.length === word.length)) return true;
  return Array.from(word, (_letter, at) => at).some((at) => {
    const [above, letter, below] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
    const any = found[at] ?? '';
    const slips = [
      `${above}${any}${letter}${below}`,
      `${above}${below.slice(0, 1)}${letter}${below.slice(1)}`,
    ];
    // After a slip of the last letter, the word has to end.
    const others = [`${above}${below}`, `${above}${any}${below}`].filter(
      (slip) => below !== '' && slip !== withoutLast,
    );
    return [...slips, ...others].some((slip) => found.startsWith(slip));
  });
}
