/**
 * The pages of a database in its file and its log, read byte by byte (https://sqlite.org/fileformat2.html).
 * This judges the results of recovery, so it neither shares code with the app nor uses SQLite.
 *
 * SQLite reads a log up to its first broken frame. But each frame's checksum continues from the one stored in
 * the frame before it (section 4), so a frame behind a broken one can be checked as well. Frames up to the
 * last intact end of a commit were all committed, and their contents can be read.
 */
import { existsSync, readFileSync } from 'node:fs';

/** Bytes of a page: SQLite's default, which the app does not change. */
export const PAGE_SIZE = 4096;
export const LOG_HEADER = 32;
export const FRAME_HEADER = 24;
export const FRAME_SIZE = FRAME_HEADER + PAGE_SIZE;
/** The lowest bit tells the byte order of the checksums. */
const LOG_MAGIC = 0x377f0682;
/** Offset of the salts in the log's header; in a frame's header, they precede its checksum as well. */
const SALTS_AT = 16;
/** Offset, in the log's index, of the number of frames in the database file, in the machine's byte order. */
const BACKFILLED_AT = 96;

export interface Pages {
  readonly count: number;
  /** The content of a page by its number from 1 on; null if there is none. */
  page(number: number): Buffer | null;
}

/** The bytes of a database's files at one moment. */
export interface Files {
  readonly database: Buffer;
  readonly log: Buffer;
  /** Number of frames that the process with the open database has copied into the file. */
  readonly inFile: number;
}

/** @param database path of the database; the file, the log or both may be missing */
export function readFiles(database: string): Files {
  const index = readIfThere(`${database}-shm`);
  return {
    database: readIfThere(database),
    log: readIfThere(`${database}-wal`),
    inFile: index.length > BACKFILLED_AT + 4 ? index.readUInt32LE(BACKFILLED_AT) : 0,
  };
}

/** The file's bytes; empty if there is no such file. */
function readIfThere(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/**
 * The states of a database that can be read while it is closed, newest first. A log without a break gives
 * one: the file with the log. Every break also gives the state at the last commit before it, because rows may
 * be on a page whose newer frame is broken; and the file alone is a state as well.
 */
export function readStates({ database, log }: Files): readonly Pages[] {
  const { frames, breaks, isFileNewer } = readLog(log, database);
  const ends = breaks.map((at) => frames.slice(0, at).findLastIndex(({ pages }) => pages > 0) + 1);
  const alone = breaks.length > 0 || isFileNewer ? [0] : [];
  const counts = new Set([frames.length, ...ends.toReversed(), ...alone]);
  return [...counts].map((count) => {
    const newest = newestOf(frames.slice(0, count));
    return {
      count: frames[count - 1]?.pages ?? Math.floor(database.length / PAGE_SIZE),
      page: (number) => newest.get(number) ?? pageOf(database, number),
    };
  });
}

/**
 * The states of a file under the frames of each round of the log but the present one. The file that belongs to
 * the log has their pages, and another one may lack them.
 */
export function readOtherRounds({ database, log }: Pick<Files, 'database' | 'log'>): readonly Pages[] {
  const isBig = readHeader(log)?.isBig;
  if (isBig === undefined) return [];
  const slots = slotsOf(log);
  const intact = slots.filter((slot, index) => isIntactBehind(slot, slots[index - 1], isBig));
  const rounds = Map.groupBy(intact, (slot) => saltsOf(slot).toString('hex'));
  rounds.delete(log.toString('hex', SALTS_AT, SALTS_AT + 8));
  return [...rounds.values()].map((all) => {
    const committed = all.slice(0, all.findLastIndex((slot) => slot.readUInt32BE(4) > 0) + 1);
    const newest = new Map(committed.map((slot) => [slot.readUInt32BE(0), slot.subarray(FRAME_HEADER)]));
    return {
      count: Math.max(Math.floor(database.length / PAGE_SIZE), ...newest.keys()),
      page: (number) => newest.get(number) ?? pageOf(database, number),
    };
  });
}

function isIntactBehind(slot: Buffer, before: Buffer | undefined, isBig: boolean): boolean {
  if (before === undefined) return false;
  const sums = checksum(slot.subarray(0, 8), storedSums(before), isBig);
  return isSame(checksum(slot.subarray(FRAME_HEADER), sums, isBig), storedSums(slot));
}

/**
 * The pages that stay readable while a process has the database open. It knows the frames of the log, does
 * not check them again, and copies them into the file, over its pages. So only the newest frame of a page
 * counts, and once that is in the file, only the file: one of the next commits restarts the log
 * (walformat.html, section 2.1).
 * @param before the files as the process knows them
 */
export function readRunning(before: Files, now: Files): Pages {
  const newest = new Map<number, number>();
  const { frames } = readLog(before.log, before.database);
  for (const [index, { page }] of frames.entries()) newest.set(page, index);
  return {
    count: frames.at(-1)?.pages ?? Math.floor(now.database.length / PAGE_SIZE),
    page(number) {
      const index = newest.get(number);
      if (index === undefined) return pageOf(now.database, number);
      const slot = slotOf(now.log, index);
      if (frames[index]?.content?.equals(slot.subarray(FRAME_HEADER)) !== true) return null;
      return index < now.inFile ? pageOf(now.database, number) : slot.subarray(FRAME_HEADER);
    },
  };
}

function pageOf(file: Buffer, number: number): Buffer | null {
  const start = (number - 1) * PAGE_SIZE;
  return number >= 1 && start + PAGE_SIZE <= file.length ? file.subarray(start, start + PAGE_SIZE) : null;
}

/** The newest intact frame of each page of a log without a file. */
export function newestFrames(log: Buffer): ReadonlyMap<number, Buffer> {
  return newestOf(readLog(log, Buffer.alloc(0)).frames);
}

/** Number of frames in the commits of the log's present round, including broken ones. */
export function countFrames(log: Buffer): number {
  return readLog(log, Buffer.alloc(0)).frames.length;
}

function newestOf(frames: readonly Frame[]): ReadonlyMap<number, Buffer> {
  const newest = new Map<number, Buffer>();
  for (const { page, content } of frames) if (content !== null) newest.set(page, content);
  return newest;
}

interface Frame {
  readonly page: number;
  /** Null if the frame is broken. */
  readonly content: Buffer | null;
  /**
   * Number of pages of the database after the commit that the frame ends; 0 if it ends none, or is broken.
   */
  readonly pages: number;
}

interface Log {
  /** The frames of the present round up to the last intact end of a commit, including broken ones. */
  readonly frames: readonly Frame[];
  /** Starts of runs of broken frames; includes 0 if the log's header is broken. */
  readonly breaks: readonly number[];
  /**
   * Whether a broken frame behind `frames` was copied into the file: the file's page has the checksum stored
   * in the frame.
   */
  readonly isFileNewer: boolean;
}

/** @param database the bytes of the file */
function readLog(log: Buffer, database: Buffer): Log {
  const header = readHeader(log);
  const slots = slotsOf(log);
  const sumBefore = (index: number): Sums => storedSums(slots[index - 1] ?? log.subarray(8, LOG_HEADER));
  const hasSum = (slot: Buffer, index: number, content: Buffer, isBig: boolean): boolean =>
    isSame(
      checksum(content, checksum(slot.subarray(0, 8), sumBefore(index), isBig), isBig),
      storedSums(slot),
    );
  const intactIn = (isBig: boolean): Buffer[] =>
    slots.filter((slot, index) => hasSum(slot, index, slot.subarray(FRAME_HEADER), isBig));
  // Without a header, neither the byte order of the checksums nor the salts of the present round are known.
  const isBig = header?.isBig ?? intactIn(true).length > 0;
  const intact = new Set(intactIn(isBig));
  const round = header?.salts ?? newestSalts(intact);
  const isOfRound = (slot: Buffer): boolean => round !== null && saltsOf(slot).equals(round);
  const all = slots.map((slot): Frame => {
    const isIntact = intact.has(slot) && isOfRound(slot);
    return {
      page: slot.readUInt32BE(0),
      content: isIntact ? slot.subarray(FRAME_HEADER) : null,
      pages: isIntact ? slot.readUInt32BE(4) : 0,
    };
  });
  const frames = all.slice(0, all.findLastIndex(({ pages }) => pages > 0) + 1);
  const isBroken = (index: number): boolean => frames[index]?.content === null;
  const begins = (index: number): boolean =>
    index === 0 ? isBroken(0) || header === null : isBroken(index) && !isBroken(index - 1);
  return {
    frames,
    breaks: frames.flatMap((_, index) => (begins(index) ? [index] : [])),
    isFileNewer: slots.some((slot, index) => {
      if (index < frames.length || intact.has(slot) || !isOfRound(slot)) return false;
      const page = pageOf(database, slot.readUInt32BE(0));
      return page !== null && hasSum(slot, index, page, isBig);
    }),
  };
}

function slotsOf(log: Buffer): readonly Buffer[] {
  const count = Math.max(0, Math.floor((log.length - LOG_HEADER) / FRAME_SIZE));
  return Array.from({ length: count }, (_, index) => slotOf(log, index));
}

function slotOf(log: Buffer, index: number): Buffer {
  const at = LOG_HEADER + index * FRAME_SIZE;
  return log.subarray(at, at + FRAME_SIZE);
}

function saltsOf(slot: Buffer): Buffer {
  return slot.subarray(8, 16);
}

/** Null if the header is broken. */
function readHeader(log: Buffer): { readonly isBig: boolean; readonly salts: Buffer } | null {
  if (log.length < LOG_HEADER || (log.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC) return null;
  const isBig = (log.readUInt32BE(0) & 1) === 1;
  const isSound = isSame(checksum(log.subarray(0, 24), [0, 0], isBig), storedSums(log.subarray(8)));
  return isSound ? { isBig, salts: log.subarray(SALTS_AT, SALTS_AT + 8) } : null;
}

/** The salts of the newest round: the first salt grows by one with each round. Null without a frame. */
function newestSalts(slots: Iterable<Buffer>): Buffer | null {
  const [newest] = [...slots].map(saltsOf).toSorted((a, b) => b.compare(a));
  return newest ?? null;
}

type Sums = readonly [number, number];

/**
 * @param slot a frame, or the log's header from its ninth byte on, which has its checksum at the same offset
 */
function storedSums(slot: Buffer): Sums {
  return slot.length < 24 ? [0, 0] : [slot.readUInt32BE(16), slot.readUInt32BE(20)];
}

function isSame([one, two]: Sums, [first, second]: Sums): boolean {
  return one === first && two === second;
}

function checksum(bytes: Buffer, [first, second]: Sums, isBig: boolean): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, !isBig) + two) >>> 0;
    two = (two + view.getUint32(at + 4, !isBig) + one) >>> 0;
  }
  return [one, two];
}
