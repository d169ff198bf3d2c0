/**
 * The judge of a run of moments: the words that still have a copy in the composed files. It knows what was in
 * the files at each moment, and looks for the rows page by page. SQLite only tells whether it finds a
 * problem.
 */
import Database from 'better-sqlite3';
import { PAGE_SIZE, type Pages, readOtherRounds, readStates } from '../disk/pages.ts';
import { readRows, type WordsRow } from '../disk/rows.ts';
import type { Composition } from './compose.ts';
import type { Files } from './computer.ts';

const WORD = /\b[ab]\d{4}\b/g;

/**
 * Words with a copy in the files, which the account must have after it was opened. In a sound file with its
 * own log, only the tables have words: a page that they do not use has deleted ones.
 * @param isOwnLog whether the log was written for this file, as far as its writes were stored
 */
export function wordsInFiles(
  { files, origins, areBackupsForeign }: Composition,
  isOwnLog: boolean,
): ReadonlySet<string> {
  // A log that never belonged to its file may have the only copy of a page in one of its earlier rounds.
  const states = [...statesOf(files), ...(isOwnLog || hasBreak(files) ? [] : otherRoundsIn(files))];
  const [newest] = states;
  const isWhole = newest !== undefined && isOwnLog && !hasBreak(files) && isSound(newest);
  const number = newest === undefined ? null : numberOf(newest);
  const rows = isWhole
    ? readRows(newest)
    : [...origins.flatMap((origin) => rowsSurviving(origin, states)), ...states.flatMap(readRows)];
  const words = new Set(wordsOf(rows));
  for (const backup of backupsOf(files)) {
    const isNewer = number === null || (numberOf(backup) ?? 0) > number;
    // With a file that can be read whole in spite of its fault, nobody asks an older one of another computer.
    if (!isNewer && (isWhole || (isOwnLog && areBackupsForeign))) break;
    for (const word of wordsOf(readRows(backup))) words.add(word);
    // The backups before a sound one of the same computer have nothing more.
    if (isSound(backup)) break;
  }
  return words;
}

function hasBreak(files: Files): boolean {
  return statesWithLog(files).length > 1;
}

/** Words that a computer has at the end of its run, so that nobody has deleted them. */
export function wordsAtEnd(last: Files | undefined): ReadonlySet<string> {
  return new Set(
    statesOf(last ?? new Map())
      .slice(0, 1)
      .flatMap((pages) => wordsOf(readRows(pages))),
  );
}

/** The database with its log, and without it. */
function statesOf(files: Files): readonly Pages[] {
  const withLog = statesWithLog(files);
  return files.has('notes.sqlite-wal') ? [...withLog, ...statesAlone(files.get('notes.sqlite'))] : withLog;
}

function statesWithLog(files: Files): readonly Pages[] {
  const [database, log] = ['notes.sqlite', 'notes.sqlite-wal'].map((name) => files.get(name));
  return readStates({ database: database ?? Buffer.alloc(0), log: log ?? Buffer.alloc(0), inFile: 0 });
}

function otherRoundsIn(files: Files): readonly Pages[] {
  const [database, log] = ['notes.sqlite', 'notes.sqlite-wal'].map((name) => files.get(name));
  return readOtherRounds({ database: database ?? Buffer.alloc(0), log: log ?? Buffer.alloc(0) });
}

function statesAlone(database: Buffer | undefined): readonly Pages[] {
  return readStates({ database: database ?? Buffer.alloc(0), log: Buffer.alloc(0), inFile: 0 });
}

/** Rows that were in the files at another moment, and whose pages are unchanged in one of the states. */
function rowsSurviving(origin: Files, states: readonly Pages[]): WordsRow[] {
  const [before] = statesOf(origin);
  if (before === undefined) return [];
  return readRows(before).filter(({ own }) =>
    states.some((state) => own.every((number) => isSamePage(before.page(number), state.page(number)))),
  );
}

function isSamePage(was: Buffer | null, is: Buffer | null): boolean {
  return was !== null && is !== null && was.equals(is);
}

function wordsOf(rows: readonly WordsRow[]): string[] {
  return rows.flatMap(({ texts }) => texts.flatMap((text) => text.match(WORD) ?? []));
}

/** Greatest number first. */
function backupsOf(files: Files): readonly Pages[] {
  return [...files]
    .filter(([name]) => name.startsWith('backups'))
    .toSorted(([first], [second]) => (first < second ? 1 : -1))
    .flatMap(([, database]) => statesAlone(database));
}

function isSound(pages: Pages): boolean {
  return (
    ask(pages, (db) => {
      const found = db.prepare<[], string>('PRAGMA integrity_check').pluck().all();
      const size = db.pragma('page_count', { simple: true });
      return (
        found.join() === 'ok' &&
        size === pages.count &&
        db.prepare('PRAGMA foreign_key_check').all().length === 0
      );
    }) === true
  );
}

function numberOf(pages: Pages): number | null {
  return ask(pages, (db) => Number(db.prepare('SELECT number FROM cache').pluck().get()));
}

/** Null if SQLite cannot answer. */
function ask<Answer>(pages: Pages, question: (db: Database.Database) => Answer): Answer | null {
  const bytes = Buffer.concat(
    Array.from({ length: pages.count }, (_, at) => pages.page(at + 1) ?? Buffer.alloc(PAGE_SIZE)),
  );
  if (bytes.length === 0) return null;
  // As in a file without a log.
  bytes.fill(1, 18, 20);
  try {
    const db = new Database(bytes);
    try {
      return question(db);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
