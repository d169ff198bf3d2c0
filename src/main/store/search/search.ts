/**
 * Search by the index, exactly as `#shared/search.ts` defines it: the index says which notes may match, and whoever it
 * does not decide is looked at itself. All work comes in steps of well under a millisecond, as a rule, so that it can stop
 * and go on anywhere; only what must belong together is done in one.
 */
import { fold } from '#shared/search.ts';
import type { Found, Question } from './ask.ts';
import { BLOCK_SIZE, type Blocks, createBlocks } from './blocks.ts';
import { createBlockBuilder } from './block-builder.ts';
import { createEntries, type Entries, numberOf } from './entries.ts';
import type { IndexFile } from './index-file.ts';
import { createKnownTexts, foldedFields } from './known-texts.ts';
import { createMatches, type Matches } from './matches.ts';
import type { NoteSource } from './note-source.ts';

export interface Search {
  /**
   * Answers a question. Between two steps anything may happen to the notes; each step yields what is found so far, and the
   * last one what there is. A step may be the last that somebody waits for: `found.keys` then are the newest ones.
   */
  find(question: Question): Generator<Found, Found>;
  /** Indexes what is not indexed yet, block by block; returns after the last one. Yields the last change of each. */
  build(): Generator<number | null, void>;
  /** Whether so much is not indexed that it slows search down. */
  needsBuild(): boolean;
  /** Reads what will be looked at with every search. */
  warm(): Generator<null, void>;
  /** Whether more of the index is about notes that are gone than about those that are there: worth making anew. */
  isWorn(): boolean;
}

/** So many notes that are not indexed are searched in a millisecond. */
const BLOCK_FROM = 1024;
const UNINDEXED_UNITS = 1_000_000;
/** Answers that are kept, for narrowing and for the way back. */
const KEPT = 24;
/** Notes between two steps of a walk, where they are decided already and where they are not. */
const STEP_NOTES = 4096;

/** @param blockFrom how many notes make a block at least; for tests */
export function createSearch(source: NoteSource, file: IndexFile, blockFrom = BLOCK_FROM): Search {
  const stored = file.blocks();
  const blocks: Blocks = createBlocks(
    file,
    stored.map(({ length }) => length),
  );
  const entries: Entries = createEntries(source, stored, file.through());
  const texts = createKnownTexts();
  let kept: Matches[] = [];

  function textsOf(entry: number): readonly string[] {
    const read = () => source.fieldsOf(entries.keyOf(entry));
    return entry < blocks.entries ? foldedFields(read()) : texts.get(entry, read);
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

  function* find({ list, query, offset, limit }: Question): Generator<Found, Found> {
    entries.follow();
    const wanted = fold(query);
    const matches = matchesOf(wanted);
    const number = numberOf(list);
    const keys: number[] = [];
    let total = 0;
    let passed = 0;
    for (const entry of entries.order()) {
      passed += 1;
      if (passed % STEP_NOTES === 0) yield { keys, total, counted: false };
      if (!entries.isIn(entry, number)) continue;
      let verdict = matches.verdict(entry);
      if (verdict === null) {
        verdict = textsOf(entry).some((text) => text.includes(wanted));
        matches.decide(entry, verdict);
        yield { keys, total, counted: false };
      }
      if (!verdict) continue;
      if (total >= offset && keys.length < limit) keys.push(entries.keyOf(entry));
      total += 1;
    }
    return { keys, total, counted: true };
  }

  /** One block of the entries that come after those indexed. */
  function* buildBlock(size: number): Generator<number | null, void> {
    const block = blocks.count;
    const from = blocks.entries;
    const builder = createBlockBuilder();
    const keys = new Float64Array(size);
    for (let place = 0; place < size; place += 1) {
      if (!entries.isAlive(from + place)) continue;
      const key = entries.keyOf(from + place);
      keys[place] = key;
      builder.add(place, foldedFields(source.fieldsOf(key)));
      yield null;
    }
    const through = entries.throughBefore(from + size);
    file.begin();
    try {
      for (const { gram, postings } of builder.postings(size)) {
        file.add(block, gram, postings);
        yield null;
      }
      file.end(block, keys, through);
    } finally {
      file.giveUp();
    }
    blocks.append(size);
    texts.forget();
    yield through;
  }

  function unindexed(): number {
    return entries.count - blocks.entries;
  }

  function needsBuild(): boolean {
    entries.follow();
    return unindexed() >= (texts.units > UNINDEXED_UNITS ? 8 : blockFrom);
  }

  return {
    find,
    needsBuild,
    *build() {
      while (needsBuild()) {
        const size = Math.min(BLOCK_SIZE, unindexed());
        yield* buildBlock(size - (size % 8));
      }
    },
    *warm() {
      for (let entry = blocks.entries; entry < entries.count; entry += 1) {
        if (entries.isAlive(entry)) textsOf(entry);
        yield null;
      }
    },
    isWorn: () => entries.dead > entries.count / 2 + 2 * BLOCK_SIZE,
  };
}
