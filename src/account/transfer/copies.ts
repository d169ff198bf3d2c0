/**
 * The one rule of an import about words: those of every file that is read are found in a note, or the file
 * becomes a note, or it is refused by name. A program may take a file for a copy of what other files hold,
 * such as a web page beside the JSON of the same note. That is only where the words are looked for: the file
 * is left out if a note that really comes, or is here already, has them all.
 */
import type { IncomingNote } from './notes/incoming-note.ts';
import type { CopiedPart, Copy } from './notes/reading.ts';
import { createBudget } from './sources/read-bytes.ts';
import { countWords, hasWords, type WordCounts } from './notes/word-counts.ts';

/** UTF-16 units of the notes that copies are compared with: each note of the largest import, twice. */
const MOST_COMPARED = 1024 * 1024 * 1024;

export interface HeldWords {
  /** @param names see `holds` of `Entry` */
  add(note: IncomingNote, names: readonly string[]): void;
  hasAll(copy: Copy): boolean;
}

export function createHeldWords(): HeldWords {
  const holders = new Map<string, IncomingNote[]>();
  const budget = createBudget(MOST_COMPARED);
  /** Of the note that was compared last. Those of all notes would take many times the memory of their texts. */
  let last: { readonly note: IncomingNote; readonly words: WordCounts } | null = null;

  /** Null if too much was compared already. */
  function wordsOf(note: IncomingNote): WordCounts | null {
    if (last?.note === note) return last.words;
    const whole = `${note.fields.title ?? ''}\n${note.fields.text ?? ''}`;
    if (!budget.take(whole.length)) return null;
    last = { note, words: countWords(whole) };
    return last.words;
  }

  function has({ holders: names, words, attachments = 0 }: CopiedPart): boolean {
    const counts = countWords(words);
    return names
      .flatMap((name) => holders.get(name) ?? [])
      .some((note) => {
        const searched = note.attachments.length < attachments ? null : wordsOf(note);
        return searched !== null && hasWords(searched, counts);
      });
  }

  return {
    add(note, names) {
      for (const name of names) {
        const sameName = holders.get(name);
        if (sameName === undefined) holders.set(name, [note]);
        else sameName.push(note);
      }
    },
    hasAll: ({ parts }) => parts.every(has),
  };
}
