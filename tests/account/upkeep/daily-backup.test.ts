import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { listBackups } from '#account/database/backups.ts';
import { makeDailyBackup } from '#account/upkeep/daily-backup.ts';
import type { FileJobs, JobResult } from '#account/upkeep/file-jobs.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = path.join(folder, 'notes.sqlite');
  writeFileSync(file, 'content 0');
});

const DAY_MS = 24 * 60 * 60 * 1000;
const TODAY = Date.UTC(2026, 5, 15, 12);

/** Does copies at once, or only gives `answer`. */
function jobs(answer?: JobResult): FileJobs {
  return {
    run(job) {
      if (job.kind === 'copy' && answer === undefined) cpSync(job.database, job.target);
      return Promise.resolve(answer ?? { kind: 'done' });
    },
    close: () => Promise.resolve(),
  };
}

function days(): string[] {
  const parent = path.join(folder, 'backups');
  return existsSync(parent) ? readdirSync(parent).map((name) => name.replace('.sqlite', '')) : [];
}

function dated(...names: string[]): void {
  mkdirSync(path.join(folder, 'backups'), { recursive: true });
  for (const name of names) writeFileSync(path.join(folder, 'backups', `${name}.sqlite`), 'earlier');
}

function contentOf(day: string): string {
  return readFileSync(path.join(folder, 'backups', `${day}.sqlite`), 'utf8');
}

const PAST = [
  '2026-06-08',
  '2026-06-09',
  '2026-06-10',
  '2026-06-11',
  '2026-06-12',
  '2026-06-13',
  '2026-06-14',
];
const FUTURE = [
  '2027-01-01',
  '2027-01-02',
  '2027-01-03',
  '2027-01-04',
  '2027-01-05',
  '2027-01-06',
  '2027-01-07',
];

describe('the daily backup', () => {
  test('the daily backup is made once a day', async () => {
    const thread = jobs();
    await makeDailyBackup(file, TODAY, thread);
    writeFileSync(file, 'later');
    expect(await makeDailyBackup(file, TODAY + 1000, thread)).toEqual({ kind: 'done' });
    expect(await makeDailyBackup(file, TODAY, jobs())).toEqual({ kind: 'done' });
    expect(contentOf('2026-06-15')).toBe('content 0');
  });

  test('the daily backup leaves the newest seven backups', async () => {
    dated(...PAST);
    await makeDailyBackup(file, TODAY, jobs());
    expect(days()).toEqual([...PAST.slice(1), '2026-06-15']);
  });

  test('a daily backup that fails leaves the earlier backups and no partial file', async () => {
    dated(...PAST);
    const failed: JobResult = { kind: 'failed', reason: 'full' };
    expect(await makeDailyBackup(file, TODAY, jobs(failed))).toEqual(failed);
    expect(days()).toEqual(PAST);
  });
});

describe('a clock that is or was wrong', () => {
  test('seven backups of the future do not take the place of the one that is made', async () => {
    dated(...FUTURE);
    await makeDailyBackup(file, TODAY, jobs());
    expect(days()).toEqual(['2026-06-15', ...FUTURE]);
  });

  test('seven backups of the past and seven of the future stay', async () => {
    dated(...PAST, ...FUTURE, '2027-01-08');
    await makeDailyBackup(file, TODAY, jobs());
    expect(days()).toEqual([...PAST.slice(1), '2026-06-15', ...FUTURE.slice(1), '2027-01-08']);
  });

  test('one start with the clock 40 days ahead replaces only one backup', async () => {
    dated(...PAST);
    await makeDailyBackup(file, TODAY + 40 * DAY_MS, jobs());
    await makeDailyBackup(file, TODAY, jobs());
    expect(days()).toEqual([...PAST.slice(1), '2026-06-15', '2026-07-25']);
  });

  test('a clock that shows the same day at each start does not stop new backups', async () => {
    dated('2026-06-14');
    const wrong = Date.UTC(2000, 0, 1);
    for (const run of [1, 2]) {
      const thread = jobs();
      writeFileSync(file, `content ${run}`);
      await makeDailyBackup(file, wrong, thread);
      expect(contentOf('2000-01-01')).toBe(`content ${run}`);
      // Within one run the backup of a day is made once.
      writeFileSync(file, 'later');
      await makeDailyBackup(file, wrong + 1000, thread);
      expect(contentOf('2000-01-01')).toBe(`content ${run}`);
    }
    expect(contentOf('2026-06-14')).toBe('earlier');
  });

  test('backups are divided into past and future by the clock, each newest first', () => {
    dated('2026-06-14', '2026-06-15', '2026-06-16', '2027-01-01');
    const { past, future } = listBackups(file, TODAY);
    const names = (files: readonly string[]): string[] => files.map((one) => path.basename(one, '.sqlite'));
    expect(names(past)).toEqual(['2026-06-15', '2026-06-14']);
    expect(names(future)).toEqual(['2027-01-01', '2026-06-16']);
  });
});
