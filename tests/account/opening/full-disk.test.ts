/**
 * A full disk: a real file system of two megabytes if one can be mounted, otherwise SQLite's own limit.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { type AccountStore, markFailure, openAccountStore } from '#account/opening.ts';
import { createDrafts } from '#account/tables/drafts.ts';
import { smallDisk } from '../support/small-disk.ts';
import { destroyRoot, openConnection, pendingNote, settledNote } from '../support/store.ts';
import { putBackup } from '#tests/support/backup.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const MEGABYTE = 1024 * 1024;

/** A disk of two megabytes. */
function diskFor(context: TestContext): string {
  return smallDisk(context, temporaryFolder(), 2048);
}

function open(folder: string): AccountStore {
  const store = openAccountStore({
    file: path.join(folder, 'notes.sqlite'),
    now: () => 0,
    onFatal: () => undefined,
  });
  onTestFinished(() => store.close());
  return store;
}

/** Takes all the remaining space. */
function fillUp(folder: string): void {
  for (const size of [64 * 1024, 4096]) {
    try {
      for (let count = 0; ; count += 1)
        writeFileSync(path.join(folder, `ballast-${size}-${count}`), 'x'.repeat(size));
    } catch {
      // The disk is full.
    }
  }
}

function makeSpace(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith('ballast')) rmSync(path.join(folder, name));
}

const isFull = expect.objectContaining({ code: 'store-full' });
const words = 'x'.repeat(300_000);

describe('a full disk', () => {
  test('a full disk is reported and loses nothing, and everything goes on once there is space', (context) => {
    const disk = diskFor(context);
    const store = open(disk);
    store.notes.transaction(() => store.notes.write(pendingNote('kept', 1)));
    store.drafts.store({ place: 'new', content: { title: '', text: 'typed before' } });
    fillUp(disk);

    const draft = { place: 'new' as const, content: { title: '', text: words } };
    expect(() => store.drafts.store(draft)).toThrow(isFull);
    expect(() => store.notes.transaction(() => store.notes.write(pendingNote('more', 2, words)))).toThrow(
      isFull,
    );
    expect(store.notes.pendingIds(9)).toEqual(['kept']);
    expect(store.drafts.list()).toEqual([{ place: 'new', content: { title: '', text: 'typed before' } }]);

    makeSpace(disk);
    store.drafts.store(draft);
    store.notes.transaction(() => store.notes.write(pendingNote('more', 2, words)));
    expect(store.notes.pendingIds(9)).toEqual(['kept', 'more']);
    expect(store.drafts.list()).toEqual([draft]);
    expect(readdirSync(disk)).not.toContain('damaged');
  });

  test('a disk that gets full during a snapshot retains the slices that were stored before', (context) => {
    const disk = diskFor(context);
    const store = open(disk);
    let stored = 0;
    expect(() => {
      for (; stored < 100; stored += 1) {
        store.notes.transaction(() =>
          store.notes.write(settledNote(`n${stored}`, words.slice(0, 100_000), stored)),
        );
      }
    }).toThrow(isFull);
    expect(stored).toBeGreaterThan(2);
    expect(store.all.count()).toBe(stored);
  });

  test('a damaged file stays in place while the disk is full, and is salvaged once there is space', (context) => {
    const disk = diskFor(context);
    const first = open(disk);
    first.notes.transaction(() => first.notes.write(pendingNote('kept', 1)));
    first.close();
    const file = path.join(disk, 'notes.sqlite');
    markFailure(file, { damaged: true, reason: 'a page' });
    fillUp(disk);
    expect(() => open(disk)).toThrow(isFull);
    expect(() => open(disk)).toThrow(isFull);
    makeSpace(disk);
    expect(open(disk).notes.pendingIds(9)).toEqual(['kept']);
  });

  test('a salvage on a nearly full disk is complete or refused, however little space there is', (context) => {
    const original = temporaryFolder();
    const made = open(original);
    made.notes.transaction(() => made.notes.write(pendingNote('old', 1)));
    putBackup(path.join(original, 'notes.sqlite'));
    made.notes.transaction(() => {
      for (let index = 0; index < 40; index += 1)
        made.notes.write(pendingNote(`n${index}`, 2 + index, words.slice(0, 10_000)));
    });
    made.close();
    destroyRoot(path.join(original, 'notes.sqlite'), 'notes_by_section');
    const disk = diskFor(context);
    let completed = 0;
    for (let freeKilobytes = 0; freeKilobytes < 1400; freeKilobytes += 20) {
      for (const name of readdirSync(disk)) rmSync(path.join(disk, name), { recursive: true });
      cpSync(original, disk, { recursive: true });
      markFailure(path.join(disk, 'notes.sqlite'), { damaged: true, reason: 'a page' });
      writeFileSync(path.join(disk, 'space'), 'x'.repeat(freeKilobytes * 1024));
      fillUp(disk);
      rmSync(path.join(disk, 'space'));
      let store: AccountStore;
      try {
        store = open(disk);
        completed += 1;
      } catch (error) {
        expect(error).toEqual(isFull);
        makeSpace(disk);
        store = open(disk);
      }
      expect(store.notes.pendingIds(99)).toHaveLength(41);
      expect(store.unreadCount()).toBe(0);
      store.close();
    }
    expect(completed).toBeGreaterThan(5);
  });

  test('a database that reaches SQLite’s own limit of pages reports the same error as a full disk', () => {
    const db = openConnection();
    const pages = db.prepare<[], { page_count: number }>('PRAGMA page_count').get()?.page_count ?? 0;
    db.prepare(`PRAGMA max_page_count = ${pages}`).get();
    const drafts = createDrafts(db);
    const draft = { place: 'new' as const, content: { title: '', text: 'x'.repeat(MEGABYTE) } };
    expect(() => drafts.store(draft)).toThrow(isFull);
    expect(drafts.list()).toEqual([]);
  });
});

describe('a folder that may only be read', () => {
  test('a folder that may only be read is reported as a clear error', (context) => {
    const disk = diskFor(context);
    open(disk).close();
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    expect(() => open(disk)).toThrow(
      expect.objectContaining({
        code: 'store-failed',
        message: expect.stringMatching(/not allowed to write/),
      }),
    );
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    open(disk);
  });
});
