/**
 * Reads the files of an untrusted zip archive. Nothing is ever written under their names, so names that lead
 * elsewhere are harmless. Sizes that the archive claims are not relied on: the reader counts the actual
 * bytes.
 */
import { isUtf8 } from 'node:buffer';
import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import type { Pace } from '../../sync/slices.ts';
import { guessNameEncoding, type NameEncoding } from './name-encoding.ts';
import { isSystemError, UnreadableError } from './transfer-error.ts';

export interface ZippedFile {
  /** Its path within the archive, with `/` between folders. */
  readonly name: string;
  /** Its size, as the archive claims. */
  readonly bytes: number;
  /** When it was last changed, in milliseconds since the epoch; null if the archive does not say. */
  readonly changed: number | null;
  /**
   * Whether its bytes are also those of another file. Only a hostile archive has such files: they multiply
   * what it unpacks to.
   */
  readonly isOverlapping: boolean;
  /** @throws UnreadableError */
  read(): AsyncIterable<Uint8Array>;
}

export interface ZipArchive {
  /** How many files it lists, at most. */
  readonly count: number;
  /**
   * @param onGuess called with the encoding of its names, if that had to be guessed
   * @throws UnreadableError if the rest of the archive cannot be read
   */
  files(pace: Pace, onGuess: (encoding: string) => void): AsyncIterable<ZippedFile>;
  close(): void;
}

/**
 * @param file its path, or its content
 * @throws UnreadableError, and the file system's error
 */
export async function openZip(file: string | Buffer): Promise<ZipArchive> {
  // Names are decoded and sizes are checked here: yauzl would give up the whole archive for a single wrong
  // one.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const opened = typeof file === 'string' ? openPromise(file, options) : fromBufferPromise(file, options);
  const archive = await opened.catch(giveUp);
  return {
    count: archive.entryCount,
    async *files(pace, onGuess) {
      const entries: Entry[] = [];
      let damage: unknown = null;
      try {
        for await (const entry of archive.eachEntry()) {
          entries.push(entry);
          if (entries.length % ENTRIES_AT_ONCE === 0) await pace();
        }
      } catch (error) {
        damage = error;
      }
      await pace();
      const encoding = guessNameEncoding(entries.filter(isUnmarked).map(({ fileNameRaw }) => fileNameRaw));
      if (encoding !== null) onGuess(encoding.title);
      const overlapping = overlappingEntries(entries);
      for (const entry of entries) {
        const name = nameOf(entry, encoding);
        if (name.endsWith('/')) continue;
        const bytes = entry.uncompressedSize;
        const isOverlapping = overlapping.has(entry);
        yield {
          name,
          bytes,
          changed: changedAt(entry),
          isOverlapping,
          read: () => readEntry(archive, entry),
        };
      }
      if (damage !== null) giveUp(damage);
    },
    close: () => archive.close(),
  };
}

/** The disk's own errors stay what they are: the archive itself may be whole. */
function giveUp(error: unknown): never {
  if (isSystemError(error)) throw error;
  throw new UnreadableError('The archive is damaged or incomplete. Copy or download it again.', {
    cause: error,
  });
}

/** Entries that are listed without a pause. */
const ENTRIES_AT_ONCE = 64;
const LOCAL_HEADER_BYTES = 30;

/** Entries that begin before the one before them has ended. */
function overlappingEntries(entries: readonly Entry[]): ReadonlySet<Entry> {
  const overlapping = new Set<Entry>();
  let end = 0;
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) overlapping.add(entry);
    end = Math.max(end, start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize);
  }
  return overlapping;
}

const UTF8_NAME = 0x800;

/** An extra field with the name in UTF-8 (APPNOTE.TXT 4.6.9). */
const UTF8_NAME_FIELD = 0x7075;

/** Whether nothing says how the name is written. */
function isUnmarked({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): boolean {
  const isMarked = (generalPurposeBitFlag & UTF8_NAME) !== 0 || isUtf8(fileNameRaw);
  return !isMarked && !extraFields.some(({ id }) => id === UTF8_NAME_FIELD);
}

function nameOf(entry: Entry, encoding: NameEncoding | null): string {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  // A second byte of a letter may be a backslash, which is one between folders only when it is a letter itself.
  if (encoding !== null && isUnmarked(entry)) return encoding.decode(fileNameRaw).replaceAll('\\', '/');
  // macOS writes names in UTF-8 without the flag that says so. Names in another encoding are hardly ever
  // valid UTF-8.
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_NAME : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

function changedAt(entry: Entry): number | null {
  const time = entry.getLastModDate().getTime();
  // An archive without dates says 1980, the year in which zip's dates begin.
  return Number.isNaN(time) || time < FIRST_DATE ? null : time;
}

const FIRST_DATE = Date.UTC(1980, 0, 3);
const STORED = 0;
const DEFLATED = 8;

async function* readEntry(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new UnreadableError('Encrypted.');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new UnreadableError('Packed in a way that Inkling does not know.');
  }
  let sum = 0;
  try {
    for await (const chunk of unpack(archive, entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new UnreadableError('Damaged within the archive.', { cause: error });
  }
  if (sum !== entry.crc32) throw new UnreadableError('Damaged within the archive: its checksum is wrong.');
}

/** Bytes, packed and unpacked: nearly every note is smaller. */
const SMALL = { packed: 64 * 1024, unpacked: 1024 * 1024 } as const;

const LEAST_CHUNK_BYTES = 64;

/**
 * A small file is unpacked at once: a stream takes more memory and time than the note, and there are
 * thousands of them.
 */
async function* unpack(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const isSmall = entry.compressionMethod === DEFLATED && entry.compressedSize <= SMALL.packed;
  const unpacked = isSmall ? await unpackAtOnce(archive, entry) : null;
  if (unpacked !== null) yield unpacked;
  else yield* (await archive.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
}

/** Null if the file unpacks to more than a small note. */
async function unpackAtOnce(archive: ZipFile, entry: Entry): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  const packed = await archive.openReadStreamPromise(entry, { decodeFileData: false });
  for await (const chunk of packed as AsyncIterable<Uint8Array>) chunks.push(chunk);
  try {
    // No more memory than the file needs, if its claimed size is true.
    const chunkSize = Math.min(SMALL.packed, Math.max(LEAST_CHUNK_BYTES, entry.uncompressedSize + 1));
    return inflateRawSync(Buffer.concat(chunks), { maxOutputLength: SMALL.unpacked, chunkSize });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
