import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { describeError } from '#shared/base/error-report.ts';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as fc from '#tests/support/fast-check.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  GREATEST_NUMBER,
  backupOf,
  listBackups,
  markBackupUnread,
  numberIn,
} from '#account/database/backups.ts';
import { makeDatabase } from '#account/database/new-database.ts';
import { type DatabaseState, makeDailyBackup } from '#account/upkeep/daily-backup.ts';
import type { FileJobs, JobResult } from '#account/upkeep/file-jobs.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'account');
  mkdirSync(folder);
  file = path.join(folder, 'notes.sqlite');
  makeDatabase(file);
});

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TODAY = Date.UTC(2026, 5, 15, 12);

function inDatabase<Result>(work: (db: Database.Database) => Result): Result {
  const db = new Database(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function stateOf(db: Database.Database): DatabaseState {
  const lastRemoval = Number(db.prepare('SELECT last_removal FROM cache').pluck().get());
  return { number: numberIn(db), lastRemoval };
}

function setNumber(number: number): void {
  inDatabase((db) => db.prepare('UPDATE cache SET number = ?').run(number));
}

function write(text: string): void {
  inDatabase((db) => {
    db.prepare(`INSERT OR REPLACE INTO drafts (place, title, text) VALUES ('new', '', ?)`).run(text);
    db.exec('UPDATE cache SET number = number + 1');
  });
}

/** Jobs that make their copies at once, and count them. */
function jobs(): FileJobs & { copies: number } {
  return {
    copies: 0,
    run(job) {
      if (job.kind === 'copy') {
        inDatabase((db) => db.prepare('VACUUM INTO ?').run(job.target));
        this.copies += 1;
      }
      return Promise.resolve({ kind: 'done' });
    },
    close: () => Promise.resolve(),
  };
}

function backUp(time: number, thread: FileJobs = jobs()): Promise<JobResult> {
  return makeDailyBackup(file, inDatabase(stateOf), time, thread);
}

/** Writes an unreadable backup, as if an earlier run had made it. */
function putBackup(number: number, time: number): void {
  mkdirSync(path.join(folder, 'backups'), { recursive: true });
  writeFileSync(backupOf(file, number), 'earlier');
  utimesSync(backupOf(file, number), time / 1000, time / 1000);
}

function numbers(): number[] {
  return listBackups(file).map(({ number }) => number);
}

function textIn(number: number): unknown {
  const db = new Database(backupOf(file, number), { readonly: true });
  try {
    return db.prepare('SELECT text FROM drafts').pluck().get();
  } finally {
    db.close();
  }
}

describe('the daily backup', () => {
  test('[C5] a day after the newest backup another one is made, if anything was written since', async () => {
    write('first');
    await backUp(TODAY);
    write('second');
    await backUp(TODAY + DAY_MS - 1000);
    expect(numbers()).toEqual([1]);
    expect(textIn(1)).toBe('first');
    await backUp(TODAY + DAY_MS);
    expect(numbers()).toEqual([2, 1]);
    expect(textIn(2)).toBe('second');
    const thread = jobs();
    expect(await backUp(TODAY + 5 * DAY_MS, thread)).toEqual({ kind: 'done' });
    expect(thread.copies).toBe(0);
  });

  test('[C5] the two backups with the greatest numbers stay, whatever their dates', async () => {
    putBackup(3, TODAY - DAY_MS);
    putBackup(4, TODAY - 3 * DAY_MS);
    putBackup(2, TODAY - 2 * DAY_MS);
    setNumber(7);
    await backUp(TODAY);
    expect(numbers()).toEqual([7, 4]);
  });

  test('a backup has the number of the state that was copied', async () => {
    write('before');
    const thread = jobs();
    const writing: FileJobs = {
      ...thread,
      run(job) {
        if (job.kind === 'copy') write('meanwhile');
        return thread.run(job);
      },
    };
    await backUp(TODAY, writing);
    expect(numbers()).toEqual([2]);
    expect(textIn(2)).toBe('meanwhile');
  });

  test('a backup that fails leaves the earlier backups and no partial file', async () => {
    putBackup(1, TODAY - DAY_MS);
    putBackup(2, TODAY - DAY_MS);
    setNumber(3);
    const failed: JobResult = { kind: 'failed', cause: describeError('folder-denied') };
    const failing: FileJobs = {
      run(job) {
        if (job.kind === 'copy') writeFileSync(job.target, 'half');
        return Promise.resolve(failed);
      },
      close: () => Promise.resolve(),
    };
    expect(await backUp(TODAY, failing)).toEqual(failed);
    expect(numbers()).toEqual([2, 1]);
    expect(readdirSync(path.join(folder, 'backups'))).toHaveLength(2);
  });

  test('[C5] a file that is damaged gets no backup, so that the older ones stay', async () => {
    putBackup(1, TODAY - 2 * DAY_MS);
    putBackup(2, TODAY - DAY_MS);
    setNumber(3);
    const damaged: JobResult = { kind: 'damaged', cause: describeError('damaged-pages') };
    const thread = jobs();
    const checking: FileJobs = {
      ...thread,
      run: (job) => (job.kind === 'check' ? Promise.resolve(damaged) : thread.run(job)),
    };
    expect(await backUp(TODAY, checking)).toEqual(damaged);
    expect(numbers()).toEqual([2, 1]);
  });

  test('a partial file of an earlier run is removed', async () => {
    mkdirSync(path.join(folder, 'backups'));
    writeFileSync(path.join(folder, 'backups', 'unfinished.tmp'), 'half');
    await backUp(TODAY);
    expect(readdirSync(path.join(folder, 'backups'))).toEqual(['0000000000000000.sqlite']);
  });

  test('backups later than the database are neither counted nor removed', async () => {
    for (const number of [50, 60, 70]) putBackup(number, TODAY);
    setNumber(4);
    await backUp(TODAY);
    putBackup(5, TODAY - DAY_MS);
    setNumber(6);
    await backUp(TODAY);
    expect(numbers()).toEqual([70, 60, 50, 6, 5]);
  });

  test('a backup that could not be read whole does not delay the next one', async () => {
    putBackup(3, TODAY - HOUR_MS);
    for (const backup of listBackups(file)) markBackupUnread(backup);
    setNumber(4);
    await backUp(TODAY);
    await backUp(TODAY + HOUR_MS);
    expect(numbers()).toEqual([4, 3]);
  });

  test('no existing backup is replaced', async () => {
    putBackup(2, TODAY);
    write('other words');
    const thread = jobs();
    const writing: FileJobs = {
      ...thread,
      run(job) {
        if (job.kind === 'copy') write('meanwhile');
        return thread.run(job);
      },
    };
    expect(await backUp(TODAY, writing)).toMatchObject({ kind: 'failed' });
    expect(readFileSync(backupOf(file, 2), 'utf8')).toBe('earlier');
  });

  test('a file in place of the folder is set aside', async () => {
    writeFileSync(path.join(folder, 'backups'), 'in the way');
    expect(listBackups(file)).toEqual([]);
    expect(await backUp(TODAY)).toEqual({ kind: 'done' });
    expect(numbers()).toEqual([0]);
    expect(readFileSync(path.join(folder, 'backups.aside'), 'utf8')).toBe('in the way');
  });

  test('a folder in place of the partial file is set aside', async () => {
    mkdirSync(path.join(folder, 'backups', 'unfinished.tmp', 'inside'), { recursive: true });
    expect(await backUp(TODAY)).toEqual({ kind: 'done' });
    expect(numbers()).toEqual([0]);
  });

  test('a file that is not a backup stays, and does not count as one', async () => {
    const names = ['2026-06-14.sqlite', '1.sqlite', '9999999999999999.sqlite', '0000000000000001.sqlite-wal'];
    mkdirSync(path.join(folder, 'backups', '0000000000000009.sqlite'), { recursive: true });
    for (const name of names) writeFileSync(path.join(folder, 'backups', name), 'other');
    expect(listBackups(file)).toEqual([]);
    setNumber(20);
    await backUp(TODAY);
    expect(numbers()).toEqual([20]);
    expect(readdirSync(path.join(folder, 'backups'))).toHaveLength(names.length + 2);
  });
});

describe('[C5] backups with words that were deleted for good', () => {
  /** Deletes words in a transaction of its own. */
  function removeWords(): void {
    inDatabase((db) => db.exec('UPDATE cache SET number = number + 1, last_removal = number + 1'));
  }

  /** How many hours after the removal no backup has a smaller number any more, if upkeep looks at these hours. */
  async function hoursUntilReplaced(hours: readonly number[], changes: boolean): Promise<number> {
    const start = TODAY;
    removeWords();
    const { number: removal } = inDatabase(stateOf);
    for (const hour of hours) {
      if (changes) write(`hour ${hour}`);
      await backUp(start + hour * HOUR_MS);
      if (numbers().every((number) => number >= removal)) return hour;
    }
    return Infinity;
  }

  const everyHour = Array.from({ length: 48 }, (_, hour) => hour + 1);

  test.each([true, false])('are replaced within a day of the running app (changes: %s)', async (changes) => {
    for (const day of [2, 1, 0]) {
      write(`day ${day}`);
      await backUp(TODAY - day * DAY_MS);
    }
    const before = numbers();
    expect(before).toHaveLength(2);
    expect(await hoursUntilReplaced(everyHour, changes)).toBeLessThanOrEqual(24);
    expect(numbers().length).toBe(changes ? 2 : 1);
  });

  test('are replaced a day later if the app runs for a moment each day', async () => {
    write('before');
    await backUp(TODAY);
    expect(await hoursUntilReplaced([24, 48], true)).toBe(24);
  });

  test('stay, however old, until there is one without these words', async () => {
    for (const hour of [-50, -26, -2]) {
      write(`hour ${hour}`);
      await backUp(TODAY + hour * HOUR_MS);
    }
    removeWords();
    await backUp(TODAY);
    expect(numbers()).toHaveLength(2);
  });

  test('stay as long as no other backup could be made', async () => {
    write('before');
    await backUp(TODAY);
    removeWords();
    const full: JobResult = { kind: 'full', cause: describeError('disk-full') };
    const failing: FileJobs = { run: () => Promise.resolve(full), close: () => Promise.resolve() };
    expect(await backUp(TODAY + 5 * DAY_MS, failing)).toEqual(full);
    expect(numbers()).toEqual([1]);
  });

  test('do not make both backups of one half of a day while words are deleted every hour', async () => {
    const thread = jobs();
    for (let hour = 0; hour < 48; hour += 1) {
      removeWords();
      await backUp(TODAY + hour * HOUR_MS, thread);
    }
    expect(numbers()).toHaveLength(2);
    expect(thread.copies).toBeLessThanOrEqual(5);
  });
});

describe('a clock that is or was wrong', () => {
  test('after a backup from the future, one is made at once, and then once a day', async () => {
    putBackup(5, TODAY + 1000);
    const thread = jobs();
    setNumber(6);
    await backUp(TODAY, thread);
    setNumber(7);
    await backUp(TODAY + HOUR_MS, thread);
    expect(numbers()).toEqual([6, 5]);
    expect(thread.copies).toBe(1);
    expect(statSync(backupOf(file, 6)).mtimeMs).toBe(TODAY);
  });

  test('a clock that shows the same time at each start does not stop backups', async () => {
    await backUp(TODAY);
    setNumber(49_999);
    await backUp(TODAY);
    expect(numbers()).toEqual([0]);
    setNumber(50_000);
    await backUp(TODAY);
    expect(numbers()).toEqual([50_000, 0]);
  });

  test('whatever backups there are, new words are backed up within a day, and few copies are made', async () => {
    const aTime = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2090, 0) });
    const aNumber = fc.oneof(fc.nat(200), fc.integer({ min: 10_000, max: 10_200 }));
    const someBackups = fc.array(fc.tuple(aNumber, aTime), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(someBackups, aTime, async (backups, start) => {
        rmSync(path.join(folder, 'backups'), { recursive: true, force: true });
        for (const [number, time] of backups) putBackup(number, time);
        const later = numbers().filter((number) => number > 200);
        setNumber(201);
        const thread = jobs();
        for (let hour = 0; hour <= 24; hour += 1)
          await makeDailyBackup(file, { number: 201, lastRemoval: 0 }, start + hour * HOUR_MS, thread);
        expect(numbers().slice(0, later.length + 1)).toEqual([...later, 201]);
        expect(numbers().length).toBeLessThanOrEqual(later.length + 2);
        for (let hour = 1; hour <= 24; hour += 1) {
          setNumber(201 + hour);
          await makeDailyBackup(
            file,
            { number: 201 + hour, lastRemoval: 0 },
            start + (24 + hour) * HOUR_MS,
            thread,
          );
        }
        expect(thread.copies).toBe(2);
      }),
      { numRuns: 15 },
    );
  });
});

test('backups are listed by number, the greatest first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: GREATEST_NUMBER }), { maxLength: 6 }), (some) => {
      folder = path.join(temporaryFolder(), 'account');
      file = path.join(folder, 'notes.sqlite');
      for (const number of some) putBackup(number, TODAY);
      expect(numbers()).toEqual(some.toSorted((a, b) => b - a));
    }),
    { numRuns: 20 },
  );
});

test('a file with a number that no database reaches is not a backup', () => {
  putBackup(GREATEST_NUMBER + 1, TODAY);
  expect(numbers()).toEqual([]);
});

test('a backup that is marked as unread replaces no other one', () => {
  const backups = path.join(folder, 'backups');
  for (const words of ['of one computer', 'of another']) {
    putBackup(7, TODAY);
    writeFileSync(backupOf(file, 7), words);
    for (const backup of listBackups(file)) markBackupUnread(backup);
  }
  const contents = readdirSync(backups).map((name) => readFileSync(path.join(backups, name), 'utf8'));
  expect(contents.toSorted()).toEqual(['of another', 'of one computer']);
});
