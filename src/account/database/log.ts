/**
 * Reads SQLite's write-ahead log (fileformat2.html, section 4) further than SQLite does. SQLite takes the
 * first frame with a wrong checksum for the torn end of a power cut and drops every commit behind it. But
 * a frame's checksum continues from the one that the frame before it stores, so the frames behind a
 * broken one can be verified as well. A power cut tears only what was not flushed, usually the last
 * commit. So a commit behind a break was once safe, and the break is damage. If it was a power cut after
 * all, restoring its words does no harm.
 */
import { closeSync, openSync } from 'node:fs';
import { readPieceWithGaps, readWholeFile } from '#disk/read-file.ts';
import { isFile } from '#disk/there.ts';
import { emptyDatabase, tagOnPage } from './empty-database.ts';
import { LOG_BYTES } from './open.ts';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** The log's first number. Its last bit gives the byte order of the sums. */
const MAGIC = 0x37_7f_06_82;
/** Offsets in the log's header. */
const [PAGE_SIZE_AT, ROUND_IN_LOG, SUM_IN_LOG] = [8, 16, 24];
/** Offsets in a frame. */
const [SIZE_IN_FRAME, ROUND_IN_FRAME, SUM_IN_FRAME] = [4, 8, 16];
/** Bytes of a checksum, and of the salts, which say to which round of the log a frame belongs. */
const LENGTH = 8;
/** A round with a number up to so much greater is a later one. Numbers that SQLite draws are farther away. */
const MOST_ROUNDS = 1_000;
/** The page size of this app's databases: SQLite's default. */
export const PAGE_BYTES = 4096;

export interface Frame {
  /** Counted from 1. */
  readonly page: number;
  readonly bytes: Buffer;
  /** If it is the last frame of a commit, the database's number of pages after that; otherwise 0. */
  readonly pages: number;
}

export interface Log {
  /**
   * The frames that verify, as found in the log or in the file, up to the last one that ends a commit:
   * anything after it is no commit, or was torn.
   */
  readonly frames: readonly Frame[];
  /**
   * The frames before which, or in which, the log is broken. If there are any, SQLite would lose
   * everything behind the first. The number of frames itself if commits of a later round follow.
   */
  readonly breaks: readonly number[];
}

const NO_LOG: Log = { frames: [], breaks: [] };

/**
 * Whether SQLite may bring the log into its file: all of it is there, and it continues the file. A log begins
 * when everything before it is in the file, and a checkpoint copies pages of commits as they are in the log.
 * So the file's tag page is that of a commit of the log, or has the tag of the commit before the first.
 * Otherwise the two are copies of different moments, or of different computers.
 * @param read as in `readLog`
 * @throws the file system's error
 */
export function continuesFile(
  log: Log,
  database: string,
  read: (file: string) => Buffer = readWholeFile,
): boolean {
  return log.breaks.length === 0 && hasTagOf(log, database) && hasRoundBefore(log, database, read);
}

function hasTagOf({ frames }: Log, database: string): boolean {
  if (frames.length === 0) return true;
  const { tagPage } = emptyDatabase();
  const pages = frames.flatMap(({ page, bytes }) => (page === tagPage ? bytes : []));
  const [first] = pages;
  // Each transaction of this app writes the tag page.
  if (first === undefined) return false;
  const tag = tagOnPage(withPages(database, (read) => read(tagPage, first.length)));
  if (tag === null) return false;
  // A row has its tag and the one before in eight bytes each.
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(tag));
  return pages.some((page) => page.includes(bytes));
}

/** @returns a page of the database's file, counted from 1, with zeros beyond its end */
type PageReader = (page: number, bytes: number) => Buffer;

/**
 * @param database path; the log is beside it
 * @param read `readWithGaps` if the disk may not return the whole log
 * @throws the file system's error
 */
export function readLog(database: string, read: (file: string) => Buffer = readWholeFile): Log {
  const file = `${database}-wal`;
  if (!isFile(file)) return NO_LOG;
  const log = read(file);
  return withPages(database, (readPage) => parseLog(log, readPage));
}

/**
 * Reads the commits of each other round of a log. SQLite overwrites the log from its beginning in each round, so
 * the frames of earlier ones are still behind. Their pages are in the file that belongs to the log; another file
 * may lack them.
 * @throws the file system's error
 */
export function readOtherRounds(
  database: string,
  read: (file: string) => Buffer,
): readonly (readonly Frame[])[] {
  const file = `${database}-wal`;
  const log = isFile(file) ? read(file) : Buffer.alloc(0);
  const { isSound, frameBytes } = headerOf(log);
  if (!isSound) return [];
  const rounds = new Set([roundAt(log, ROUND_IN_LOG).toString('hex')]);
  for (let at = LOG_HEADER; at + frameBytes <= log.length; at += frameBytes)
    rounds.add(roundAt(log, at + ROUND_IN_FRAME).toString('hex'));
  return [...rounds]
    .slice(1)
    .map((round) => framesOf(log, Buffer.from(round, 'hex')))
    .filter((frames) => frames.length > 0);
}

/**
 * Whether the file has the pages of the round before that of the log, as far as they are still behind its frames:
 * SQLite starts a log over only when its file has all of them. Otherwise the disk has not stored a page, or the
 * file is a copy from before or during that checkpoint, and the log may have the only copy.
 */
function hasRoundBefore({ frames }: Log, database: string, read: (file: string) => Buffer): boolean {
  const file = `${database}-wal`;
  const before = roundBefore(isFile(file) ? read(file) : Buffer.alloc(0));
  const later = new Set(frames.map(({ page }) => page));
  // A checkpoint leaves out pages that the file returns.
  const least = [...before, ...frames].reduce(
    (size, { pages }) => (pages > 0 ? Math.min(size, pages) : size),
    Infinity,
  );
  const latest = new Map(before.map((frame) => [frame.page, frame]));
  return withPages(database, (readPage) =>
    [...latest.values()].every(
      ({ page, bytes }) => later.has(page) || page > least || readPage(page, bytes.length).equals(bytes),
    ),
  );
}

/**
 * The last frames of that round, as far back as there is no gap. A power cut may have stored any part of a commit that
 * was not flushed, also in the middle of the round: frames in front of such a part may be older than those that it
 * replaced.
 *
 * None if the end of the round may be missing, which had the latest pages: because that part reaches beyond it, or
 * because SQLite has shortened the log (`LOG_BYTES`).
 */
function roundBefore(log: Buffer): readonly Frame[] {
  const { isSound, isLittle, frameBytes } = headerOf(log);
  if (!isSound) return [];
  const count = Math.floor((log.length - LOG_HEADER) / frameBytes);
  const placeOf = (index: number): number => LOG_HEADER + index * frameBytes;
  // The first of a round's two numbers grows by one with each.
  const now = log.readUInt32BE(ROUND_IN_LOG);
  const before = (now - 1) >>> 0;
  const numberAt = (index: number): number => log.readUInt32BE(placeOf(index) + ROUND_IN_FRAME);
  const frameOf = (index: number): Frame => frameAt(log, placeOf(index), frameBytes);
  const isRight = (index: number): boolean => {
    const continued = index === 0 ? SUM_IN_LOG : placeOf(index - 1) + SUM_IN_FRAME;
    return isSumRight(log, placeOf(index), continued, frameOf(index).bytes, isLittle);
  };
  let end = count;
  while (end > 0 && numberAt(end - 1) !== before && numberAt(end - 1) !== now) end -= 1;
  if (end === Math.floor((LOG_BYTES - LOG_HEADER) / frameBytes)) return [];
  let start = end;
  while (start > 0 && numberAt(start - 1) === before && isRight(start - 1)) start -= 1;
  const frames = Array.from({ length: end - start }, (_, index) => frameOf(start + index));
  return frames.slice(0, frames.findLastIndex(({ pages }) => pages > 0) + 1);
}

function frameAt(log: Buffer, at: number, frameBytes: number): Frame {
  return {
    page: log.readUInt32BE(at),
    bytes: log.subarray(at + FRAME_HEADER, at + frameBytes),
    pages: log.readUInt32BE(at + SIZE_IN_FRAME),
  };
}

/**
 * Whether the checksum of the frame at this offset is right.
 * @param continued the offset of the checksum that it continues
 * @param page the frame's page, which may come from the file
 */
function isSumRight(log: Buffer, at: number, continued: number, page: Buffer, isLittle: boolean): boolean {
  const headerSum = sumOf(log, at, at + ROUND_IN_FRAME, sumAt(log, continued), isLittle);
  return isSame(sumOf(page, 0, page.length, headerSum, isLittle), sumAt(log, at + SUM_IN_FRAME));
}

/** @returns the size of a log with this number of frames, in bytes */
export function bytesOfLog(frames: number): number {
  return LOG_HEADER + frames * (FRAME_HEADER + PAGE_BYTES);
}

function framesOf(log: Buffer, round: Buffer): readonly Frame[] {
  return parseLog(log, (_page, bytes) => Buffer.alloc(bytes), round).frames;
}

interface Header {
  /** Whether its checksum is right. */
  readonly isSound: boolean;
  readonly isLittle: boolean;
  readonly pageBytes: number;
  readonly frameBytes: number;
}

function headerOf(log: Buffer): Header {
  if (log.length <= LOG_HEADER)
    return { isSound: false, isLittle: true, pageBytes: PAGE_BYTES, frameBytes: FRAME_HEADER + PAGE_BYTES };
  const magic = log.readUInt32BE(0);
  const isLittle = magic !== MAGIC + 1;
  const header = sumOf(log, 0, SUM_IN_LOG, [0, 0], isLittle);
  const isSound = (magic & ~1) === MAGIC && isSame(header, sumAt(log, SUM_IN_LOG));
  const pageBytes = isSound ? log.readUInt32BE(PAGE_SIZE_AT) : PAGE_BYTES;
  return { isSound, isLittle, pageBytes, frameBytes: FRAME_HEADER + pageBytes };
}

/**
 * Pure except for the pages that it reads.
 * @param of the round to read; that of the header by default
 */
export function parseLog(log: Buffer, readPage: PageReader, of: Buffer | null = null): Log {
  if (log.length <= LOG_HEADER) return NO_LOG;
  const { isSound, isLittle, pageBytes, frameBytes } = headerOf(log);
  let round = of ?? (isSound ? roundAt(log, ROUND_IN_LOG) : null);
  const frames: Frame[] = [];
  const breaks: number[] = [];
  let isAfterBreak = !isSound;
  let committed = 0;
  let isLaterBehind = false;
  for (let at = LOG_HEADER, next = SUM_IN_LOG; at + frameBytes <= log.length; at += frameBytes) {
    const continued = next;
    next = at + SUM_IN_FRAME;
    // Without a sound header, the first frame that verifies determines the round.
    const isOfRound = round?.equals(roundAt(log, at + ROUND_IN_FRAME)) ?? true;
    const isRight = (bytesOfPage: Buffer): boolean => isSumRight(log, at, continued, bytesOfPage, isLittle);
    const { page, pages, bytes: bytesInLog } = frameAt(log, at, frameBytes);
    let bytes = bytesInLog;
    if (isOfRound && !isRight(bytes)) {
      isAfterBreak = true;
      // A checkpoint may have written the page to the file before the frame broke.
      if (page > 0) bytes = readPage(page, pageBytes);
    }
    if (!isOfRound || !isRight(bytes)) {
      isAfterBreak = true;
      if (pages > 0 && round !== null && isLater(roundAt(log, at + ROUND_IN_FRAME), round))
        isLaterBehind ||= isRight(bytes);
      continue;
    }
    round ??= roundAt(log, at + ROUND_IN_FRAME);
    if (isAfterBreak) breaks.push(frames.length);
    isAfterBreak = false;
    frames.push({ page, bytes, pages });
    if (pages > 0) committed = frames.length;
  }
  return {
    frames: frames.slice(0, committed),
    breaks: [...breaks.filter((place) => place < committed), ...(isLaterBehind ? [committed] : [])],
  };
}

/**
 * Whether a round of a log is one of the next after another: the first of its two numbers grows by one with each.
 * SQLite stores the header of a round before its first frame. So a header before a later frame is of another moment:
 * the log was copied while it started over, or the disk has not stored its beginning.
 *
 * After a round without any commit (the app ended just after storing the header), SQLite draws both numbers anew. Then
 * the rounds before are behind at a random distance, which is small once in millions of times.
 */
function isLater(one: Buffer, other: Buffer): boolean {
  const rounds = (one.readUInt32BE(0) - other.readUInt32BE(0)) >>> 0;
  return rounds > 0 && rounds <= MOST_ROUNDS;
}

/**
 * How many of the frames are already in the file, although SQLite would not read them all: a checkpoint,
 * which takes only what was flushed, wrote them before the log broke. Writing them again could put an
 * older page over a newer one.
 * @throws the file system's error
 */
export function countInFile({ frames, breaks }: Log, database: string): number {
  const [first] = breaks;
  if (first === undefined) return 0;
  return withPages(database, (read) => {
    const latest = new Map<number, Frame>();
    let count = 0;
    for (const [at, frame] of frames.entries()) {
      if (at < first) continue;
      latest.set(frame.page, frame);
      const isInFile = ({ page, bytes }: Frame): boolean => read(page, bytes.length).equals(bytes);
      if (frame.pages > 0 && [...latest.values()].every(isInFile)) count = at + 1;
    }
    return count;
  });
}

function withPages<Result>(database: string, work: (read: PageReader) => Result): Result {
  if (!isFile(database)) return work((_page, bytes) => Buffer.alloc(bytes));
  const descriptor = openSync(database, 'r');
  try {
    return work((page, bytes) => {
      const pageBytes = Buffer.alloc(bytes);
      readPieceWithGaps(descriptor, pageBytes, (page - 1) * bytes);
      return pageBytes;
    });
  } finally {
    closeSync(descriptor);
  }
}

type Sum = readonly [number, number];

function roundAt(log: Buffer, at: number): Buffer {
  return log.subarray(at, at + LENGTH);
}

function sumAt(log: Buffer, at: number): Sum {
  return [log.readUInt32BE(at), log.readUInt32BE(at + LENGTH / 2)];
}

function isSame([first, second]: Sum, expected: Sum): boolean {
  return first === expected[0] && second === expected[1];
}

function sumOf(log: Buffer, start: number, end: number, [first, second]: Sum, isLittle: boolean): Sum {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  for (let at = start; at < end; at += LENGTH) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0;
    second = (second + view.getUint32(at + LENGTH / 2, isLittle) + first) >>> 0;
  }
  return [first, second];
}
