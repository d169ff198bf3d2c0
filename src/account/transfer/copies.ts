/**
 * The one rule of an import about words: those of every file that is read are found in a note, or the file
 * becomes a note, or it is refused by name. A program may take a file for a copy of what other files hold,
 * such as a web page beside the JSON of the same note. That is only where the words are looked for: the file
 * is left out if a note that really comes, or is here already, has them all.
 */
import type { IncomingNote } from './notes/incoming-note.ts';
import type { CopiedPart, Copy } from './notes/reading.ts';
import { countWords, hasWords, type WordCounts } from './notes/word-counts.ts';

interface Holder {
  readonly note: IncomingNote;
  /** Counted when it is first asked for: most notes have no copy. */
  words: WordCounts | null;
}

export interface HeldWords {
  /** @param names see `holds` of `Entry` */
  add(note: IncomingNote, names: readonly string[]): void;
  hasAll(copy: Copy): boolean;
}

export function createHeldWords(): HeldWords {
  const holders = new Map<string, Holder[]>();

  function has({ holders: names, words, attachments = 0 }: CopiedPart): boolean {
    const counts = countWords(words);
    return names
      .flatMap((name) => holders.get(name) ?? [])
      .some((holder) => {
        if (holder.note.attachments.length < attachments) return false;
        holder.words ??= countWords(`${holder.note.fields.title ?? ''}\n${holder.note.fields.text ?? ''}`);
        return hasWords(holder.words, counts);
      });
  }

  return {
    add(note, names) {
      const holder = { note, words: null };
      for (const name of names) {
        const sameName = holders.get(name);
        if (sameName === undefined) holders.set(name, [holder]);
        else sameName.push(holder);
      }
    },
    hasAll: ({ parts }) => parts.every(has),
  };
}
