/**
 * Which texts must still stand somewhere: every one that a person committed, unless a later edit made from it
 * replaced it or the note was knowingly deleted for ever.
 */
export interface Ledger {
  /** A new text of its own; no two are the same. */
  fresh(): string;
  /** Somebody saw this text and replaced or deleted it. */
  replace(text: string | null): void;
  /** Texts that must stand and do not stand among these. */
  missing(standing: readonly string[]): string[];
}

export function createLedger(): Ledger {
  const owed = new Set<string>();
  let count = 0;
  return {
    fresh() {
      count += 1;
      const text = `text ${count}`;
      owed.add(text);
      return text;
    },
    replace: (text) => void owed.delete(text ?? ''),
    missing(standing) {
      const there = new Set(standing);
      return [...owed].filter((text) => !there.has(text));
    },
  };
}
