/**
 * The daily backups of a database: `backups/YYYY-MM-DD.sqlite` in the account's folder, the newest seven of them. A wrong clock
 * dates them wrongly: those dated in the future are counted by themselves, so that they never take the place of others.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../store/durable-file.ts';

const KEPT = 7;
const NAME = /^\d{4}-\d\d-\d\d\.sqlite$/;

/** @param time milliseconds since the epoch; days are those of UTC */
export function backupOf(database: string, time: number): string {
  return path.join(backupFolder(database), nameAt(time));
}

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

/** Newest first. */
function allBackups(database: string): string[] {
  const folder = backupFolder(database);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  return names
    .toSorted()
    .toReversed()
    .map((name) => path.join(folder, name));
}

/** Removes what an interrupted backup left, and makes the folder ready for a new one. */
export function prepareBackupFolder(database: string): void {
  const folder = backupFolder(database);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (!NAME.test(name)) rmSync(path.join(folder, name), { force: true });
}

/** The finished file becomes the backup of this day, and the oldest goes where there are more than seven. */
export function keepBackup(database: string, finished: string, time: number): void {
  renameSync(finished, backupOf(database, time));
  syncFolder(backupFolder(database));
  const { past, future } = listBackups(database, time);
  for (const old of [...past.slice(KEPT), ...future.slice(KEPT)]) rmSync(old, { force: true });
}

function nameAt(time: number): string {
  return `${new Date(time).toISOString().slice(0, 10)}.sqlite`;
}

function backupFolder(database: string): string {
  return path.join(path.dirname(database), 'backups');
}
