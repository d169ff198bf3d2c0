/** Recognises archives, and the parts of one archive: Google Takeout splits a large one. */
import path from 'node:path';

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
/** The mark of a tar archive is in the middle of its first header. */
const TAR_MARK = { at: 257, text: 'ustar' } as const;

/** @param beginning of the file, a character for each byte */
export function isZip(file: string, beginning: string): boolean {
  const format = BEGINNINGS.find(([start]) => beginning.startsWith(start))?.[1];
  return format === 'zip' || (format === undefined && /\.zip$/i.test(file));
}

/** What to do with an archive of another kind; null if the file is none. */
export function otherArchive(file: string, beginning: string): string | null {
  const isOther = BEGINNINGS.some(([start, kind]) => kind === 'other' && beginning.startsWith(start));
  const ending = OTHERS.exec(file)?.[0];
  if (!isOther && ending === undefined && !beginning.startsWith(TAR_MARK.text, TAR_MARK.at)) return null;
  const name = ending === undefined ? 'this kind' : `the kind ${ending.toLowerCase()}`;
  return `Inkling reads .zip archives, but none of ${name}. Unpack it and import the folder, or choose .zip in Google Takeout.`;
}

const PART = /^(takeout-.*-)(\d{3})\.zip$/i;

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
