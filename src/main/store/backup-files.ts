/** The daily backups of a database: `backups/YYYY-MM-DD.sqlite` in the account's folder, the newest seven of them. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from './new-database.ts';

const KEPT = 7;
const NAME = /^\d{4}-\d\d-\d\d\.sqlite$/;

/** @param time milliseconds since the epoch; days are those of UTC */
export function backupOf(database: string, time: number): string {
  return path.join(backupFolder(database), `${new Date(time).toISOString().slice(0, 10)}.sqlite`);
}

/** Newest first. */
export function listBackups(database: string): string[] {
  const folder = backupFolder(database);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  return names
    .toSorted()
    .toReversed()
    .map((name) => path.join(folder, name));
}

/** Removes what an interrupted backup left, and makes the folder ready for a new one. */
export function readyForBackup(database: string): void {
  const folder = backupFolder(database);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!NAME.test(name)) rmSync(path.join(folder, name), { force: true });
}

/** The finished file becomes the day's backup, and the oldest goes where there are more than seven. */
export function keepBackup(database: string, finished: string, backup: string): void {
  renameSync(finished, backup);
  syncFolder(path.dirname(backup));
  for (const old of listBackups(database).slice(KEPT)) rmSync(old, { force: true });
}

function backupFolder(database: string): string {
  return path.join(path.dirname(database), 'backups');
}
