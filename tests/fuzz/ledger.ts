/**
 * Which words of one person must still stand somewhere: every one that was committed, unless a later edit of a text that
 * showed it left it out, or a note that showed it was knowingly deleted for ever.
 */
import type { NoteContent, NoteId } from '#shared/note.ts';

/** Title and text as far as there are any. */
export type Words = { readonly [Field in keyof NoteContent]: string | null };

export interface Ledger {
  /** A word that nobody has used; it is owed from the commit on that brings it. */
  fresh(): string;
  /** Somebody saw `before` (null: nothing) and committed `after` (null: a deletion). */
  committed(before: Words | null, after: Words | null): void;
  /** The same was asked for, and nobody knows whether it was done. */
  attempted(before: Words | null, after: Words | null): void;
  /**
   * Words that a device showed and that somebody there wrote over: its history has them (S12). Only until the note is deleted
   * for ever, or the history is.
   */
  overwritten(device: string, id: NoteId, before: Words, after: Words): void;
  forgetPast(which: { readonly device: string } | { readonly id: NoteId } | 'all'): void;
  pastOf(device: string): readonly string[];
  /** A disk has taken the last copy of these: nobody can be asked for them. */
  lose(words: ReadonlySet<string>): void;
  /** The same of what a device's history had. */
  losePast(device: string, words: ReadonlySet<string>): void;
  /** Words that must stand and do not stand in any of these. */
  missing(contents: readonly Words[]): string[];
  /** How often somebody committed exactly this. */
  timesCommitted(content: Words): number;
  /** Words of somebody else. */
  foreign(content: Words): string[];
}

interface Past {
  readonly device: string;
  readonly id: NoteId;
  readonly word: string;
}

/** Beyond ASCII, too: combining marks, surrogate pairs, right to left, and a NUL. */
const ENDINGS = ['', '', '', 'é', 'e\u0301', '🙂', 'שלום', '\0', '\u200d'];

/** @param owner begins each word; no owner's name may begin with another's */
export function createLedger(owner: string): Ledger {
  const owed = new Set<string>();
  const times = new Map<string, number>();
  let past: Past[] = [];
  let count = 0;
  return {
    fresh() {
      count += 1;
      return `${owner}${count}${ENDINGS[count % ENDINGS.length] ?? ''}`;
    },
    committed(before, after) {
      if (after !== null) times.set(keyOf(after), (times.get(keyOf(after)) ?? 0) + 1);
      const seen = new Set(wordsOf(before));
      const kept = new Set(wordsOf(after));
      for (const word of kept) if (!seen.has(word)) owed.add(word);
      for (const word of seen) if (!kept.has(word)) owed.delete(word);
    },
    attempted(before, after) {
      const kept = new Set(wordsOf(after));
      for (const word of wordsOf(before)) if (!kept.has(word)) owed.delete(word);
    },
    overwritten(device, id, before, after) {
      const kept = new Set(wordsOf(after));
      for (const word of wordsOf(before)) if (!kept.has(word)) past.push({ device, id, word });
    },
    forgetPast(which) {
      const isMeant = (one: Past): boolean =>
        which === 'all' || ('device' in which ? one.device === which.device : one.id === which.id);
      past = past.filter((one) => !isMeant(one));
    },
    pastOf: (device) => past.filter((one) => one.device === device).map(({ word }) => word),
    losePast(device, words) {
      past = past.filter((one) => one.device !== device || !words.has(one.word));
    },
    lose(words) {
      for (const word of words) owed.delete(word);
    },
    missing(contents) {
      const there = new Set(contents.flatMap(wordsOf));
      return [...owed].filter((word) => !there.has(word));
    },
    timesCommitted: (content) => times.get(keyOf(content)) ?? 0,
    foreign: (content) => wordsOf(content).filter((word) => !word.startsWith(owner)),
  };
}

function keyOf({ title, text }: Words): string {
  return JSON.stringify([title, text]);
}

export function wordsOf(content: Words | null): string[] {
  return `${content?.title ?? ''}\n${content?.text ?? ''}`.split(/\s+/).filter((word) => word !== '');
}
