/**
 * What a power cut leaves of a log that was not flushed: of each sector that was written since the last flush, the disk has
 * the new content, the one before, or zeros where the file has grown, whatever the order in which they were written. What
 * was flushed stays: frames that a checkpoint brought into the file, and the header, which is flushed by itself.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Random } from '../random.ts';
import { FRAME_SIZE, LOG_HEADER, readFiles } from './pages.ts';

const SECTOR = 512;

/** The log of a database from the first commit on that is not flushed. */
export interface UnflushedLog {
  /** The log as it was when it was flushed last. */
  readonly flushed: Buffer;
}

export function rememberLog(database: string): UnflushedLog {
  const log = `${database}-wal`;
  return { flushed: existsSync(log) ? readFileSync(log) : Buffer.alloc(0) };
}

/**
 * @param database path of the database that the process has open
 * @returns the log as the disk has it after the power cut
 */
export function logAfterCut(database: string, { flushed }: UnflushedLog, random: Random): Buffer {
  const { log, inFile } = readFiles(database);
  const start = Math.max(LOG_HEADER, inFile > 0 ? LOG_HEADER + inFile * FRAME_SIZE : 0);
  const after = Buffer.alloc(Math.max(log.length, flushed.length));
  flushed.copy(after);
  log.copy(after, 0, 0, Math.min(start, log.length));
  let length = Math.max(flushed.length, Math.min(start, log.length));
  const fates = random.pick([
    ['old'],
    ['new', 'old'],
    ['new', 'new', 'new', 'old', 'zeros'],
    ['new', 'zeros'],
  ] as const);
  for (let at = Math.floor(start / SECTOR) * SECTOR; at < log.length; at += SECTOR) {
    const [from, to] = [Math.max(at, start), Math.min(at + SECTOR, log.length)];
    const fate = random.pick<(typeof fates)[number]>(fates);
    if (fate === 'new') log.copy(after, from, from, to);
    if (fate === 'new' || fate === 'zeros') length = Math.max(length, to);
  }
  return after.subarray(0, length);
}

/** Puts the log in the place of the one beside a copy of the database. */
export function replaceLog(copy: string, log: Buffer): void {
  if (log.length > 0 || existsSync(`${copy}-wal`)) writeFileSync(`${copy}-wal`, log);
}
