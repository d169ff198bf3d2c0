/**
 * One bad sector in SQLite's log, at any place: SQLite itself would drop everything behind it. Every word in
 * an undamaged frame survives the next opening or is in the files that were set aside.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { beforeEach, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { here, open, setAsideFiles } from '../support/account-file.ts';
import { pendingNote } from '../support/store.ts';

const HEADER = 32;
const FRAME = 24 + 4096;
const SECTOR = 512;
const COMMITS = 24;
const RUNS = Number(process.env['INKLING_DAMAGE_RUNS'] ?? 25);

const word = (index: number): string => `word${index}.`;

/** The files after a kill that followed all commits, and the length of the log after each commit. */
let killed = '';
let logLengths: readonly number[] = [];
beforeEach(() => {
  killed = path.join(temporaryFolder(), 'killed');
});

function write(): void {
  open().close();
  const store = open();
  logLengths = Array.from({ length: COMMITS }, (_, index) => {
    store.notes.transaction(() => {
      const text = `${word(index)} ${'milk '.repeat((index % 5) * 60)}`;
      store.notes.write(pendingNote(`note${index}`, store.notes.nextSequence(), text));
    });
    return readFileSync(`${here.file}-wal`).length;
  });
  cpSync(here.folder, killed, { recursive: true, filter: (name) => !name.endsWith('-shm') });
  store.close();
}

function breakLog(at: number, bytes: number, content: 'zeros' | 'noise'): Buffer {
  rmSync(here.folder, { recursive: true, force: true });
  cpSync(killed, here.folder, { recursive: true });
  const log = readFileSync(`${here.file}-wal`);
  for (let place = at; place < Math.min(at + bytes, log.length); place += 1)
    log[place] = content === 'zeros' ? 0 : (log[place] ?? 0) ^ (1 + (place % 255));
  writeFileSync(`${here.file}-wal`, log);
  return log;
}

function wordsThere(): Set<string> {
  const store = open();
  try {
    const texts = Array.from({ length: COMMITS }, (_, index) => {
      return store.notes.read(`note${index}` as NoteId)?.local?.text ?? '';
    });
    const past = store.history.page(0, 100).rows.map(({ excerpt }) => excerpt);
    return new Set([...texts, ...past].flatMap((text) => text.match(/word\d+\./g) ?? []));
  } finally {
    store.close();
  }
}

test('a log without a bad sector does not count as damaged', () => {
  write();
  breakLog(0, 0, 'zeros');
  expect(wordsThere().size).toBe(COMMITS);
  expect(setAsideFiles()).toEqual([]);
});

test('whatever sector of the log is bad, no word in another frame of a commit is lost', () => {
  write();
  const sectors = Math.ceil((logLengths.at(-1) ?? 0) / SECTOR);
  fc.assert(
    fc.property(
      fc.nat({ max: sectors - 1 }),
      fc.constantFrom(SECTOR, 4096),
      fc.constantFrom('zeros', 'noise'),
      (sector, bytes, content) => {
        const log = breakLog(sector * SECTOR, bytes, content);
        const before = readFileSync(path.join(killed, 'notes.sqlite-wal'));
        // The sector may have held zeros.
        const isWhole = (from: number, to: number): boolean =>
          log.subarray(from, to).equals(before.subarray(from, to));
        const last = log.length - FRAME;
        // Nothing is owed of the last commit if its end does not check: it looks like one that never ended.
        const isTorn = !isWhole(last, log.length) || !isWhole(last - FRAME + 16, last - FRAME + 24);
        const end = isTorn ? (logLengths.at(-2) ?? 0) : log.length;
        const frames = Array.from({ length: (end - HEADER) / FRAME }, (_, index) => HEADER + index * FRAME);
        const owed = frames
          .filter((start) => isWhole(start, start + FRAME) && isWhole(Math.max(0, start - FRAME), start))
          .flatMap((start) => log.toString('latin1', start, start + FRAME).match(/word\d+\./g) ?? []);
        const wordsFound = wordsThere();
        expect([...new Set(owed)].filter((one) => !wordsFound.has(one))).toEqual([]);
        expect(setAsideFiles().length > 0).toBe(!isWhole(0, end));
      },
    ),
    { numRuns: RUNS },
  );
});

test('a log that breaks after its checkpoint leads to the words of the file', () => {
  write();
  rmSync(here.folder, { recursive: true, force: true });
  cpSync(killed, here.folder, { recursive: true });
  const store = open();
  store.erasure.checkpoint();
  const log = readFileSync(`${here.file}-wal`);
  const file = readFileSync(here.file);
  store.close();
  writeFileSync(here.file, file);
  writeFileSync(`${here.file}-wal`, log.fill(0, HEADER + 3 * FRAME + 100, HEADER + 3 * FRAME + 200));
  expect(wordsThere().size).toBe(COMMITS);
});
