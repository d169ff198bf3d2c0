/**
 * Search by the index, exactly as `#shared/search.ts` defines it: the index says which notes may match, and whoever it
 * does not decide is looked at itself. All work comes in steps, so that it can stop and go on anywhere: those of a
 * question take well under a millisecond, those of indexing as a rule less than 20; what must belong together is one.
 */
import { fold } from '#shared/search.ts';
import type { Found, Question } from './ask.ts';
import { hasBit } from './bits.ts';
import { type Blocks, createBlocks } from './blocks.ts';
import { type BlockBuilder, createBlockBuilder } from './block-builder.ts';
import { createEntries, type Entries } from './entries.ts';
import type { IndexFile } from './index-file.ts';
import { createKnownTexts, foldedFields } from './known-texts.ts';
import { createMatches, type Matches } from './matches.ts';
import type { NoteSource } from './note-source.ts';
import { bytesOf, fieldsOf, wordsOf } from './words.ts';

/** What is found so far. */
export interface Partly extends Found {
  /** How many notes may match, too, and nobody has looked at them yet. */
  readonly open: number;
}

export interface Search {
  /**
   * Answers a question. Between two steps anything may happen to the notes; each step yields what is found so far, and the
   * last one what there is. A step may be the last that somebody waits for: `found.keys` then are the newest ones.
   */
  find(question: Question): Generator<Partly, Found>;
  /** Indexes what is not indexed yet, block by block; returns after the last one. Yields the last change of each. */
  build(): Generator<number | null, void>;
  /** Whether so much is not indexed that it slows search down. */
  needsBuild(): boolean;
  /** Reads what will be looked at with every search. */
  warm(): Generator<null, void>;
  /** Whether more of the index is about notes that are gone than about those that are there: worth making anew. */
  isWorn(): boolean;
}

/** How many notes a block has at least and at most. Those that are in none are searched in a millisecond. */
const BLOCK_NOTES = { from: 1024, most: 16_384 };
const UNINDEXED_UNITS = 1_000_000;
/** So much text is enough for a block, in UTF-16 units. */
const BLOCK_UNITS = 12_000_000;
/** So many that are gone are no reason to make the index anew. */
const WORN_NOTES = 8192;
/** Answers that are kept, for narrowing and for the way back. */
const KEPT = 24;
/** Fewer entries than this are sorted by date; more are met in the order of all notes. */
const FEW = 1024;
/** Notes between two steps of a walk. */
const STEP_NOTES = 4096;

/** @param blockNotes multiples of 8; for tests */
export function createSearch(source: NoteSource, file: IndexFile, blockNotes = BLOCK_NOTES): Search {
  const stored = file.blocks();
  const blocks: Blocks = createBlocks(
    file,
    stored.map(({ length }) => length),
  );
  const entries: Entries = createEntries(source, stored, file.through());
  const texts = createKnownTexts();
  let kept: Matches[] = [];

  /** Whether an entry's words have the folded query. */
  function looker(folded: string): (entry: number) => boolean {
    const isIn = (field: string): boolean => field.includes(folded);
    const bytes = bytesOf(folded);
    return (entry) => {
      if (entry >= blocks.entries) return unindexedText(entry).some(isIn);
      if (bytes !== null) return file.hasBytes(entry, bytes);
      const words = file.words(entry);
      return words !== null && fieldsOf(words).some(isIn);
    };
  }

  function unindexedText(entry: number): readonly string[] {
    return texts.get(entry, () => source.fieldsOf(entries.keyOf(entry)));
  }

  /** The most recently used last. */
  function matchesOf(folded: string): Matches {
    const known = kept.find((matches) => matches.folded === folded);
    const within = (matches: Matches): boolean => folded.includes(matches.folded);
    const matches = known ?? createMatches(folded, blocks, entries.count, kept.filter(within));
    kept = [...kept.filter((other) => other !== matches), matches].slice(-KEPT);
    matches.extend(entries.count);
    return matches;
  }

  function* find({ list, query, offset, limit }: Question): Generator<Partly, Found> {
    entries.follow();
    const folded = fold(query);
    const hasQuery = looker(folded);
    const matches = matchesOf(folded);
    const among = entries.among(list);
    const few = matches.few(among, FEW);
    const keys: number[] = [];
    let { matching, open } = matches.count(among);
    let place = 0;
    let passed = 0;
    for (const entry of few === null ? entries.order() : entries.sorted(few)) {
      // The page is full, and the rest is known.
      if (open === 0 && (keys.length === limit || place === matching)) break;
      passed += 1;
      if (passed % STEP_NOTES === 0) yield { keys, total: matching, counted: false, open };
      if (!hasBit(among, entry)) continue;
      let verdict = matches.verdict(entry);
      if (verdict === null) {
        verdict = hasQuery(entry);
        matches.decide(entry, verdict);
        open -= 1;
        if (verdict) matching += 1;
        yield { keys, total: matching, counted: false, open };
      }
      if (!verdict) continue;
      if (place >= offset && keys.length < limit) keys.push(entries.keyOf(entry));
      place += 1;
    }
    return { keys, total: matching, counted: true };
  }

  /** One block of the entries that come after those indexed: all of it, or nothing. */
  function* buildBlock(most: number): Generator<number | null, void> {
    const builder = createBlockBuilder();
    try {
      yield* file.begin(blocks.count, blocks.entries);
      const keys = Float64Array.from(yield* addNotes(builder, most));
      for (const one of builder.postings(keys.length)) {
        if (one !== null) file.add(blocks.count, one.gram, one.postings);
        yield null;
      }
      const through = entries.throughBefore(blocks.entries + keys.length);
      file.end(blocks.count, keys, through);
      blocks.append(keys.length);
      texts.forget();
      yield through;
    } finally {
      file.giveUp();
    }
  }

  /** @returns keys of the block's notes, a multiple of 8; 0 for those that are gone */
  function* addNotes(builder: BlockBuilder, most: number): Generator<null, number[]> {
    const keys: number[] = [];
    let units = 0;
    while (keys.length < most && (units < BLOCK_UNITS || keys.length % 8 !== 0)) {
      const entry = blocks.entries + keys.length;
      const key = entries.isAlive(entry) ? entries.keyOf(entry) : 0;
      const folded = key === 0 ? [] : foldedFields(source.fieldsOf(key));
      builder.add(keys.length, folded);
      file.addWords(entry, wordsOf(folded));
      units += folded.reduce((sum, { length }) => sum + length, 0);
      keys.push(key);
      yield null;
    }
    return keys;
  }

  function unindexed(): number {
    return entries.count - blocks.entries;
  }

  function needsBuild(): boolean {
    entries.follow();
    return unindexed() >= (texts.units > UNINDEXED_UNITS ? 8 : blockNotes.from);
  }

  return {
    find,
    needsBuild,
    *build() {
      while (needsBuild()) {
        const size = Math.min(blockNotes.most, unindexed());
        yield* buildBlock(size - (size % 8));
      }
    },
    *warm() {
      for (let entry = blocks.entries; entry < entries.count; entry += 1) {
        if (entries.isAlive(entry)) unindexedText(entry);
        yield null;
      }
    },
    isWorn: () => entries.dead > entries.count / 2 + WORN_NOTES,
  };
}
