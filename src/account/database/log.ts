/**
 * Reads SQLite's write-ahead log (fileformat2.html, section 4) further than SQLite does. SQLite takes the first frame that does
 * not check for the torn end of a power cut and drops every commit behind it. But a frame's sum continues from the sum that the
 * frame before it stores, so the frames behind a broken one can be checked as well. With `synchronous = FULL` only the last commit
 * can be torn by a power cut: a commit behind a break was once safe, and the break is damage.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { isFile } from '#disk/there.ts';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** The log's first number. Its last bit gives the byte order of the sums. */
const MAGIC = 0x37_7f_06_82;
/** Offsets in the log's header. */
const [PAGE_SIZE_AT, ROUND_IN_LOG, SUM_IN_LOG] = [8, 16, 24];
/** Offsets in a frame. */
const [SIZE_IN_FRAME, ROUND_IN_FRAME, SUM_IN_FRAME] = [4, 8, 16];
/** Bytes of the salts, which say to which round of the log a frame belongs, and of a sum. */
const LENGTH = 8;
/** The size of a page that this app's databases have: SQLite's default. */
const PAGE_BYTES = 4096;

export interface Frame {
  /** Counted from 1. */
  readonly page: number;
  readonly bytes: Buffer;
  /** Whether it is the last one of a commit. */
  readonly isCommit: boolean;
}

export interface Log {
  /** The frames that check, up to the last one that ends a commit: what comes after it is no commit, or was torn. */
  readonly frames: readonly Frame[];
  /** Before which of these frames others were that do not check. If there are any, SQLite would lose what is behind the first. */
  readonly breaks: readonly number[];
}

const NO_LOG: Log = { frames: [], breaks: [] };

/**
 * @param database path; the log is beside it
 * @throws the file system's error
 */
export function readLog(database: string): Log {
  const file = `${database}-wal`;
  return isFile(file) ? parseLog(readFileSync(file)) : NO_LOG;
}

/** Pure. */
export function parseLog(log: Buffer): Log {
  if (log.length <= LOG_HEADER) return NO_LOG;
  const magic = log.readUInt32BE(0);
  const isLittle = magic !== MAGIC + 1;
  const header = sumOf(log, 0, SUM_IN_LOG, [0, 0], isLittle);
  const isSound = (magic & ~1) === MAGIC && isSame(header, sumAt(log, SUM_IN_LOG));
  const frameBytes = FRAME_HEADER + (isSound ? log.readUInt32BE(PAGE_SIZE_AT) : PAGE_BYTES);
  let round = isSound ? roundAt(log, ROUND_IN_LOG) : null;
  const frames: Frame[] = [];
  const breaks: number[] = [];
  let isAfterBreak = !isSound;
  let committed = 0;
  for (let at = LOG_HEADER, before = SUM_IN_LOG; at + frameBytes <= log.length; at += frameBytes) {
    const end = at + frameBytes;
    const ofHeader = sumOf(log, at, at + ROUND_IN_FRAME, sumAt(log, before), isLittle);
    const sum = sumOf(log, at + FRAME_HEADER, end, ofHeader, isLittle);
    before = at + SUM_IN_FRAME;
    // Without a sound header the first frame that checks says which round it is.
    const isOfRound = round?.equals(roundAt(log, at + ROUND_IN_FRAME)) ?? true;
    if (!isOfRound || !isSame(sum, sumAt(log, before))) {
      isAfterBreak = true;
      continue;
    }
    round ??= roundAt(log, at + ROUND_IN_FRAME);
    if (isAfterBreak) breaks.push(frames.length);
    isAfterBreak = false;
    const isCommit = log.readUInt32BE(at + SIZE_IN_FRAME) > 0;
    frames.push({ page: log.readUInt32BE(at), bytes: log.subarray(at + FRAME_HEADER, end), isCommit });
    if (isCommit) committed = frames.length;
  }
  return { frames: frames.slice(0, committed), breaks: breaks.filter((place) => place < committed) };
}

/**
 * How many of the frames the file has already, although SQLite would not read them all: a checkpoint, which takes only what was
 * flushed, had brought them there before the log broke. To write them once more could put an older page over a newer one.
 * @throws the file system's error
 */
export function countInFile({ frames, breaks }: Log, database: string): number {
  const [first] = breaks;
  if (first === undefined || !isFile(database)) return 0;
  const descriptor = openSync(database, 'r');
  try {
    const isInFile = ({ page, bytes }: Frame): boolean => {
      const there = Buffer.alloc(bytes.length);
      readSync(descriptor, there, 0, there.length, (page - 1) * bytes.length);
      return there.equals(bytes);
    };
    const latest = new Map<number, Frame>();
    let count = 0;
    for (const [at, frame] of frames.entries()) {
      if (at < first) continue;
      latest.set(frame.page, frame);
      if (frame.isCommit && [...latest.values()].every(isInFile)) count = at + 1;
    }
    return count;
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

function isSame([first, second]: Sum, other: Sum): boolean {
  return first === other[0] && second === other[1];
}

function sumOf(log: Buffer, start: number, end: number, [first, second]: Sum, isLittle: boolean): Sum {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  for (let at = start; at < end; at += LENGTH) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0;
    second = (second + view.getUint32(at + LENGTH / 2, isLittle) + first) >>> 0;
  }
  return [first, second];
}
