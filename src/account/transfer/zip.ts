/**
 * The JSON files of a zip archive that nobody vouches for. Nothing is ever written, so names that lead elsewhere are
 * harmless; sizes that an archive claims are not relied on, because whoever reads counts what really comes.
 */
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { messageOf } from '#shared/error.ts';
import { UnreadableError } from './transfer-error.ts';

export interface ZippedFile {
  /** Its path within the archive, with `/` between folders. */
  readonly name: string;
  /** @throws UnreadableError */
  read(): AsyncIterable<Uint8Array>;
}

export interface ZipArchive {
  /** @throws UnreadableError where the rest of the archive cannot be read */
  files(): AsyncIterable<ZippedFile>;
  close(): void;
}

/** @throws UnreadableError, and the file system's error */
export async function openZip(file: string): Promise<ZipArchive> {
  // Names are decoded here and sizes are checked here: yauzl would give up the whole archive for one that is wrong.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const archive = await openPromise(file, options).catch(giveUp);
  return {
    async *files() {
      try {
        for await (const entry of archive.eachEntry()) {
          const name = nameOf(entry);
          if (/\.json$/i.test(name)) yield { name, read: () => readEntry(archive, entry) };
        }
      } catch (error) {
        giveUp(error);
      }
    },
    close: () => archive.close(),
  };
}

function giveUp(error: unknown): never {
  throw new UnreadableError(`The archive is damaged or incomplete (${messageOf(error)}).`, { cause: error });
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

const STORED = 0;
const DEFLATED = 8;

async function* readEntry(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new UnreadableError('It is encrypted.');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new UnreadableError('It is packed in a way that Inkling does not know.');
  }
  let sum = 0;
  try {
    const stream = await archive.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw new UnreadableError(`It is damaged within the archive (${messageOf(error)}).`, { cause: error });
  }
  if (sum !== entry.crc32)
    throw new UnreadableError('It is damaged within the archive: its checksum is wrong.');
}
