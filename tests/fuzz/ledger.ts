/**
 * Which lines must still stand somewhere: every one that a person committed, unless a later edit of a text that
 * showed it left it out, or a note that showed it was knowingly deleted for ever.
 */
export interface Ledger {
  /** A new line of its own; no two are the same. */
  fresh(): string;
  /** Somebody saw `before` and committed `after`; null is a deletion. */
  replace(before: string | null, after: string | null): void;
  /** Lines that must stand and do not stand in any of these texts. */
  missing(texts: readonly string[]): string[];
}

export function createLedger(): Ledger {
  const owed = new Set<string>();
  let count = 0;
  return {
    fresh() {
      count += 1;
      const line = `line ${count}`;
      owed.add(line);
      return line;
    },
    replace(before, after) {
      const kept = new Set(linesOf(after));
      for (const line of linesOf(before)) if (!kept.has(line)) owed.delete(line);
    },
    missing(texts) {
      const there = new Set(texts.flatMap(linesOf));
      return [...owed].filter((line) => !there.has(line));
    },
  };
}

export function linesOf(text: string | null): string[] {
  return (text ?? '').split('\n').filter((line) => line !== '');
}
