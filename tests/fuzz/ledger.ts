/**
 * The owed words of one person, which must still exist somewhere: every committed word, unless a later edit
 * of a text that showed the word removed it, or a note that showed it was knowingly deleted for ever.
 */
import { shownLabels } from '#shared/note/labels.ts';
import type { NoteFields } from '#shared/note/note.ts';
import type { NoteContent, NoteId } from '#shared/note/note.ts';

/** Title and text, if any. */
export type Words = { readonly [Field in keyof NoteContent]: string | null };

export interface Ledger {
  /** An unused word. It is owed from the commit that adds it. */
  freshWord(): string;
  /** A word of `freshSignedOutWord` was typed while signed out: it is owed from now on. */
  recordSignedOutTyping(word: string): void;
  freshSignedOutWord(): string;
  /** A person saw `before` (null: nothing) and committed `after` (null: a deletion). */
  recordCommit(before: Words | null, after: Words | null): void;
  /**
   * A person saw `before` in a field and now sees `after`, which is stored. The words of `base` are in a
   * note.
   */
  recordTyping(before: Words | null, after: Words | null, base: Words | null): void;
  /** A commit was requested, with an unknown outcome. */
  recordUnconfirmedCommit(before: Words | null, after: Words | null): void;
  /**
   * Words that a device showed and that a person there, or the cloud, overwrote or removed (null). The
   * history of the device has them (S12) until the note is deleted for ever, or the history is.
   */
  recordOverwrite(device: string, id: NoteId, before: Words, after: Words | null): void;
  /** Forgets the overwritten words to which everything in `which` applies. */
  forgetPast(which: PastPart): void;
  /** S12.2: a note keeps its history under a new id. */
  renamePast(device: string, from: NoteId, to: NoteId): void;
  pastOf(device: string): readonly string[];
  freshLabel(): string;
  /**
   * A person removed the labels `before`, perhaps with their note, and gave `after`. Each name is given once.
   */
  recordLabelChange(before: readonly string[], after: readonly string[]): void;
  /** Labels that a person gave, no person removed, and none of these notes has. */
  missingLabels(notes: readonly Pick<NoteFields, 'labels'>[]): string[];
  /** A disk has lost the last copy of these words: they are no longer owed. */
  lose(words: ReadonlySet<string>): void;
  /** The same for words of a device's history. */
  losePast(device: string, words: ReadonlySet<string>): void;
  /**
   * Owed words that are in none of these contents.
   * @param areDraftsSaved whether a draft of an edit may have become an edit by itself
   */
  missingWords(contents: readonly Words[], areDraftsSaved: boolean): string[];
  timesCommitted(content: Words): number;
  /** The words in this content that belong to another person. */
  foreignWords(content: Words): string[];
}

export interface PastPart {
  readonly device?: string;
  readonly id?: NoteId;
  readonly words?: ReadonlySet<string>;
}

/**
 * Words that were typed while signed out. The next person who signs in has them among their own.
 */
export interface NobodysWords {
  readonly owed: Set<string>;
  count: number;
}

/** The beginning of words that were typed while signed out. */
const NOBODY = 'nobody';

interface Past {
  readonly device: string;
  readonly id: NoteId;
  readonly word: string;
}

/** Endings of words, including combining marks, surrogate pairs, right to left, and a NUL. */
const ENDINGS = ['', '', '', 'é', 'e\u0301', '🙂', 'שלום', '\0', '\u200d'];

/**
 * @param owner the beginning of each word; no owner's name may be the beginning of another's
 * @param nobodys one object for all persons of a run
 */
export function createLedger(owner: string, nobodys: NobodysWords): Ledger {
  const owed = new Set<string>();
  const times = new Map<string, number>();
  const leftOut = new Set<string>();
  const owedLabels = new Set<string>();
  let past: Past[] = [];
  let count = 0;

  function owe(word: string): void {
    // A word that was typed while signed out may finally belong to any person.
    (word.startsWith(NOBODY) ? nobodys.owed : owed).add(word);
  }

  function free(word: string): void {
    owed.delete(word);
    nobodys.owed.delete(word);
  }

  return {
    freshWord() {
      count += 1;
      return wordOf(owner, count);
    },
    freshSignedOutWord() {
      nobodys.count += 1;
      return wordOf(NOBODY, nobodys.count);
    },
    recordSignedOutTyping: (word) => void nobodys.owed.add(word),
    recordCommit(before, after) {
      if (after !== null) times.set(keyOf(after), (times.get(keyOf(after)) ?? 0) + 1);
      const seen = new Set(wordsOf(before));
      const wordsAfter = new Set(wordsOf(after));
      for (const word of wordsAfter) if (!seen.has(word)) owe(word);
      for (const word of seen) if (!wordsAfter.has(word)) free(word);
    },
    recordTyping(before, after, base) {
      // A draft that is not continued becomes an edit (S14.3), which removes these words from the note.
      for (const word of new Set(wordsOf(base)).difference(new Set(wordsOf(after)))) leftOut.add(word);
      const elsewhere = new Set(wordsOf(base));
      const seen = new Set(wordsOf(before));
      const wordsAfter = new Set(wordsOf(after));
      for (const word of wordsAfter.difference(seen).difference(elsewhere)) owe(word);
      for (const word of seen.difference(wordsAfter).difference(elsewhere)) free(word);
    },
    recordUnconfirmedCommit(before, after) {
      const wordsAfter = new Set(wordsOf(after));
      for (const word of wordsOf(before)) if (!wordsAfter.has(word)) free(word);
    },
    recordOverwrite(device, id, before, after) {
      const wordsAfter = new Set(wordsOf(after));
      for (const word of wordsOf(before)) if (!wordsAfter.has(word)) past.push({ device, id, word });
    },
    forgetPast(which) {
      const { device, id, words } = which;
      const isMeant = (one: Past): boolean =>
        (device === undefined || one.device === device) &&
        (id === undefined || one.id === id) &&
        (words === undefined || words.has(one.word));
      past = past.filter((one) => !isMeant(one));
    },
    renamePast(device, from, to) {
      past = past.map((one) => (one.device === device && one.id === from ? { ...one, id: to } : one));
    },
    pastOf: (device) => past.filter((one) => one.device === device).map(({ word }) => word),
    losePast(device, words) {
      past = past.filter((one) => one.device !== device || !words.has(one.word));
    },
    freshLabel() {
      count += 1;
      return `Label ${owner}${count}`;
    },
    recordLabelChange(before, after) {
      for (const label of before) owedLabels.delete(label);
      for (const label of after) owedLabels.add(label);
    },
    missingLabels: (notes) => [
      ...owedLabels.difference(new Set(notes.flatMap(({ labels }) => shownLabels(labels)))),
    ],
    lose(words) {
      for (const word of words) free(word);
    },
    missingWords(contents, areDraftsSaved) {
      const writtenWords = new Set(contents.flatMap(wordsOf));
      return [...owed].filter((word) => !writtenWords.has(word) && !(areDraftsSaved && leftOut.has(word)));
    },
    timesCommitted: (content) => times.get(keyOf(content)) ?? 0,
    foreignWords: (content) =>
      wordsOf(content).filter((word) => !word.startsWith(owner) && !word.startsWith(NOBODY)),
  };
}

/**
 * No word is the beginning of another: a draft that begins with the words of another counts as its
 * continuation (`isExtended`).
 */
function wordOf(owner: string, count: number): string {
  return `${owner}${String(count).padStart(5, '0')}${ENDINGS[count % ENDINGS.length] ?? ''}`;
}

function keyOf({ title, text }: Words): string {
  return JSON.stringify([title, text]);
}

/** The parts of the box of a list item, ticked or not. They do not count as words. */
const BOX_PARTS = new Set(['', '☐', '☑', '-', '[', ']', '[x]']);

export function wordsOf(content: Words | null): string[] {
  return `${content?.title ?? ''}\n${content?.text ?? ''}`
    .split(/\s+/)
    .filter((word) => !BOX_PARTS.has(word));
}
