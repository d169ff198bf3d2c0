/**
 * The contents of a closed account's folder: the words in its database and in the files that were set aside.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { namesIn } from '#disk/there.ts';

export interface Contents {
  /** Words of notes, drafts and the history. */
  readonly words: ReadonlySet<string>;
  /** Words that occur more than once in notes and in drafts of new notes. */
  readonly doubled: readonly string[];
  readonly setAside: readonly string[];
  readonly backups: number;
}

/** Each word is written once. */
const WORD = /\bword\d+\b/g;

/** @throws SQLite's error if the database is not sound */
export function readContents(folder: string): Contents {
  const db = new Database(path.join(folder, 'notes.sqlite'), { readonly: true, fileMustExist: true });
  try {
    const check = db.pragma('integrity_check', { simple: true });
    if (check !== 'ok') throw new Error(String(check));
    const texts = (sql: string): string[] =>
      db
        .prepare<[], string>(sql)
        .pluck()
        .all()
        .flatMap((text) => [...new Set(text.match(WORD))]);
    const notes = texts("SELECT ifnull(title, '') || ' ' || ifnull(text, '') FROM notes WHERE is_gone = 0");
    const typed = texts("SELECT title || ' ' || text FROM drafts WHERE place <> 'edit'");
    const others = texts(`SELECT title || ' ' || text FROM drafts WHERE place = 'edit'
      UNION ALL SELECT ifnull(title, '') || ' ' || ifnull(text, '') FROM history`);
    const shown = [...notes, ...typed];
    return {
      words: new Set([...shown, ...others]),
      doubled: shown.filter((word, at) => shown.indexOf(word) !== at),
      setAside: namesIn(path.join(folder, 'damaged')),
      backups: countBackups(folder),
    };
  } finally {
    db.close();
  }
}

export function countBackups(folder: string): number {
  return namesIn(path.join(folder, 'backups')).filter((name) => name.endsWith('.sqlite')).length;
}
