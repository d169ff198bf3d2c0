/** Recognises archives, and the parts of one archive: Google Takeout splits a large one. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { UnreadableError } from './transfer-error.ts';

const OTHERS = /\.(?:tar\.(?:gz|bz2|xz|zst)|tgz|tbz2?|txz|tar|gz|bz2|xz|7z|rar)$/i;
/** First bytes of archives, including those of an empty zip archive and of a part of one. */
const BEGINNINGS: readonly (readonly [string, 'zip' | 'other'])[] = [
  ['PK\u0003\u0004', 'zip'],
  ['PK\u0005\u0006', 'zip'],
  ['PK\u0007\u0008', 'zip'],
  ['\u001F\u008B', 'other'],
  ['7z\u00BC\u00AF\u0027\u001C', 'other'],
  ['Rar!\u001A\u0007', 'other'],
];
const MOST_BYTES = 8;

/** @throws UnreadableError if it is an archive of another kind */
export async function archiveOf(file: string): Promise<'zip' | null> {
  const ending = OTHERS.exec(file)?.[0];
  const kind = ending === undefined ? await kindOf(file) : 'other';
  if (kind !== 'other') return kind;
  const name = ending === undefined ? 'this kind' : `the kind ${ending.toLowerCase()}`;
  throw new UnreadableError(
    `Inkling reads .zip archives, but none of ${name}. Unpack it and import the folder, or choose .zip in Google Takeout.`,
  );
}

async function kindOf(file: string): Promise<'zip' | 'other' | null> {
  const bytes = Buffer.alloc(MOST_BYTES);
  const handle = await open(file, 'r');
  try {
    await handle.read(bytes, 0, MOST_BYTES);
  } finally {
    await handle.close();
  }
  const start = bytes.toString('latin1');
  const known = BEGINNINGS.find(([beginning]) => start.startsWith(beginning));
  return known?.[1] ?? (/\.zip$/i.test(file) ? 'zip' : null);
}

const PART = /^(takeout-.*-)(\d{3})\.zip$/i;

/** The beginning of the name that all parts of one archive share; null for an archive that is not a part. */
export function seriesOf(file: string): string | null {
  return PART.exec(path.basename(file))?.[1] ?? null;
}

/** Names of the missing parts below the highest part of each archive. */
export function missingParts(archives: readonly string[]): string[] {
  const series = new Map<string, Set<number>>();
  for (const archive of archives) {
    const [, name, digits] = PART.exec(path.basename(archive)) ?? [];
    if (name === undefined) continue;
    series.set(name, (series.get(name) ?? new Set()).add(Number(digits)));
  }
  return [...series].flatMap(([name, parts]) =>
    Array.from({ length: Math.max(...parts) }, (_, index) => index + 1)
      .filter((part) => !parts.has(part))
      .map((part) => `${name}${String(part).padStart(3, '0')}.zip`),
  );
}
