/** Reads an untrusted JSON file. `JSON.parse` has no limits, so a file is counted before it is parsed. */
import type { Pace } from '../sync/slices.ts';
import { type Budget, readBytes } from './read-bytes.ts';
import { UnreadableError } from './transfer-error.ts';

/** A note of Google Keep is far smaller. Parsing this much blocks the thread for less than a tenth of a second. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_DEPTH = 64;
/** A value of two bytes in the file takes dozens in memory. */
const MOST_VALUES = 200_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** @throws UnreadableError, what `bytes` throws, and what `pace` throws */
export async function readJson(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  pace: Pace,
): Promise<unknown> {
  return parseJson(await readBytes(bytes, budget, pace, MOST_BYTES));
}

/** @throws UnreadableError */
function parseJson(bytes: Uint8Array): unknown {
  refuseIfTooMuch(bytes);
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableError('It is damaged or incomplete: it is not valid JSON.', { cause: error });
  }
}

/** Each comma counts as a value: an object or an array without a comma is hardly more than its two marks. */
function refuseIfTooMuch(bytes: Uint8Array): void {
  let [depth, values, isInString] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > MOST_DEPTH) throw new UnreadableError('It is nested more deeply than any note.');
    if (values > MOST_VALUES) throw new UnreadableError('It holds more than any note.');
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnreadableError('It is not text in UTF-8.', { cause: error });
  }
}
