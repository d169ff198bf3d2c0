/**
 * The pages of a database as its file and its log have them, read byte by byte (https://sqlite.org/fileformat2.html). This
 * judges what recovery has to find, so it shares no code with the app and does not use SQLite either.
 */
import { existsSync, readFileSync } from 'node:fs';

/** Bytes of a page: SQLite's default, which the app keeps. */
export const PAGE_SIZE = 4096;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const FRAME_SIZE = FRAME_HEADER + PAGE_SIZE;
/** The lowest bit says in which byte order the checksums read. */
const LOG_MAGIC = 0x377f0682;
/** Offset in the log's index of how many frames are in the database file, in the machine's own byte order. */
const BACKFILLED_AT = 96;

export interface Pages {
  /** The newest committed content of a page by its number from 1 on; null if there is none. */
  page(number: number): Buffer | null;
}

/**
 * @param database path of the database; the file, the log or both may be missing
 * @param whenRunning whether a process has it open. Frames of the log that a checkpoint brought into the file are no copy
 *   then, because SQLite begins the log anew with the next commit (walformat.html, section 2.1: `nBackfill`)
 */
export function readPages(database: string, whenRunning = false): Pages {
  const file = readIfThere(database);
  const index = readIfThere(`${database}-shm`);
  const inFile = whenRunning && index.length > BACKFILLED_AT + 4 ? index.readUInt32LE(BACKFILLED_AT) : 0;
  const log = newestFrames(readIfThere(`${database}-wal`), inFile);
  return {
    page(number) {
      const start = (number - 1) * PAGE_SIZE;
      const whole = number >= 1 && start + PAGE_SIZE <= file.length;
      return log.get(number) ?? (whole ? file.subarray(start, start + PAGE_SIZE) : null);
    },
  };
}

/** The file's bytes; empty if there is no such file. */
export function readIfThere(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/**
 * The last frame of each page, up to the last commit before the first frame that is not valid.
 * @param skipped how many frames at the beginning do not count
 */
export function newestFrames(log: Buffer, skipped = 0): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>();
  if (log.length < LOG_HEADER || (log.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC) return committed;
  const bigEndian = (log.readUInt32BE(0) & 1) === 1;
  let sums = checksum(log.subarray(0, 24), [0, 0], bigEndian);
  if (!standsAt(log, 24, sums)) return committed;
  let open = new Map<number, Buffer>();
  for (let at = LOG_HEADER; at + FRAME_SIZE <= log.length; at += FRAME_SIZE) {
    const header = log.subarray(at, at + FRAME_HEADER);
    const content = log.subarray(at + FRAME_HEADER, at + FRAME_SIZE);
    sums = checksum(content, checksum(header.subarray(0, 8), sums, bigEndian), bigEndian);
    const sameSalts = header.subarray(8, 16).equals(log.subarray(16, 24));
    if (!sameSalts || !standsAt(header, 16, sums)) break;
    if ((at - LOG_HEADER) / FRAME_SIZE >= skipped) open.set(header.readUInt32BE(0), content);
    if (header.readUInt32BE(4) === 0) continue;
    for (const [number, page] of open) committed.set(number, page);
    open = new Map();
  }
  return committed;
}

type Sums = readonly [number, number];

function checksum(bytes: Buffer, [first, second]: Sums, bigEndian: boolean): Sums {
  let [one, two] = [first, second];
  const word = (at: number): number => (bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + word(at) + two) >>> 0;
    two = (two + word(at + 4) + one) >>> 0;
  }
  return [one, two];
}

function standsAt(bytes: Buffer, at: number, [one, two]: Sums): boolean {
  return bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two;
}
