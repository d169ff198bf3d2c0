/**
 * Damages files while the app runs or between two starts. Afterwards every acknowledged word with a readable
 * copy must exist somewhere, and nothing may be deleted in the cloud that was not deleted on purpose.
 */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { damageFile, mixes } from '#tests/fuzz/disk/damage.ts';
import {
  type Contents,
  readContents,
  survivingWords,
  waitingEntries,
  wordsWhileRunning,
} from '#tests/fuzz/disk/surviving-words.ts';
import { wordsOf } from '#tests/fuzz/ledger.ts';
import { type Random, weighted } from '#tests/fuzz/random.ts';

/** The database and its log are damaged far more often than the files beside them. */
const FILES = weighted([
  ['notes.sqlite', 8],
  ['notes.sqlite-wal', 8],
  ['search.sqlite', 1],
] as const);

export interface Damaged {
  /** The damage, for the report. */
  readonly what: string;
  readonly before: Contents;
  /**
   * Words that must survive: those readable right after the damage that no running process overwrites.
   */
  readonly readable: ReadonlySet<string>;
  /** Whether SQLite considers the damaged files sound, and may therefore overwrite sound rows. */
  readonly isMixed: boolean;
}

/** @returns null if nothing could be damaged */
export function damageFiles(database: string, random: Random, when: 'running' | 'closed'): Damaged | null {
  const before = contentsOf(database);
  const done = Array.from({ length: random.pick([1, 1, 2]) }, () => {
    const file = path.join(path.dirname(database), random.pick(FILES));
    return damageFile(file, path.join(earlierOf(database), path.basename(file)), random);
  }).filter((damage) => damage !== null);
  if (done.length === 0) return null;
  const after = contentsOf(database);
  return {
    what: `${JSON.stringify(done)} while ${when}`,
    before,
    readable: when === 'running' ? wordsWhileRunning(before, after) : survivingWords(before, after),
    isMixed: done.some(mixes),
  };
}

/** Words that can be read now from the app's files. */
export function readableWords(database: string, before: Contents | null): ReadonlySet<string> {
  return survivingWords(before, contentsOf(database));
}

/** Copies the files, for damage that restores an earlier state. */
export function rememberFiles(database: string): void {
  const folder = earlierOf(database);
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.dirname(database), folder, {
    recursive: true,
    filter: (name) => !name.endsWith('-shm') && !name.includes('damaged'),
  });
}

/**
 * Words of history and drafts, because the bridge does not give all of them. Read beside the running app,
 * because copies of the file and of its log, made one after the other, do not fit together if a checkpoint
 * happens in between.
 */
export function historyAndDraftWords(database: string): ReadonlySet<string> {
  const db = new Database(database, { readonly: true, fileMustExist: true });
  try {
    const rows = db
      .prepare<[], { title: string | null; text: string | null }>(
        'SELECT title, text FROM history UNION ALL SELECT title, text FROM drafts',
      )
      .all();
    return new Set(rows.flatMap(wordsOf));
  } finally {
    db.close();
  }
}

function contentsOf(database: string): Contents {
  return readContents(database, waitingEntries(path.dirname(database)));
}

/** A folder beside the app's user-data folder, which the app never reads. */
function earlierOf(database: string): string {
  return `${path.dirname(path.dirname(path.dirname(database)))}-earlier`;
}
