/**
 * Reads an untrusted JSON file, one chunk at a time. A file of a hundred thousand notes never blocks the thread, and a
 * file that is not one of ours, or holds more than ours can, is given up early, however large it is.
 */
import { JSONParser, TokenType } from '@streamparser/json';
import type { Pace } from '../sync/slices.ts';
import { UnreadableError } from './transfer-error.ts';

export interface JsonFile {
  /** The outermost value; if the file is damaged, as far as it was read. */
  readonly root: unknown;
  /** The elements of its array `notes`. */
  readonly notes: readonly unknown[];
  /** Why nothing after these notes could be read, as a sentence; null if the whole file was read. */
  readonly damage: string | null;
}

/** How much an import may still read, so that what a hostile archive unpacks to cannot fill the memory. */
export interface Budget {
  bytes: number;
}

/** @throws UnreadableError if nothing is left: ask before a file is unpacked */
export function checkBudget({ bytes }: Budget): void {
  if (bytes < 0) throw new UnreadableError('Too much was read before it for one import.');
}

/** Besides the notes of an export, a file holds at most one note of Google Keep, which is far smaller. */
const MOST_REST_BYTES = 4 * 1024 * 1024;
/** A document of 1 MiB takes 6 MiB with every character escaped. */
const MOST_NOTE_BYTES = 8 * 1024 * 1024;
const MOST_DEPTH = 64;
/**
 * Maximum number of values in one note, and in everything besides notes, because a value of two bytes in the file takes
 * dozens in memory. Also the maximum number of notes, ten times what the app is made for.
 */
const MOST_VALUES = 1_000_000;
/** The parser decodes strings in blocks of this size. Without a size it decodes each run of characters by itself, which takes twice as long. */
const STRING_BLOCK_BYTES = 64 * 1024;
/** Smaller files may be parsed at once. */
const SMALL_BYTES = 64 * 1024;
const BRACKET = 0x5b;
const BRACE = 0x7b;

class NotJsonError extends UnreadableError {}

/** @throws UnreadableError, what `bytes` throws, and what `pace` throws */
export async function readJson(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  pace: Pace,
): Promise<JsonFile> {
  const chunks = countBytes(bytes, budget, pace);
  const start = await readStart(chunks);
  const simple = start.isWhole ? parseSimple(Buffer.concat(start.chunks)) : undefined;
  if (simple !== undefined) return { root: simple, notes: notesOf(simple), damage: null };
  return parseInParts(start.chunks, chunks);
}

async function* countBytes(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  pace: Pace,
): AsyncGenerator<Uint8Array> {
  checkBudget(budget);
  for await (const chunk of bytes) {
    budget.bytes -= chunk.byteLength;
    checkBudget(budget);
    yield chunk;
    await pace();
  }
}

interface Start {
  readonly chunks: readonly Uint8Array[];
  readonly isWhole: boolean;
}

/** Reads as much as a small file can hold. */
async function readStart(bytes: AsyncGenerator<Uint8Array>): Promise<Start> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size <= SMALL_BYTES) {
    const { done, value } = await bytes.next();
    if (done === true) return { chunks, isWhole: true };
    chunks.push(value);
    size += value.byteLength;
  }
  return { chunks, isWhole: false };
}

/**
 * Parses a small file with `JSON.parse`, which takes a tenth of the time and memory: nearly all small files are notes
 * of Keep, thousands of them. `JSON.parse` has no limits, so it gets only what cannot be nested deeply.
 * @returns undefined for a file that must be parsed in parts, because it may be nested deeply or is not valid
 */
function parseSimple(bytes: Buffer): unknown {
  let opened = 0;
  for (const byte of bytes) if (byte === BRACKET || byte === BRACE) opened += 1;
  if (opened > MOST_DEPTH) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function notesOf(root: unknown): readonly unknown[] {
  const notes: unknown = typeof root === 'object' && root !== null && 'notes' in root ? root.notes : [];
  return Array.isArray(notes) ? notes : [];
}

async function parseInParts(
  start: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): Promise<JsonFile> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = createParser();
  try {
    for (const chunk of start) parser.write(decode(decoder, chunk));
    for await (const chunk of rest) parser.write(decode(decoder, chunk));
    parser.write(decode(decoder));
    parser.end();
    return { ...parser.read, damage: null };
  } catch (error) {
    if (!(error instanceof NotJsonError) || parser.read.notes.length === 0) throw error;
    return { ...parser.read, damage: error.message };
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new UnreadableError('It is not text in UTF-8.', { cause: error });
  }
}

function createParser() {
  const read: { root: unknown; readonly notes: unknown[] } = { root: undefined, notes: [] };
  const limits = createLimits();
  const parser = new JSONParser({ paths: ['$', '$.notes.*'], stringBufferSize: STRING_BLOCK_BYTES });
  parser.onToken = (token) => limits.addToken(token);
  parser.onValue = ({ value, parent, stack }) => {
    if (Array.isArray(parent) && stack.length === 2) read.notes.push(value);
    // The outermost value itself comes last, and not at all if the file is damaged.
    read.root = stack[1]?.value ?? value;
  };

  return {
    read,
    write(text: string): void {
      attempt(() => parser.write(text));
      limits.addText(text);
    },
    end: () =>
      attempt(() => {
        if (!parser.isEnded) parser.end();
        if (read.root === undefined) throw new Error('The file is empty');
      }),
  };
}

/** @throws UnreadableError in place of the parser's own errors */
function attempt(parse: () => void): void {
  try {
    parse();
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new NotJsonError('It is damaged or incomplete: it is not valid JSON.', { cause: error });
  }
}

/** Counts what a file holds. Its functions throw an UnreadableError if that is more than notes can hold. */
function createLimits() {
  const rest = { bytes: 0, values: 0, most: MOST_REST_BYTES, reason: 'It is larger than any note.' };
  const note = {
    bytes: 0,
    values: 0,
    most: MOST_NOTE_BYTES,
    reason: 'It holds a note that is larger than the cloud takes.',
  };
  /** What the bytes from `countedTo` on belong to. */
  let part = rest;
  let countedTo = 0;
  let written = 0;
  let depth = 0;
  /** Of the outermost object: the last string, and the last one that was a key. */
  let lastString: unknown = null;
  let key: unknown = null;
  let notes = 0;

  function countTo(offset: number): void {
    part.bytes += offset - countedTo;
    countedTo = offset;
    if (part.bytes > part.most) throw new UnreadableError(part.reason);
  }

  function beginNote(offset: number): void {
    countTo(offset);
    part = note;
    note.bytes = 0;
    note.values = 0;
    notes += 1;
    if (notes > MOST_VALUES) throw new UnreadableError('It holds more than a million notes.');
  }

  function open(token: TokenType, offset: number): void {
    depth += 1;
    if (depth > MOST_DEPTH) throw new UnreadableError('It is nested more deeply than any note.');
    if (depth === 2 && token === TokenType.LEFT_BRACKET && key === 'notes') beginNote(offset);
  }

  function close(offset: number): void {
    depth -= 1;
    if (depth > 1) return;
    countTo(offset);
    part = rest;
  }

  /** Each comma counts as a value: an object or an array without a comma is hardly more than its two marks. */
  function addComma(offset: number): void {
    if (part === note && depth === 2) return beginNote(offset);
    part.values += 1;
    if (part.values > MOST_VALUES) throw new UnreadableError(part.reason);
  }

  return {
    addToken({ token, value, offset }: { token: TokenType; value: unknown; offset: number }): void {
      switch (token) {
        case TokenType.LEFT_BRACE:
        case TokenType.LEFT_BRACKET:
          return open(token, offset);
        case TokenType.RIGHT_BRACE:
        case TokenType.RIGHT_BRACKET:
          return close(offset);
        case TokenType.COMMA:
          return addComma(offset);
        case TokenType.STRING:
          if (depth === 1) lastString = value;
          return;
        case TokenType.COLON:
          if (depth === 1) key = lastString;
          return;
        default:
      }
    },
    /** To be called when all tokens of the text were added. */
    addText(text: string): void {
      written += Buffer.byteLength(text);
      countTo(written);
    },
  };
}
