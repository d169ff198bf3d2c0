/**
 * Realistic notes from a seed: words by Zipf's law in several scripts, lengths from one word to 50 kB, lists,
 * addresses, emoji, years of dates. The same seed gives the same notes in the same order, and a longer run
 * starts with the shorter one, so that figures of different days and sizes can be compared.
 */
import type { NoteContent, NoteFlags, NoteId } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { createRandom, type Random } from '#tests/fuzz/random.ts';
import { createVocabulary, SCRIPTS, type Vocabulary } from './vocabulary.ts';

export interface RealisticNote extends NoteContent, NoteFlags {
  readonly id: NoteId;
  /** Milliseconds since the epoch. Notes come oldest first, no two at the same time. */
  readonly createdAt: number;
}

const FIRST_DAY = Date.UTC(2019, 0, 1);
const MOST_MINUTES_BETWEEN = 60;
const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const MAX_TEXT_BYTES = 50_000;

/** Number of words, and how many notes in a thousand have that many. */
const LENGTHS = [
  { share: 60, from: 1, to: 1 },
  { share: 340, from: 2, to: 12 },
  { share: 450, from: 12, to: 100 },
  { share: 144, from: 100, to: 700 },
  { share: 5, from: 700, to: 4_000 },
  { share: 1, from: 9_000, to: 12_000 },
] as const;

function* realisticNotes(seed = 1): Generator<RealisticNote, never> {
  const random = createRandom(seed);
  const vocabularies = SCRIPTS.map((script) => createVocabulary(script, createRandom(seed + 1)));
  let createdAt = FIRST_DAY;
  for (;;) {
    const vocabulary = choose(random, vocabularies);
    createdAt += random.integer(1, MOST_MINUTES_BETWEEN * 60_000);
    yield {
      id: idFrom(random),
      title: random.oneIn(3) ? '' : words(random, vocabulary, random.integer(1, 6)),
      text: textOf(random, vocabulary),
      isArchived: random.oneIn(6),
      isDeleted: random.oneIn(20),
      createdAt,
    };
  }
}

/** The first `count` notes of a seed. */
export function manyRealisticNotes(count: number, seed?: number): RealisticNote[] {
  return realisticNotes(seed).take(count).toArray();
}

function textOf(random: Random, vocabulary: Vocabulary): string {
  const { from, to } = choose(random, LENGTHS);
  const count = random.integer(from, to);
  if (count < 4) return words(random, vocabulary, count);
  const parts: string[] = [];
  const isList = random.oneIn(5);
  for (let remaining = count; remaining > 0;) {
    const length = Math.min(remaining, random.integer(3, isList ? 6 : 18));
    parts.push(isList ? `- ${words(random, vocabulary, length)}\n` : sentence(random, vocabulary, length));
    remaining -= length;
  }
  return clipped(parts.join('').trimEnd());
}

/** The text, cut to at most MAX_TEXT_BYTES without splitting a character. */
function clipped(text: string): string {
  const bytes = Buffer.from(text);
  return bytes.length <= MAX_TEXT_BYTES
    ? text
    : bytes.toString('utf8', 0, MAX_TEXT_BYTES).replace(/\uFFFD$/, '');
}

function sentence(random: Random, vocabulary: Vocabulary, length: number): string {
  if (random.oneIn(60)) return `https://example.com/${words(random, vocabulary, 2).replaceAll(' ', '-')}\n`;
  const end = random.oneIn(6) ? '\n' : ' ';
  const mark = random.oneIn(40) ? ` ${random.pick(EMOJI)}` : vocabulary.stop;
  return `${words(random, vocabulary, length)}${mark}${end}`;
}

const EMOJI = ['🙂', '🎉', '👩🏽‍🚀', '☕', '❤️', '🇩🇪'] as const;

function words(random: Random, { words: known, space }: Vocabulary, count: number): string {
  const chosen: string[] = [];
  for (let index = 0; index < count; index += 1) chosen.push(known[zipf(random, known.length)] ?? '');
  return chosen.join(space);
}

/**
 * Draws a rank r from 0 on with a weight of 1/(r + 1), by inverting the logarithm of their sum.
 */
function zipf(random: Random, count: number): number {
  const uniform = random.integer(0, 0x3fff_ffff) / 0x4000_0000;
  return Math.floor((count + 1) ** uniform) - 1;
}

function idFrom(random: Random): NoteId {
  const id = Array.from({ length: 20 }, () => ID_ALPHABET.charAt(random.integer(0, 61))).join('');
  if (!isNoteId(id)) throw new Error('The alphabet makes invalid ids');
  return id;
}

/** Draws one of the items by their shares. */
function choose<Item extends { readonly share: number }>(random: Random, items: readonly Item[]): Item {
  let at = random.integer(
    1,
    items.reduce((sum, { share }) => sum + share, 0),
  );
  for (const item of items) {
    at -= item.share;
    if (at <= 0) return item;
  }
  throw new RangeError('Nothing to choose from');
}
