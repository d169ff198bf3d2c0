/**
 * Reads what a write-ahead log holds behind its first broken frame. SQLite ignores those frames (fileformat2.html, section
 * 4). There are two causes. A power cut tears what was not synced: the frames before the break are then a state that the
 * database once had, and nothing is wrong. Damage hides commits that were synced. If a checkpoint has brought some of those
 * into the file, which it does only with what is synced, older pages of the log would overwrite newer ones of the file.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** The log's first number. Its last bit gives the byte order of the checksums. */
const MAGIC = 0x37_7f_06_82;
const [PAGE_SIZE_AT, ROUND_IN_LOG, SUM_IN_LOG] = [8, 16, 24];
const SIZE_IN_FRAME = 4;
const [ROUND_IN_FRAME, SUM_IN_FRAME] = [8, 16];
/** Length in bytes of the salts, which say to which round of the log a frame belongs, and of a checksum. */
const LENGTH = 8;

interface Frame {
  readonly page: number;
  readonly bytes: Buffer;
  /** How many pages the file has after the commit that the frame ends; 0 in every other frame. */
  readonly size: number;
  /** Whether it belongs to this round and its checksum, which continues that of the frame before, is right. */
  readonly isIntact: boolean;
}

interface Log {
  /** Frames of commits that SQLite reads. */
  readonly read: readonly Frame[];
  /** The other frames of this round of the log. */
  readonly behind: readonly Frame[];
}

/** Whether the log has frames of its present round behind those that SQLite reads, even if a power cut tore them. */
export function hasLostFrames(log: Buffer): boolean {
  const frames = readLog(log);
  return frames === null || frames.behind.length > 0;
}

/**
 * Whether the log would overwrite newer pages of the file with older ones: the file has all readable pages of the commits up
 * to one behind the break, and at least one of these pages differs, or does not exist, in what SQLite reads. (A page may have
 * been written unchanged, so one equal page says nothing.) Also true if the log's header is broken, which is synced first of
 * all.
 * @param readPage a page of the file, counted from 1
 */
export function isOlderThanFile(log: Buffer, readPage: (page: number, size: number) => Buffer): boolean {
  const frames = readLog(log);
  if (frames === null) return true;
  const { read, behind } = frames;
  const before = new Map(read.map(({ page, bytes }) => [page, bytes]));
  const pages = read.at(-1)?.size ?? Infinity;
  const isInFile = ({ page, bytes }: Frame): boolean =>
    page > 0 && readPage(page, bytes.length).equals(bytes);
  const isNew = ({ page, bytes }: Frame): boolean =>
    page > pages || before.get(page)?.equals(bytes) === false;
  const latest = new Map<number, Frame>();
  for (const [at, frame] of behind.entries()) {
    // A frame behind a lost header cannot be checked by its sum. If the file has the same page, it was written so.
    if (frame.isIntact || isInFile(frame)) latest.set(frame.page, frame);
    const isEnd = frame.size > 0 || at === behind.length - 1;
    if (isEnd && [...latest.values()].some(isNew) && [...latest.values()].every(isInFile)) return true;
  }
  return false;
}

/** Null if the header is broken, because SQLite then reads none of the log. */
function readLog(log: Buffer): Log | null {
  const read: Frame[] = [];
  if (log.length <= LOG_HEADER) return { read, behind: [] };
  const magic = log.readUInt32BE(0);
  const isLittle = magic === MAGIC;
  const sumOfHeader = sumOf(log, 0, SUM_IN_LOG, [0, 0], isLittle);
  if ((magic & ~1) !== MAGIC || !isSame(sumOfHeader, sumAt(log, SUM_IN_LOG))) return null;
  const round = log.subarray(ROUND_IN_LOG, ROUND_IN_LOG + LENGTH);
  const frameSize = FRAME_HEADER + log.readUInt32BE(PAGE_SIZE_AT);
  let behind: Frame[] = [];
  let isBroken = false;
  for (let at = LOG_HEADER, before = SUM_IN_LOG; at + frameSize <= log.length; at += frameSize) {
    const end = at + frameSize;
    const isOfRound = log.subarray(at + ROUND_IN_FRAME, at + SUM_IN_FRAME).equals(round);
    const ofHeader = sumOf(log, at, at + ROUND_IN_FRAME, sumAt(log, before), isLittle);
    const sumOfFrame = sumOf(log, at + FRAME_HEADER, end, ofHeader, isLittle);
    const isIntact = isOfRound && isSame(sumOfFrame, sumAt(log, at + SUM_IN_FRAME));
    isBroken ||= !isIntact;
    before = at + SUM_IN_FRAME;
    if (!isOfRound) continue;
    const size = log.readUInt32BE(at + SIZE_IN_FRAME);
    behind.push({
      page: log.readUInt32BE(at),
      bytes: log.subarray(at + FRAME_HEADER, end),
      size,
      isIntact,
    });
    if (isBroken || size === 0) continue;
    read.push(...behind);
    behind = [];
  }
  return { read, behind };
}

type Sum = readonly [number, number];

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

/**
 * Whether the log beside the file would overwrite newer pages of the file with older ones.
 * @throws the file system's error
 */
export function isLogOlder(file: string): boolean {
  const log = `${file}-wal`;
  if (sizeOf(log) === 0 || sizeOf(file) === 0) return false;
  const descriptor = openSync(file, 'r');
  try {
    return isOlderThanFile(readFileSync(log), (page, size) => {
      const bytes = Buffer.alloc(size);
      readSync(descriptor, bytes, 0, size, (page - 1) * size);
      return bytes;
    });
  } finally {
    closeSync(descriptor);
  }
}

/** In bytes; 0 if there is no such file. */
function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true ? stats.size : 0;
}
