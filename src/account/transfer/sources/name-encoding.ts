/**
 * Names in zip archives of older systems are in the code page of the system, and the archive does not say in
 * which. All names of an archive are in the same one, so it is guessed over all of them: by how many of their
 * bytes are common letters in it.
 */

export interface NameEncoding {
  /** As people call it. */
  readonly title: string;
  decode(name: Uint8Array): string;
}

interface Candidate {
  /** Known to `TextDecoder`; null for the code page of the first PCs, which is not. */
  readonly label: string | null;
  readonly title: string;
  /**
   * Between -1 and 1: how likely these bytes are in a name.
   * @param second the second byte of the letter; NaN if it has one
   */
  readonly likeliness: (first: number, second: number) => number;
  /** Whether the byte is a small letter, of an alphabet that has capitals. */
  readonly isSmall?: (byte: number) => boolean;
  /** Whether the byte is the first of two. */
  readonly isLead: (byte: number) => boolean;
}

const within = (value: number, from: number, to: number): boolean => value >= from && value <= to;
const never = (): boolean => false;

/** A letter of the two halves of GB 2312, EUC-KR or Big5 that hold the common and the rare ones. */
const byHalves =
  (common: readonly [number, number], rare: readonly [number, number], leastSecond: number) =>
  (first: number, second: number): number => {
    if (second < leastSecond) return 0;
    return within(first, ...common) ? 1 : within(first, ...rare) ? 0.4 : 0;
  };

function inShiftJis(first: number, second: number): number {
  if (Number.isNaN(second)) return 0.1;
  const letter = first * 256 + second;
  const isKana = within(letter, 0x829f, 0x82f1) || within(letter, 0x8340, 0x8396);
  // The marks for a long vowel and for a repeated letter.
  if (isKana || letter === 0x815b || letter === 0x8158) return 1;
  return within(letter, 0x889f, 0x9872) ? 0.9 : letter > 0x9872 ? 0.4 : 0;
}

/** In the order in which equally likely ones are taken. */
const CANDIDATES: readonly Candidate[] = [
  {
    label: null,
    title: 'IBM 437',
    likeliness: (byte) => (within(byte, 0x80, 0xa5) || byte === 0xe1 ? 0.8 : -0.5),
    isLead: never,
  },
  {
    label: 'shift_jis',
    title: 'Shift_JIS',
    likeliness: inShiftJis,
    isLead: (byte) => within(byte, 0x81, 0x9f) || within(byte, 0xe0, 0xfc),
  },
  {
    label: 'gbk',
    title: 'GBK',
    likeliness: byHalves([0xb0, 0xd7], [0xd8, 0xf7], 0xa1),
    isLead: (byte) => byte > 0x80,
  },
  {
    label: 'euc-kr',
    title: 'EUC-KR',
    likeliness: (first, second) => byHalves([0xb0, 0xc8], [0xca, 0xfd], 0xa1)(first, second) / 0.95,
    isLead: (byte) => byte > 0x80,
  },
  {
    label: 'big5',
    title: 'Big5',
    likeliness: (first, second) => byHalves([0xa4, 0xc6], [0xc9, 0xf9], 0x40)(first, second) * 0.95,
    isLead: (byte) => byte > 0x80,
  },
  {
    label: 'ibm866',
    title: 'IBM 866',
    likeliness: (byte) => (within(byte, 0x80, 0xaf) || within(byte, 0xe0, 0xf1) ? 1 : -0.5),
    isSmall: (byte) => within(byte, 0xa0, 0xaf) || within(byte, 0xe0, 0xef) || byte === 0xf1,
    isLead: never,
  },
  {
    label: 'windows-1251',
    title: 'Windows-1251',
    likeliness: (byte) => (byte >= 0xc0 || byte === 0xa8 || byte === 0xb8 ? 1 : -0.5),
    isSmall: (byte) => byte >= 0xe0 || byte === 0xb8,
    isLead: never,
  },
];

/** Bytes of the names that are looked at. */
const MOST_BYTES = 64 * 1024;

/** @returns null if the names are in the code page of the first PCs, or if there are none */
export function guessNameEncoding(names: readonly Uint8Array[]): NameEncoding | null {
  const looked: Uint8Array[] = [];
  let bytes = 0;
  for (const name of names) {
    if (bytes + name.length > MOST_BYTES) break;
    bytes += name.length;
    looked.push(name);
  }
  const scores = CANDIDATES.map((candidate) => ({ candidate, score: scoreOf(looked, candidate) }));
  const { candidate } = scores.reduce((best, next) => (next.score > best.score ? next : best));
  if (candidate.label === null || looked.length === 0) return null;
  const decoder = new TextDecoder(candidate.label);
  return { title: candidate.title, decode: (name) => decoder.decode(name) };
}

/** The mean likeliness of the bytes that are not ASCII; -1 if a name is not in this encoding. */
function scoreOf(names: readonly Uint8Array[], candidate: Candidate): number {
  let [sum, count] = [0, 0];
  for (const name of names) {
    if (!isValid(name, candidate.label)) return -1;
    for (let at = 0; at < name.length; at += 1) {
      const first = name[at] ?? 0;
      if (first < 0x80) continue;
      const length = candidate.isLead(first) ? 2 : 1;
      const second = length === 2 ? (name[at + 1] ?? 0) : Number.NaN;
      const besideLatin = isLatin(name[at - 1]) || isLatin(name[at + length]);
      const previous = name[at - 1] ?? 0;
      const { isSmall } = candidate;
      // A capital hardly ever follows a small letter.
      const isCapitalInWord = isSmall?.(previous) === true && !isSmall(first);
      const likeliness = isCapitalInWord ? -1 : candidate.likeliness(first, second);
      sum += length * beside(candidate, likeliness, besideLatin);
      count += length;
      at += length - 1;
    }
  }
  return count === 0 ? -1 : sum / count;
}

/** Names with a Latin alphabet have single letters with accents among others; all other ones have them rarely. */
function beside({ label }: Candidate, likeliness: number, besideLatin: boolean): number {
  if (label === null) return besideLatin || likeliness < 0 ? likeliness : -0.3;
  return besideLatin ? likeliness - 0.6 : likeliness;
}

function isValid(name: Uint8Array, label: string | null): boolean {
  if (label === null) return true;
  try {
    new TextDecoder(label, { fatal: true }).decode(name);
    return true;
  } catch {
    return false;
  }
}

function isLatin(byte: number | undefined): boolean {
  return byte !== undefined && /[A-Za-z]/.test(String.fromCharCode(byte));
}
