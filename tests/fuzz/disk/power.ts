/**
 * An unflushed log after a power cut, cut as in `tests/support/failing-disk/power-cut.ts`. Flushed data
 * stays: frames that a checkpoint copied into the file, and the header, which is flushed separately.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Random } from '../random.ts';
import { contentAfterCut, type Write } from '#tests/support/failing-disk/power-cut.ts';
import { FRAME_HEADER, FRAME_SIZE, LOG_HEADER, readFiles } from './pages.ts';

/** The log of a database since its first unflushed commit. */
export interface UnflushedLog {
  /** The log at its last flush. */
  readonly flushed: Buffer;
}

export function rememberLog(database: string): UnflushedLog {
  const log = `${database}-wal`;
  return { flushed: existsSync(log) ? readFileSync(log) : Buffer.alloc(0) };
}

/**
 * @param database path of the process's open database
 * @returns the log as the disk has it after the power cut
 */
export function logAfterCut(database: string, { flushed }: UnflushedLog, random: Random): Buffer {
  const { log, inFile } = readFiles(database);
  const start = Math.max(LOG_HEADER, inFile > 0 ? LOG_HEADER + inFile * FRAME_SIZE : 0);
  const durable = Buffer.alloc(Math.max(flushed.length, Math.min(start, log.length)));
  flushed.copy(durable);
  log.copy(durable, 0, 0, Math.min(start, log.length));
  const loss = random.pick([
    'data is lost',
    'any part is lost',
    'any part is lost',
    'any part is lost',
  ] as const);
  return contentAfterCut({ durable, pending: writesOf(log, start, durable) }, loss, random);
}

/** The writes by which SQLite extended the log from there on: the header and the page of each frame. */
function writesOf(log: Buffer, start: number, durable: Buffer): readonly Write[] {
  const writes: Write[] = [];
  for (let frame = start; frame < log.length; frame += FRAME_SIZE) {
    for (const [at, end] of [
      [frame, frame + FRAME_HEADER],
      [frame + FRAME_HEADER, frame + FRAME_SIZE],
    ] as const) {
      const bytes = log.subarray(at, end);
      if (bytes.length > 0 && !bytes.equals(durable.subarray(at, end)))
        writes.push({ kind: 'write', at, bytes });
    }
  }
  return writes;
}

/** Puts the log beside a copy of the database. */
export function replaceLog(copy: string, log: Buffer): void {
  if (log.length > 0 || existsSync(`${copy}-wal`)) writeFileSync(`${copy}-wal`, log);
}
