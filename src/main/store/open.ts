/**
 * Opens an account's database: durable settings, and the schema brought up to date in one transaction. A database
 * of a newer version of the app is refused and left as it is.
 */
import Database from 'better-sqlite3';
import { AppError } from '#shared/error.ts';
import { MIGRATIONS } from './migrations/index.ts';

/**
 * @param file path, or `:memory:`
 * @param migrations for tests of older versions
 * @throws AppError `store-newer`, `store-damaged`
 */
export function openDatabase(file: string, migrations = MIGRATIONS): Database.Database {
  let db: Database.Database | undefined;
  try {
    db = new Database(file);
    // A database from the future is not even switched to another journal mode.
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > migrations.length) {
      throw new AppError(
        'store-newer',
        `The notes in ${file} were last opened by a newer version of Inkling. Please update Inkling to open them.`,
      );
    }
    db.pragma('journal_mode = WAL');
    // A commit is on the disk before it is answered, also when the power fails.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    migrate(db, version, migrations);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof AppError) throw error;
    throw new AppError('store-damaged', `The notes in ${file} could not be opened: ${String(error)}`, {
      cause: error,
    });
  }
}

function migrate(db: Database.Database, from: number, migrations: readonly string[]): void {
  for (let version = from; version < migrations.length; version += 1) {
    db.transaction(() => {
      db.exec(migrations[version] ?? '');
      db.pragma(`user_version = ${version + 1}`);
    })();
  }
}
