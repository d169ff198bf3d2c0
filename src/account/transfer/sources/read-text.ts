/** Reads an untrusted text file, whatever its encoding. */
import type { Pace } from '../../sync/slices.ts';
import { likelyEncodings } from './encodings.ts';
import { readBytes } from './read-bytes.ts';
import { UnreadableError } from './transfer-error.ts';

/** A note of 1 MiB takes 6 MiB with every character of its fields escaped; a larger file is not a note. */
const MOST_BYTES = 8 * 1024 * 1024;

export interface DecodedText {
  readonly text: string;
  /** A sentence about the encoding, if it had to be guessed; else null. */
  readonly remark: string | null;
}

/** @throws UnreadableError, what `bytes` throws, and what `pace` throws */
export async function readText(bytes: AsyncIterable<Uint8Array>, pace: Pace): Promise<DecodedText> {
  const whole = await readBytes(bytes, pace, MOST_BYTES);
  await pace();
  const decoded = decodeText(whole);
  await pace();
  return decoded;
}

/** @throws UnreadableError if it is no text */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = markedEncoding(bytes);
  if (marked !== null) return { text: new TextDecoder(marked).decode(bytes), remark: null };
  const wide = wideEncoding(bytes);
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), remark: `It was read as ${wide}.` };
  const text = decodeWhole('utf-8', bytes);
  if (text !== null) return { text, remark: null };
  // A text has no zeroes.
  if (bytes.includes(0)) throw new UnreadableError('Not text.');
  return decodeDamaged(bytes) ?? decodeByLanguage(bytes);
}

/** Windows still writes UTF-16, and says so in the first two bytes. */
function markedEncoding(bytes: Uint8Array): string | null {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : null;
}

/** In one of so many pairs of bytes of UTF-16, at least, there is a space, a line end, or a Latin letter. */
const PAIRS_PER_ZERO = 24;

/** UTF-16 without a mark: one byte of each Latin letter is zero, always the same one of the pair. */
function wideEncoding(bytes: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  if (bytes.length % 2 !== 0 || !bytes.includes(0) || isFrontMatter(bytes)) return null;
  const zeroes: [number, number] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0) zeroes[at % 2 === 0 ? 0 : 1] += 1;
  const [first, second] = zeroes;
  if (Math.min(first, second) > 0 || Math.max(first, second) * PAIRS_PER_ZERO * 2 < bytes.length) return null;
  const encoding = first > 0 ? 'UTF-16BE' : 'UTF-16LE';
  return decodeWhole(encoding, bytes) === null ? null : encoding;
}

/** A note of an export may have any characters, also zeroes. */
function isFrontMatter(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '---\n';
}

function decodeWhole(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes that are no characters in Windows-1252. */
const UNUSED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** UTF-8 with some damaged bytes: each costs one letter. Null if the text is rather in another encoding. */
function decodeDamaged(bytes: Uint8Array): DecodedText | null {
  const text = new TextDecoder().decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  const letters = text.match(/[^\0-\u007F\uFFFD]/gu)?.length ?? 0;
  const isNoCharacter = damaged === 1 && bytes.some((byte) => UNUSED.has(byte));
  if (letters < 4 * damaged && !isNoCharacter) return null;
  const remark = `It is text in UTF-8 with ${damaged} damaged ${damaged === 1 ? 'letter' : 'letters'}, shown as \uFFFD.`;
  return { text, remark };
}

/** Those that programs have written texts in, besides Unicode's and Windows-1252. */
const ENCODINGS = [
  ...[1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258].map((number) => `windows-${number}`),
  'ISO-8859-2',
  'KOI8-R',
  'IBM866',
  'Shift_JIS',
  'EUC-JP',
  'EUC-KR',
  'GB18030',
  'Big5',
];
/** Below this confidence, the letters are too few for a guess, unless the bytes are none of Windows-1252. */
const LEAST_CONFIDENCE = 0.02;

/** The likeliest encoding of the many with one byte or two for a letter. */
function decodeByLanguage(bytes: Uint8Array): DecodedText {
  const likely = likelyEncodings(bytes, ENCODINGS);
  const sureCount = likely.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE).length;
  const names = likely.map(({ encoding }) => encoding);
  for (const encoding of [...names.slice(0, sureCount), 'Windows-1252', ...names.slice(sureCount)]) {
    const text = decodeWhole(encoding, bytes);
    if (text !== null && !hasControls(text)) return { text, remark: `It was read as ${encoding}.` };
  }
  throw new UnreadableError('Not text, or text in an encoding that Inkling does not know.');
}

/** Whether the text has control characters besides white space and the end of a page. */
function hasControls(text: string): boolean {
  return /(?![\t\n\v\f\r])\p{Cc}/u.test(text);
}
