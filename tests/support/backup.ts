/** Backups as upkeep makes them, at any time that a test wants. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { backupOf, numberIn } from '#account/database/backups.ts';

/**
 * Copies a database into the backups, unless they have this state of it already.
 * @param database the one whose backup it is, which may be in another folder
 * @returns the path of the backup
 */
export function putBackup(source: string, database = source): string {
  // A connection that only reads would leave a log where there was none, and any other one would take away
  // one that is there.
  const db = new Database(source, { readonly: existsSync(`${source}-wal`) });
  try {
    const backup = backupOf(database, numberIn(db));
    if (existsSync(backup)) return backup;
    mkdirSync(path.dirname(backup), { recursive: true });
    db.prepare<[string]>('VACUUM INTO ?').run(backup);
    return backup;
  } finally {
    db.close();
  }
}
