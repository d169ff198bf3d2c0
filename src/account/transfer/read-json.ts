/** Reads a file of JSON whose source nobody vouches for. */
import { createJsonPieces } from './json-pieces.ts';
import type { Pace } from './pace.ts';
import { UnreadableError } from './unreadable.ts';

export interface JsonFile {
  /** The outermost value; where it has an array `notes`, that one is empty here. */
  readonly root: unknown;
  /** The elements of `notes`; `undefined` stands for one that is no JSON. */
  readonly notes: readonly unknown[];
}

/** How much an import may still read; what a hostile archive unfolds to must not fill the memory. */
export interface Budget {
  bytes: number;
}

/** @throws UnreadableError, what the stream throws, and what the pace throws */
export async function readJson(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  pace: Pace,
): Promise<JsonFile> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces = createJsonPieces();
  const notes: unknown[] = [];

  async function take(text: string): Promise<void> {
    for (const piece of pieces.push(text)) {
      // An error for each of a million takes long.
      notes.push(piece === '' ? undefined : parseOrUndefined(piece));
      await pace();
    }
  }

  for await (const chunk of bytes) {
    budget.bytes -= chunk.byteLength;
    if (budget.bytes < 0) throw new UnreadableError('Too much was read before it for one import.');
    await take(decode(decoder, chunk));
    await pace();
  }
  await take(decode(decoder));
  const root = parseOrUndefined(pieces.end());
  if (root === undefined) throw new UnreadableError('It is damaged or incomplete: it is not valid JSON.');
  return { root, notes };
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw new UnreadableError('It is not text in UTF-8.', { cause: error });
  }
}

/** No JSON text means `undefined`. */
function parseOrUndefined(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
