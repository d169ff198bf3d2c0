import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { copyDatabase } from '#account/database/backups.ts';
import { continuesFile, countInFile, type Log, parseLog as parse, readLog } from '#account/database/log.ts';
import { makeDatabase } from '#account/database/new-database.ts';
import { openReader } from '#account/database/open.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { openConnection } from '../support/store.ts';

const HEADER = 32;
const FRAME_HEADER = 24;
const FRAME = FRAME_HEADER + 4096;

/** Parses the log as if no checkpoint had brought a page into the file. */
function parseLog(log: Buffer): Log {
  return parse(log, (_page, bytes) => Buffer.alloc(bytes));
}

interface Crashed {
  readonly log: Buffer;
  /** The file after the last checkpoint before the crash. */
  readonly before: string;
  /** The file with all commits of the log. */
  readonly after: string;
  /** Number of frames in the log after each commit of its last round. */
  readonly ends: readonly number[];
}

/**
 * A database after a crash.
 * @param sizes characters that each commit of the log's last round writes
 * @param rounds number of commits in an earlier round of the log
 */
function crash(sizes: readonly number[], rounds = 0): Crashed {
  const folder = temporaryFolder();
  const [live, before, after] = ['live', 'before', 'after'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const db = new Database(live);
  db.pragma('journal_mode = WAL');
  db.exec(
    'CREATE TABLE words (word TEXT); CREATE TABLE counts (count INTEGER); INSERT INTO counts VALUES (0)',
  );
  const commit = db.transaction((size: number) => {
    db.prepare('INSERT INTO words VALUES (?)').run('x'.repeat(size));
    db.exec('UPDATE counts SET count = count + 1');
  });
  for (let number = 0; number < rounds; number += 1) commit(500);
  db.pragma('wal_checkpoint(RESTART)');
  writeFileSync(before, readFileSync(live));
  const ends = sizes.map((size) => {
    commit(size);
    return frameCount(readFileSync(`${live}-wal`));
  });
  const log = readFileSync(`${live}-wal`);
  db.pragma('wal_checkpoint(PASSIVE)');
  writeFileSync(after, readFileSync(live));
  db.close();
  return { log, before, after, ends };
}

/** Number of frames of the log's last round. The frames after them belong to an earlier round. */
function frameCount(log: Buffer): number {
  let count = 0;
  const isOfRound = (at: number): boolean => log.subarray(at + 8, at + 16).equals(log.subarray(16, 24));
  while (isOfRound(HEADER + count * FRAME)) count += 1;
  return count;
}

function broken(log: Buffer, at: number, bytes: number): Buffer {
  const copy = Buffer.from(log);
  for (let place = at; place < Math.min(at + bytes, copy.length); place += 1) {
    copy[place] = (copy[place] ?? 0) ^ 0xa5;
  }
  return copy;
}

const SIZES = fc.array(fc.constantFrom(10, 3000, 20_000), { minLength: 1, maxLength: 8 });
const ROUNDS = fc.nat({ max: 60 });

test('a sound log has all frames of its last round and no break, also before frames of an earlier round', () => {
  for (const rounds of [0, 40]) {
    const { log, before, after, ends } = crash([10, 20_000, 10], rounds);
    const parsed = parseLog(log);
    expect(parsed.frames).toHaveLength(ends.at(-1) ?? -1);
    expect(parsed.frames.map(({ pages }, at) => pages > 0 && at + 1).filter(Boolean)).toEqual(ends);
    expect(parsed.breaks).toEqual([]);
    expect([countInFile(parsed, before), countInFile(parsed, after)]).toEqual([0, 0]);
  }
});

test('frames of a transaction that never ended are no later round', () => {
  const folder = temporaryFolder();
  for (let run = 0; run < 12; run += 1) {
    const live = path.join(folder, `live${run}`);
    const crashed = path.join(folder, `crashed${run}`);
    const db = new Database(live);
    db.pragma('journal_mode = WAL');
    db.pragma('cache_size = 5');
    db.exec('CREATE TABLE words (word TEXT)');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const writer = new Database(live);
    writer.pragma('cache_size = 5');
    writer.exec('BEGIN');
    // SQLite writes pages that do not fit into its cache to the log before the commit.
    for (let row = 0; row < 60; row += 1)
      writer.prepare('INSERT INTO words VALUES (?)').run('x'.repeat(2_000));
    for (const part of ['', '-wal']) writeFileSync(crashed + part, readFileSync(live + part));
    writer.close();
    const next = new Database(crashed);
    // The numbers of the new round are random, and in half of the runs smaller.
    next.exec(`INSERT INTO words VALUES ('after')`);
    const log = readFileSync(`${crashed}-wal`);
    next.close();
    expect(log.length).toBeGreaterThan(HEADER + 10 * FRAME);
    expect(parseLog(log).breaks).toEqual([]);
  }
});

test('an empty log, and a log that is cut within its header, have no frames', () => {
  for (const bytes of [0, 8, HEADER])
    expect(parseLog(Buffer.alloc(bytes))).toEqual({ frames: [], breaks: [] });
});

test('a last commit torn by a power cut does not count as a break, unless its end was written', () => {
  fc.assert(
    fc.property(SIZES, ROUNDS, fc.infiniteStream(fc.boolean()), (sizes, rounds, isOnDisk) => {
      const { log, ends } = crash(sizes, rounds);
      const torn = Buffer.from(log);
      const [from, to] = [ends.at(-2) ?? 0, ends.at(-1) ?? 0];
      for (let frame = from; frame < to; frame += 1) {
        const at = HEADER + frame * FRAME;
        if (frame === to - 1 || isOnDisk.next().value === false) torn.fill(0, at, at + FRAME);
      }
      const { frames, breaks } = parseLog(torn);
      expect([frames.length, breaks]).toEqual([from, []]);
    }),
    { numRuns: 40 },
  );
});

test('whatever place is broken, all other frames up to the last whole commit are found', () => {
  fc.assert(
    fc.property(SIZES, ROUNDS, fc.nat(), fc.constantFrom(1, 512, 4096), (sizes, rounds, place, bytes) => {
      const { log, ends } = crash(sizes, rounds);
      const last = ends.at(-1) ?? 0;
      const at = place % (HEADER + last * FRAME);
      const { frames, breaks } = parseLog(broken(log, at, bytes));
      const isHit = (frame: number): boolean => {
        const start = HEADER + frame * FRAME;
        return at < start + FRAME && at + bytes > start;
      };
      // A frame is checked with the checksum of the frame before it, or of the header.
      const isSumHit = (frame: number): boolean => {
        const start = frame === 0 ? 24 : HEADER + (frame - 1) * FRAME + 16;
        return at < start + 8 && at + bytes > start;
      };
      const all = Array.from({ length: last }, (_, frame) => frame);
      const sound = all.filter((frame) => !isHit(frame) && !isSumHit(frame));
      // Without the header and all frames of the last round, an earlier round looks like the last.
      fc.pre(at >= HEADER || sound.length > 0);
      const committed = ends.findLast((end) => sound.includes(end - 1)) ?? 0;
      const readableFrames = sound.filter((frame) => frame < committed);
      expect(frames.map((frame) => frame.bytes.toString('latin1'))).toEqual(
        readableFrames.map((frame) => pageOf(log, frame).toString('latin1')),
      );
      const isHeaderHit = at < HEADER;
      const hasGap =
        readableFrames.some((frame, index) => frame !== index) || (isHeaderHit && readableFrames.length > 0);
      expect(breaks.length > 0).toBe(hasGap);
    }),
    { numRuns: 60 },
  );
});

function pageOf(log: Buffer, frame: number): Buffer {
  const at = HEADER + frame * FRAME;
  return log.subarray(at + FRAME_HEADER, at + FRAME);
}

test('frames that a checkpoint has brought into the file before the log broke are not written again', () => {
  fc.assert(
    fc.property(SIZES, ROUNDS, fc.nat(), (sizes, rounds, place) => {
      const { log, before, after, ends } = crash([...sizes, 10], rounds);
      const last = ends.at(-1) ?? 0;
      const frame = place % (ends.at(-2) ?? 1);
      const parsed = parseLog(broken(log, HEADER + frame * FRAME + FRAME_HEADER, 8));
      expect(parsed.breaks.length).toBeGreaterThan(0);
      expect(countInFile(parsed, after)).toBe(last - 1);
      expect(countInFile(parsed, before)).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test('a frame that broke after a checkpoint is taken from the file, even if it is the last one', () => {
  fc.assert(
    fc.property(SIZES, ROUNDS, fc.nat(), (sizes, rounds, place) => {
      const { log, before, after, ends } = crash(sizes, rounds);
      const last = ends.at(-1) ?? 0;
      const frame = place % 2 === 0 ? last - 1 : place % last;
      const bad = broken(log, HEADER + frame * FRAME + FRAME_HEADER, 8);
      const pageOfFile = (file: string) => {
        const bytes = readFileSync(file);
        return (page: number, size: number) => bytes.subarray((page - 1) * size, page * size);
      };
      const mended = parse(bad, pageOfFile(after));
      const isLatest =
        parseLog(log).frames.findLastIndex(({ page }) => page === pageNumber(log, frame)) === frame;
      if (isLatest) {
        expect(mended.frames).toHaveLength(last);
        expect([mended.breaks, countInFile(mended, after)]).toEqual([[frame], last]);
      }
      // Before the checkpoint the file has none of its pages.
      expect(parse(bad, pageOfFile(before)).frames.length).toBeLessThan(last);
    }),
    { numRuns: 40 },
  );
});

function pageNumber(log: Buffer, frame: number): number {
  return log.readUInt32BE(HEADER + frame * FRAME);
}

/** A file and its log at one moment. */
interface Pair {
  readonly file: Buffer;
  readonly log: Buffer;
}

/**
 * The files of a database after each of these steps: a commit, a checkpoint, or a checkpoint after which the
 * log begins anew.
 */
function momentsOf(steps: readonly ('commit' | 'PASSIVE' | 'RESTART')[]): Pair[] {
  const live = path.join(temporaryFolder(), 'notes.sqlite');
  makeDatabase(live);
  const db = openConnection(live);
  const insert = db.prepare<[string]>(`INSERT INTO notices (text) VALUES (?)`);
  return steps.map((step) => {
    if (step === 'commit') db.transaction(() => insert.run('x'.repeat(900)));
    else db.exec(`PRAGMA wal_checkpoint(${step})`);
    return { file: readFileSync(live), log: readFileSync(`${live}-wal`) };
  });
}

function isContinued({ file, log }: Pair): boolean {
  const database = path.join(temporaryFolder(), 'notes.sqlite');
  writeFileSync(database, file);
  writeFileSync(`${database}-wal`, log);
  return continuesFile(readLog(database), database);
}

const COMMITS = ['commit', 'commit', 'commit'] as const;
const RUN = fc.array(fc.constantFrom(...COMMITS, 'PASSIVE' as const, 'RESTART' as const), {
  minLength: 2,
  maxLength: 12,
});

test('a log continues its file at each moment, also after a checkpoint that has not moved all pages', () => {
  fc.assert(
    fc.property(RUN, fc.infiniteStream(fc.boolean()), (steps, isStored) => {
      const moments = momentsOf([...COMMITS, ...steps]);
      for (const [at, { file, log }] of moments.entries()) {
        expect(isContinued({ file, log })).toBe(true);
        const before = moments[at - 1]?.file ?? file;
        // The process was killed during the checkpoint.
        const partly = Buffer.from(file);
        for (let page = 0; page < before.length; page += 4096)
          if (isStored.next().value === false) before.copy(partly, page, page, page + 4096);
        expect(isContinued({ file: partly, log })).toBe(true);
      }
    }),
    { numRuns: 15 },
  );
});

test('a log continues no later file, no earlier file than that with which it began, and none of another computer', () => {
  const round = [...COMMITS, 'PASSIVE', 'RESTART'] as const;
  const steps = [...round, ...round, ...round];
  const [first, second] = [momentsOf(steps), momentsOf(steps)];
  const pairOf = (file: Pair | undefined, log: Pair | undefined): Pair => ({
    file: file?.file ?? Buffer.alloc(0),
    log: log?.log ?? Buffer.alloc(0),
  });
  expect(isContinued(pairOf(first[5], first[7]))).toBe(true);
  expect(isContinued(pairOf(first[9], first[7]))).toBe(true);
  expect(isContinued(pairOf(first.at(-1), first[7]))).toBe(false);
  expect(isContinued(pairOf(first[2], first[7]))).toBe(false);
  expect(isContinued(pairOf(second[5], first[7]))).toBe(false);
});

test('a log continues no backup of its database, which has the same rows on other pages', () => {
  const live = path.join(temporaryFolder(), 'notes.sqlite');
  makeDatabase(live);
  const db = openConnection(live);
  const insert = db.prepare<[string]>(`INSERT INTO notices (text) VALUES (?)`);
  const backups = [1, 2].map((count) => {
    const backup = `${live}.backup${count}`;
    const reader = openReader(live);
    copyDatabase(reader, backup);
    reader.close();
    db.transaction(() => insert.run('x'));
    return readFileSync(backup);
  });
  const log = readFileSync(`${live}-wal`);
  expect(isContinued({ file: readFileSync(live), log })).toBe(true);
  expect(backups.map((file) => isContinued({ file, log }))).toEqual([false, false]);
});
