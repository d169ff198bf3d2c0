import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasLostFrames, isOlderThanFile } from '#account/recovery/log-frames.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const HEADER = 32;
const FRAME_HEADER = 24;
const FRAME = FRAME_HEADER + 4096;

interface Crashed {
  readonly log: Buffer;
  /** The file as the last checkpoint before the crash left it. */
  readonly before: Buffer;
  /** The file with all commits of the log. */
  readonly after: Buffer;
  /** How many commits of the log's last round SQLite reads from this file with this log; -1 if it cannot read them. */
  readonly readWith: (log: Buffer, file: Buffer) => number;
}

/**
 * A database as a crash leaves it.
 * @param sizes characters that each commit of the log's last round writes
 * @param rounds how many commits an earlier round of the log has
 */
function crash(sizes: readonly number[], rounds = 0): Crashed {
  const folder = temporaryFolder();
  const [live, copy] = [path.join(folder, 'live.sqlite'), path.join(folder, 'copy.sqlite')];
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
  const before = readFileSync(live);
  for (const size of sizes) commit(size);
  const log = readFileSync(`${live}-wal`);
  db.pragma('wal_checkpoint(PASSIVE)');
  const after = readFileSync(live);
  db.close();
  const readWith = (someLog: Buffer, file: Buffer): number => {
    writeFileSync(copy, file);
    writeFileSync(`${copy}-wal`, someLog);
    const reader = new Database(copy);
    try {
      return (reader.prepare<[], number>('SELECT count FROM counts').pluck().get() ?? 0) - rounds;
    } catch {
      // The pages are of different times and do not fit together.
      return -1;
    } finally {
      reader.close();
    }
  };
  return { log, before, after, readWith };
}

function isOlder(log: Buffer, file: Buffer): boolean {
  return isOlderThanFile(log, (page, size) => file.subarray((page - 1) * size, page * size));
}

function broken(log: Buffer, at: number, bytes: number): Buffer {
  const copy = Buffer.from(log);
  for (let place = at; place < Math.min(at + bytes, copy.length); place += 1) {
    copy[place] = (copy[place] ?? 0) ^ 0xa5;
  }
  return copy;
}

/** How many frames are of the log's last round. The frames after them are of an earlier round. */
function frameCount(log: Buffer): number {
  let count = 0;
  const isOfRound = (at: number): boolean => log.subarray(at + 8, at + 16).equals(log.subarray(16, 24));
  while (isOfRound(HEADER + count * FRAME)) count += 1;
  return count;
}

const SIZES = fc.array(fc.constantFrom(10, 3000, 20_000), { minLength: 1, maxLength: 8 });

test('a log that is read to its end has lost nothing, also with frames of an earlier round behind it', () => {
  for (const { log, before, after, readWith } of [crash([10, 20_000, 10]), crash([10, 10, 10], 40)]) {
    expect(readWith(log, before)).toBe(3);
    expect(hasLostFrames(log)).toBe(false);
    expect([isOlder(log, before), isOlder(log, after)]).toEqual([false, false]);
  }
  expect(crash([10], 40).log.length).toBeGreaterThan(30 * FRAME);
});

test('a power cut is no damage, whichever pages of any number of commits have reached the disk', () => {
  fc.assert(
    fc.property(SIZES, fc.nat({ max: 60 }), fc.infiniteStream(fc.boolean()), (sizes, rounds, isOnDisk) => {
      const { log, before, readWith } = crash(sizes, rounds);
      const torn = Buffer.from(log);
      for (let at = HEADER; at + FRAME <= log.length; at += FRAME) {
        if (isOnDisk.next().value === false) torn.fill(0, at, at + FRAME);
      }
      expect(isOlder(torn, before)).toBe(false);
      expect(readWith(torn, before)).toBeLessThanOrEqual(sizes.length);
    }),
    { numRuns: 40 },
  );
});

test('a log with a broken frame is refused over a file after its checkpoint if it gives an older state', () => {
  fc.assert(
    fc.property(
      SIZES,
      fc.nat(),
      fc.constantFrom(8, FRAME),
      fc.nat({ max: 60 }),
      (sizes, place, bytes, rounds) => {
        const { log, after, readWith } = crash(sizes, rounds);
        const frame = place % frameCount(log);
        // Damages 8 bytes of a frame's page, or the whole frame including its header.
        const damaged = broken(log, HEADER + frame * FRAME + (bytes === FRAME ? 0 : FRAME_HEADER), bytes);
        const isRead = readWith(damaged, after) === sizes.length;
        expect(isOlder(damaged, after)).toBe(!isRead);
        // If the last frame lost its header as well, it cannot be told from the end of the log.
        if (bytes !== FRAME || frame < frameCount(log) - 1) expect(hasLostFrames(damaged)).toBe(true);
      },
    ),
    { numRuns: 120 },
  );
});

test('a log whose header is broken is refused', () => {
  const { log, before, readWith } = crash([10, 10]);
  for (const at of [0, 8, 16, 24]) {
    const damaged = broken(log, at, 4);
    expect(readWith(damaged, before)).toBe(0);
    expect([isOlder(damaged, before), hasLostFrames(damaged)]).toEqual([true, true]);
  }
});

test('an empty log, and one with nothing but a header, have lost nothing', () => {
  const { log, before } = crash([10]);
  for (const nothing of [Buffer.alloc(0), log.subarray(0, HEADER)]) {
    expect([isOlder(nothing, before), hasLostFrames(nothing)]).toEqual([false, false]);
  }
});
