/**
 * The backups of a database: `backups/YYYY-MM-DD.sqlite` in the account's folder. `../upkeep/daily-backup.ts` makes them.
 */
import path from 'node:path';
import { namesIn } from '#disk/there.ts';

const NAME = /^\d{4}-\d\d-\d\d\.sqlite$/;

export interface Backups {
  /** Up to today, newest first. */
  readonly past: readonly string[];
  /** From tomorrow on, newest first. */
  readonly future: readonly string[];
}

/** @param time milliseconds since the epoch */
export function listBackups(database: string, time: number): Backups {
  const today = backupOf(database, time);
  const files = allBackups(database);
  return { past: files.filter((file) => file <= today), future: files.filter((file) => file > today) };
}

export function hasBackups(database: string): boolean {
  return allBackups(database).length > 0;
}

export function isBackup(name: string): boolean {
  return NAME.test(name);
}

/** @param time milliseconds since the epoch; days are those of UTC */
export function backupOf(database: string, time: number): string {
  return path.join(backupFolder(database), `${new Date(time).toISOString().slice(0, 10)}.sqlite`);
}

export function backupFolder(database: string): string {
  return path.join(path.dirname(database), 'backups');
}

/** Newest first. */
function allBackups(database: string): string[] {
  const folder = backupFolder(database);
  return namesIn(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
    .map((name) => path.join(folder, name));
}
