/**
 * Names in zip archives of older systems are in the code page of the system, and the archive does not say in
 * which. All names of an archive are in the same one, so it is guessed from all of them together.
 */
import { likelyEncodings } from './encodings.ts';

export interface NameEncoding {
  /** As people write it. */
  readonly title: string;
  decode(name: Uint8Array): string;
}

/** The code page of the first PCs, which is that of a zip archive if nothing else is known. */
const FIRST_PC = 'cp437';
const CODE_PAGES = [FIRST_PC, 'Shift_JIS', 'GB18030', 'EUC-KR', 'Big5', 'IBM866', 'windows-1251'];

/**
 * @param names those that the archive does not mark as UTF-8
 * @returns null for the code page of the first PCs
 */
export function guessNameEncoding(names: readonly Uint8Array[]): NameEncoding | null {
  const lines = names.flatMap((name) => [name, Buffer.from('\n')]);
  const [likeliest] = likelyEncodings(Buffer.concat(lines), CODE_PAGES);
  const title = likeliest?.encoding;
  if (title === undefined || title === FIRST_PC || title === 'Windows-1252') return null;
  const decoder = new TextDecoder(title);
  return { title, decode: (name) => decoder.decode(name) };
}
