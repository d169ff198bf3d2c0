/** The list of changed notes, which the note store writes and the search index reads (`migrations/003-changes.ts`). */
import type Database from 'better-sqlite3';

export interface Changes {
  /**
   * Forgets changes before this one, `CUT_AT_ONCE` of them at the most, which takes a few milliseconds.
   * @returns whether there are more of them
   */
  cutBefore(sequence: number): boolean;
}

export const CUT_AT_ONCE = 1000;

export function createChanges(db: Database.Database): Changes {
  const cut = db.prepare<[number, number]>(
    `DELETE FROM changes WHERE sequence IN
       (SELECT sequence FROM changes WHERE sequence < ? ORDER BY sequence LIMIT ?)`,
  );
  return { cutBefore: (sequence) => cut.run(sequence, CUT_AT_ONCE).changes === CUT_AT_ONCE };
}
