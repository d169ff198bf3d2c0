/** Backups as upkeep makes them, at any moment of a test. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { backupOf, copyDatabase, numberIn } from '#account/database/backups.ts';

/**
 * Copies a database into the backups, unless they already have this state.
 * @param database the database of the backup, which may be in another folder
 * @returns the path of the backup
 */
export function putBackup(source: string, database = source): string {
  // A read-only connection would leave a log if there was none; any other one would remove an existing log.
  const db = new Database(source, { readonly: existsSync(`${source}-wal`) });
  try {
    const backup = backupOf(database, numberIn(db));
    if (existsSync(backup)) return backup;
    mkdirSync(path.dirname(backup), { recursive: true });
    copyDatabase(db, backup);
    return backup;
  } finally {
    db.close();
  }
}
