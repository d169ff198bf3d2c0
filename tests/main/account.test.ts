import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { NoteId, Uid } from '#shared/note.ts';
import type { Account } from '#main/account.ts';
import { accountDatabase, removeAccount } from '#main/store/account-files.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { createManualClock, type ManualClock } from '#tests/support/manual-clock.ts';
import { settle } from '#tests/support/settle.ts';
import { destroyRoot } from './store/support.ts';
import { openTestAccount } from './support/open-test-account.ts';

const ada = 'ada' as Uid;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let userData = '';
let database = '';
let cloud: FakeCloud;
let clock: ManualClock;
let troubles: string[] = [];
beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'inkling-account-'));
  database = accountDatabase(userData, ada);
  cloud = createFakeCloud();
  clock = createManualClock();
  troubles = [];
  onTestFinished(() => rmSync(userData, { recursive: true, force: true }));
});

function open(): Account {
  const account = openTestAccount({
    uid: ada,
    database,
    remote: cloud.connect(),
    clock,
    onTrouble: (message) => troubles.push(message),
  });
  onTestFinished(() => account.close());
  return account;
}

function backups(): string[] {
  const folder = path.join(path.dirname(database), 'backups');
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

describe('a damaged file', () => {
  test('is replaced, told of once, and filled from the cloud', async () => {
    cloud.put('remote' as NoteId, fields('from the cloud', ''));
    const first = open();
    first.engine.start();
    await settle();
    first.engine.dispose();
    first.add({ title: '', text: 'not pushed' }, null);
    await first.close();
    destroyRoot(database, 'notes');

    const account = open();
    account.engine.start();
    await settle();
    clock.advance(2_000);
    await settle();
    const page = account.page({ list: 'active', query: '', offset: 0, limit: 9 });
    expect(page.rows.map(({ title }) => title)).toContain('from the cloud');
    expect(account.engine.state).toMatchObject({ phase: 'live', loaded: true });
    expect(account.notices()).toEqual([
      expect.stringContaining('was damaged, and Inkling has made a new one'),
    ]);
    expect(account.notices()).toEqual([]);
  });

  test('that is found while the app runs is filled from the cloud again', async () => {
    const account = open();
    account.engine.start();
    await settle();
    account.add({ title: 'mine', text: '' }, null);
    cloud.put('remote' as NoteId, fields('from the cloud', ''));
    await settle();
    await account.close();
    destroyRoot(database, 'notes_by_list');

    const again = open();
    again.engine.start();
    await settle();
    expect(again.counts().active).toBe(2);
    expect(again.engine.state.phase).toBe('live');
    await settle();
    clock.advance(2_000);
    await settle();
    expect(again.engine.state).toMatchObject({ phase: 'live', pending: 0, loaded: true });
    expect(again.counts().active).toBe(2);
    expect(cloud.documents.size).toBe(2);
    expect(again.notices()).toHaveLength(1);
  });
});

describe('backups', () => {
  test('one a day is made beside the running app, the newest seven are kept', async () => {
    const account = open();
    account.add({ title: '', text: 'worth keeping' }, null);
    for (let day = 2; day <= 11; day += 1) {
      clock.advance(HOUR_MS);
      const name = `2026-01-${String(day).padStart(2, '0')}.sqlite`;
      await vi.waitFor(() => expect(backups()).toContain(name), { timeout: 30_000 });
      clock.advance(DAY_MS - HOUR_MS);
      await settle();
    }
    await account.close();
    expect(backups()).toEqual(
      ['05', '06', '07', '08', '09', '10', '11'].map((day) => `2026-01-${day}.sqlite`),
    );
    const newest = path.join(path.dirname(database), 'backups', '2026-01-11.sqlite');
    const db = new Database(newest, { readonly: true });
    expect(db.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'worth keeping' }]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
    if (process.platform !== 'win32') expect(statSync(newest).mode & 0o777).toBe(0o600);
  });

  test('one waits until nobody has saved a note for a while', async () => {
    const account = open();
    clock.advance(18_000);
    account.add({ title: '', text: 'words' }, null);
    clock.advance(3000);
    await settle();
    expect(backups()).toEqual([]);
    clock.advance(5000);
    await vi.waitFor(() => expect(backups()).toEqual(['2026-01-02.sqlite']), { timeout: 30_000 });
    await account.close();
  });

  test('one does not wait for ever', async () => {
    const account = open();
    const saveFor = (seconds: number): void => {
      for (let second = 0; second < seconds; second += 4) {
        account.add({ title: '', text: 'words' }, null);
        clock.advance(4000);
      }
    };
    saveFor(120);
    await settle();
    expect(backups()).toEqual([]);
    saveFor(240);
    await vi.waitFor(() => expect(backups()).toEqual(['2026-01-02.sqlite']), { timeout: 30_000 });
    await account.close();
  });

  test('a day that has one gets no other', async () => {
    const account = open();
    clock.advance(HOUR_MS);
    await vi.waitFor(() => expect(backups()).toEqual(['2026-01-02.sqlite']), { timeout: 30_000 });
    const file = path.join(path.dirname(database), 'backups', '2026-01-02.sqlite');
    const before = statSync(file).mtimeMs;
    account.add({ title: '', text: 'later' }, null);
    clock.advance(5 * HOUR_MS);
    await account.close();
    expect(statSync(file).mtimeMs).toBe(before);
  });

  test('one that cannot be made is told, leaves no half file, and is tried again', async () => {
    const account = open();
    const folder = path.join(path.dirname(database), 'backups');
    writeFileSync(folder, 'in the way');
    clock.advance(HOUR_MS);
    await vi.waitFor(() => expect(troubles).toEqual([expect.stringContaining('A backup was not made')]));
    rmSync(folder);
    clock.advance(HOUR_MS);
    await vi.waitFor(() => expect(backups()).toEqual(['2026-01-02.sqlite']), { timeout: 30_000 });
    await account.close();
  });

  test('what an end of the app left of one is removed', async () => {
    const account = open();
    clock.advance(HOUR_MS);
    await vi.waitFor(() => expect(backups()).toEqual(['2026-01-02.sqlite']), { timeout: 30_000 });
    writeFileSync(path.join(path.dirname(database), 'backups', '2026-01-02.sqlite.tmp'), 'half');
    clock.advance(DAY_MS);
    await settle();
    clock.advance(HOUR_MS);
    await vi.waitFor(() => expect(backups()).toEqual(['2026-01-02.sqlite', '2026-01-03.sqlite']), {
      timeout: 30_000,
    });
    await account.close();
  });

  test('closing while one is made ends it, and nothing is left behind', async () => {
    const account = open();
    account.add({ title: '', text: 'x'.repeat(3_000_000) }, null);
    clock.advance(HOUR_MS);
    await account.close();
    expect(backups()).toEqual([]);
    removeAccount(userData, ada);
    expect(readdirSync(path.join(userData, 'accounts'))).toEqual([]);
  });

  test('one that meets a damaged page has the file mended', async () => {
    const account = open();
    account.add({ title: '', text: 'not pushed' }, null);
    await account.close();
    const again = open();
    damageBehindItsBack();
    clock.advance(HOUR_MS);
    await vi.waitFor(() => expect(again.notices()).toHaveLength(1), { timeout: 30_000 });
    expect(again.page({ list: 'active', query: '', offset: 0, limit: 9 }).rows).toHaveLength(1);
  });
});

/** Another connection breaks a page that the running app has no need to read. */
function damageBehindItsBack(): void {
  const db = new Database(database);
  const page = db
    .prepare<[], { page: number }>(`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'removed'`)
    .get();
  db.close();
  const bytes = readFileSync(database);
  bytes.fill(0xff, ((page?.page ?? 0) - 1) * 4096, (page?.page ?? 0) * 4096);
  writeFileSync(database, bytes, { flag: 'r+' });
}

describe('an unclean end', () => {
  test('of a large file is checked beside the running app, and damage is mended', async () => {
    const account = open();
    account.drafts.keep({ place: 'quick', content: { title: '', text: 'x'.repeat(17_000_000) } });
    account.add({ title: '', text: 'not pushed' }, null);
    await account.close();
    destroyRoot(database, 'removed_by_time');
    writeFileSync(`${database}-wal`, '');
    const again = open();
    await vi.waitFor(() => expect(again.notices()).toHaveLength(1), { timeout: 30_000 });
    expect(again.drafts.list()).toHaveLength(1);
    expect(again.counts().active).toBe(1);
  });
});

describe('[S6] removed notes', () => {
  test('are forgotten after 30 days, also while the app runs on', async () => {
    cloud.put('remote' as NoteId, fields('', 'deleted elsewhere'));
    const account = open();
    account.engine.start();
    await settle();
    cloud.remove('remote' as NoteId);
    await settle();
    expect(account.removed.page(0, 9).total).toBe(1);
    clock.advance(29 * DAY_MS);
    expect(account.removed.page(0, 9).total).toBe(1);
    clock.advance(DAY_MS + HOUR_MS);
    expect(account.removed.page(0, 9).total).toBe(0);
  });
});

test('closing leaves no timer behind', async () => {
  await open().close();
  expect(clock.waiting).toBe(0);
});
