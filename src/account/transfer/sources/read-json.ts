/** Reads an untrusted JSON file. `JSON.parse` has no limits, so a file is counted before it is parsed. */
import type { Pace } from '../../sync/slices.ts';
import { readBytes } from './read-bytes.ts';
import { decodeText } from './read-text.ts';
import { requireAtMost, requireDepthAtMost, UnreadableError } from './transfer-error.ts';

/**
 * A note of Google Keep is far smaller. Parsing this much blocks the thread for less than a tenth of a
 * second.
 */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_DEPTH = 64;
/**
 * Of values after a comma, and of arrays and objects: a value of two bytes in the file takes dozens in
 * memory.
 */
const MOST_VALUES = 200_000;

export interface ReadJson {
  readonly value: unknown;
  readonly remark: string | null;
  /** The length of its text, in UTF-16 units. */
  readonly units: number;
}

/** @throws UnreadableError, what `bytes` throws, and what `pace` throws */
export async function readJson(bytes: AsyncIterable<Uint8Array>, pace: Pace): Promise<ReadJson> {
  const { text, remark } = decodeText(await readBytes(bytes, pace, MOST_BYTES));
  await pace();
  refuseIfTooMuch(text);
  await pace();
  try {
    return { value: JSON.parse(text), remark, units: text.length };
  } catch (error) {
    throw new UnreadableError('Damaged or incomplete: not valid JSON.', { cause: error });
  }
}

function refuseIfTooMuch(text: string): void {
  let [depth, commas, containers, isInString] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ',') commas += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      containers += 1;
    } else if (character === ']' || character === '}') depth -= 1;
    requireDepthAtMost(depth, MOST_DEPTH);
    requireAtMost(Math.max(commas, containers), MOST_VALUES);
  }
}
