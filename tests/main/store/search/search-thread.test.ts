/** The thread of search on real files. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Found, Question } from '#main/store/search/ask.ts';
import { openSearch } from '#main/store/search/open-search.ts';
import { createSearchThread, type SearchThread } from '#main/store/search/search-thread.ts';
import { manyRealisticNotes } from '#tests/support/realistic-notes.ts';
import { STORE_WORKER } from '#tests/support/store-worker.ts';
import { fields } from '#tests/support/fields.ts';
import { settledNote, temporaryFolder } from '../support.ts';
import { finish, noteIdOf, plainly, type Searched, searched } from './support.ts';

interface Running extends SearchThread {
  readonly told: string[];
  readonly failures: { damaged: boolean; reason: string }[];
  /** Resolves when the thread has told of it. */
  heard(what: string): Promise<void>;
}

function start(database: string): Running {
  const told: string[] = [];
  const failures: { damaged: boolean; reason: string }[] = [];
  const waiting = new Map<string, () => void>();
  const hear = (what: string) => (): void => {
    told.push(what);
    waiting.get(what)?.();
  };
  const thread = createSearchThread({
    entry: STORE_WORKER,
    database,
    onCounted: hear('counted'),
    onLearnt: hear('learnt'),
    onTrouble: (reason) => hear(reason)(),
    onFailed(failure) {
      failures.push(failure);
      hear('failed')();
    },
  });
  onTestFinished(() => thread.close());
  const heard = (what: string): Promise<void> =>
    new Promise((resolve) => {
      if (told.includes(what)) resolve();
      else waiting.set(what, resolve);
    });
  return { ...thread, told, failures, heard };
}

function fill(on: Searched, count: number): void {
  on.notes.transaction(() => {
    for (const { id, title, text, createdAt, isArchived, isDeleted } of manyRealisticNotes(count)) {
      const local = { ...fields(title, text), isArchived, isDeleted };
      const note = settledNote(id, text, createdAt * 1000);
      on.notes.write({ ...note, local, remote: note.remote && { ...note.remote, fields: local } });
    }
  });
}

function questionOf(query: string): Question {
  return { list: 'active', query, offset: 0, limit: 60 };
}

/** What is found when all is counted; each answer knows more. */
async function counted(thread: Running, question: Question): Promise<Found> {
  const found = await thread.find(question);
  return found.counted ? found : counted(thread, question);
}

const file = (): string => path.join(temporaryFolder(), 'notes.sqlite');

test('answers while nothing is indexed, indexes when it is quiet, and answers the same then', async () => {
  const database = file();
  const on = searched(database);
  onTestFinished(() => on.close());
  fill(on, 1500);
  const thread = start(database);
  for (const query of ['the', 'meeting', 'e', 'zzzz']) {
    expect(await counted(thread, questionOf(query))).toEqual(plainly(on, questionOf(query)));
  }
  await thread.heard('learnt');
  for (const query of ['th', 'meetin', 'a', 'qqqq']) {
    expect(await counted(thread, questionOf(query))).toEqual(plainly(on, questionOf(query)));
  }
  on.notes.write(settledNote(noteIdOf(1), 'a meetinghouse', Date.now() * 1000));
  expect(await counted(thread, questionOf('meetinghou'))).toMatchObject({ total: 1 });
});

test('folds the log of the notes when it is quiet', async () => {
  const database = file();
  const on = searched(database);
  onTestFinished(() => on.close());
  fill(on, 1500);
  const log = (): unknown => on.db.pragma('wal_checkpoint(NOOP)');
  expect(log()).toMatchObject([{ checkpointed: 0 }]);
  await start(database).heard('learnt');
  const [{ log: pages, checkpointed }] = log() as [{ log: number; checkpointed: number }];
  expect(pages).toBeGreaterThan(256);
  expect(checkpointed).toBe(pages);
});

test('folds the log of the notes while they change without end', async () => {
  const database = file();
  const on = searched(database);
  onTestFinished(() => on.close());
  fill(on, 1500);
  const thread = start(database);
  await expect
    .poll(() => {
      thread.changed();
      return on.db.pragma('wal_checkpoint(NOOP)');
    })
    .not.toMatchObject([{ checkpointed: 0 }]);
  // It was never quiet.
  expect(thread.told).toEqual([]);
});

test('tells when an answer that was not counted would be now', async () => {
  const database = file();
  const on = searched(database);
  onTestFinished(() => on.close());
  fill(on, 1500);
  const thread = start(database);
  const first = await thread.find({ ...questionOf('the'), limit: 1 });
  if (!first.counted) await thread.heard('counted');
  expect(await thread.find(questionOf('the'))).toEqual(plainly(on, questionOf('the')));
});

test('a newer question about the same list overtakes an older one, which is answered, too', async () => {
  const database = file();
  const on = searched(database);
  onTestFinished(() => on.close());
  fill(on, 3000);
  const thread = start(database);
  const older = thread.find(questionOf('absent1'));
  const newer = thread.find(questionOf('absent2'));
  const other = thread.find({ ...questionOf('absent1'), list: 'archived' });
  expect(await older).toMatchObject({ counted: false });
  expect(await newer).toEqual({ keys: [], total: 0, counted: true });
  expect(await other).toEqual({ keys: [], total: 0, counted: true });
});

test('has let go of the files when closing has returned, and fails what waits', async () => {
  const database = file();
  const on = searched(database);
  fill(on, 3000);
  const thread = start(database);
  await thread.find(questionOf('the'));
  const waiting = thread.find(questionOf('absent'));
  void thread.close();
  on.close();
  // The last connection to close takes the log away.
  expect(existsSync(`${database}-wal`)).toBe(false);
  expect(existsSync(`${database}-search-wal`)).toBe(false);
  await expect(waiting).rejects.toThrow('Search has ended.');
  await expect(thread.find(questionOf('the'))).rejects.toThrow('Search has ended.');
});

test('closing before the thread has begun does not wait for it', async () => {
  const database = file();
  searched(database).close();
  const thread = start(database);
  await thread.close();
  expect(existsSync(`${database}-search`)).toBe(false);
});

test('a damaged index is made anew', async () => {
  const database = file();
  const on = searched(database);
  onTestFinished(() => on.close());
  fill(on, 1200);
  const first = openSearch(database);
  finish(first.search.build());
  first.close();
  const bytes = readFileSync(`${database}-search`);
  expect(bytes.length).toBeGreaterThan(100_000);
  writeFileSync(`${database}-search`, bytes.fill(0x5a, 8192));
  const thread = start(database);
  for (const query of ['the', 'meeting', 'e']) {
    expect(await counted(thread, questionOf(query))).toEqual(plainly(on, questionOf(query)));
  }
  expect(thread.failures).toEqual([]);
  await thread.heard('learnt');
  await thread.close();
  expect(statSync(`${database}-search`).size).toBeGreaterThan(100_000);
});

test('damaged notes are told of and end the thread', async () => {
  const database = file();
  const on = searched(database);
  fill(on, 400);
  on.close();
  const bytes = readFileSync(database);
  writeFileSync(database, bytes.fill(0x5a, 4096));
  const thread = start(database);
  await expect(thread.find(questionOf('the'))).rejects.toThrow(/malformed|damaged/);
  expect(thread.failures).toMatchObject([{ damaged: true }]);
});
