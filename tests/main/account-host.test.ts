import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Draft } from '#shared/draft.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import type { Answer } from '#shared/remote-store.ts';
import type { TrashDays } from '#shared/settings.ts';
import { NO_TRANSFER, type TransferState } from '#shared/transfer.ts';
import { fields } from '#tests/support/fields.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, SIGNED_OUT, signedIn, type TestHost } from '#tests/support/test-host.ts';
import { keepFile } from '../account/transfer/support/keep-files.ts';

const ada = 'ada' as Uid;

let clouds: Record<string, FakeCloud>;
let there: TestHost;

beforeEach(() => {
  clouds = { ada: createFakeCloud(), ben: createFakeCloud() };
  there = createTestHost({ connect: (uid) => (clouds[uid] ?? createFakeCloud()).connect() });
});

function words(title: string, text = '') {
  return { title, text };
}

/** Files beside the account's database with words that it does not have. */
function typedWordsOf(uid: string): string[] {
  const folder = path.dirname(there.databaseOf(uid));
  return readdirSync(folder)
    .filter((name) => name.startsWith('typed-words'))
    .map((name) => path.join(folder, name));
}

async function drafts(): Promise<readonly Draft[]> {
  return there.host.request('drafts:list', []);
}

describe('[S10] one account', () => {
  test('nothing of one account is ever shown to another', async () => {
    const { host } = there;
    there.signIn('ada');
    await there.add('ada', words('of Ada'));
    there.signIn('ben');
    expect(await there.titles()).toEqual([]);
    host.startSync();
    await settle();
    expect(clouds['ada']?.documents.size).toBe(0);
    expect(clouds['ben']?.documents.size).toBe(0);
    there.signIn('ada');
    expect(await there.titles()).toEqual(['of Ada']);
  });

  test('signed out nothing can be read or written', async () => {
    const { host } = there;
    host.applySession(SIGNED_OUT);
    await expect(there.titles()).rejects.toMatchObject({ code: 'not-signed-in' });
    await expect(there.add('ada', words('nobody'))).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(host.uid).toBeNull();
  });
});

describe('signing out', () => {
  test('[S11.1] keeps what was not pushed until the next sign-in, and says how much', async () => {
    there.signIn('ada');
    await there.add('ada', words('not pushed'));
    expect(await there.signOut()).toBe(1);
    there.host.startSync();
    there.signIn('ada');
    expect(await there.titles()).toEqual(['not pushed']);
    await settle();
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('[S11.2] removes everything when everything was pushed', async () => {
    there.host.startSync();
    there.signIn('ada');
    await there.add('ada', words('pushed'));
    await settle();
    expect(await there.signOut()).toBe(0);
    there.clock.advance(60_000);
    await settle();
    expect(there.started()).toBe(1);
    expect(there.host.sync.phase).toBe('off');
    expect(existsSync(path.dirname(there.databaseOf('ada')))).toBe(false);
  });

  test('[S11.2] removes nothing of whoever signs in while it removes', async () => {
    const begun = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    there = createTestHost({
      beforeRemoval() {
        begun.resolve();
        return goesOn.promise;
      },
      connect: () => createFakeCloud().connect(),
    });
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    const left = there.signOut();
    await begun.promise;
    there.signIn('ada');
    const added = there.add('ada', words('written at once'));
    goesOn.resolve();
    expect(await left).toBe(0);
    await added;
    expect(existsSync(there.databaseOf('ada'))).toBe(true);
    there.crash();
    await settle();
    there.clock.advance(1_000);
    expect(await there.titles()).toEqual(['written at once']);
  });

  test('waits in another sign-in until all files of the first one are gone', async () => {
    const goesOn = Promise.withResolvers<void>();
    there = createTestHost({
      beforeRemoval: () => goesOn.promise,
      connect: () => createFakeCloud().connect(),
    });
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    const left = there.signOut();
    await settle();
    there.signIn('ben');
    await there.titles();
    there.signIn('ada');
    const added = there.add('ada', words('written at once'));
    await settle();
    goesOn.resolve();
    await Promise.all([left, added]);
    there.crash();
    await settle();
    there.clock.advance(1_000);
    expect(await there.titles()).toEqual(['written at once']);
  });

  test('[S11.3] loses no words that come while files are being removed', async () => {
    const late: Draft = { place: 'new', content: words('', 'the last key') };
    const kept: Promise<unknown>[] = [];
    there = createTestHost({
      async beforeRemoval() {
        kept.push(there.host.request('drafts:keep', [ada, late]));
        await settle();
      },
      connect: () => createFakeCloud().connect(),
    });
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    await there.signOut();
    expect(kept).toHaveLength(1);
    await Promise.all(kept);
    there.signIn('ada');
    expect(await drafts()).toEqual([late]);
  });

  test('[S10] an account that is left while it opens does not come back', async () => {
    const ending = Promise.withResolvers<void>();
    there = createTestHost({ beforeEnd: () => ending.promise });
    there.signIn('ada');
    there.signIn('ben');
    expect(await there.titles()).toEqual([]);
    const before = there.syncs.length;
    ending.resolve();
    await settle();
    there.clock.advance(10_000);
    await settle();
    expect(there.started()).toBe(2);
    expect(there.syncs.slice(before)).toEqual([]);
  });

  test('[S11.1] keeps a note that the cloud refuses', async () => {
    there.signIn('ada');
    const id = await there.add('ada', words('refused'));
    clouds['ada']?.poisoned.add(id);
    there.host.startSync();
    await settle();
    expect(there.host.sync).toMatchObject({ pending: 0, refused: 1 });
    expect(await there.signOut()).toBe(1);
    there.signIn('ada');
    expect(await there.titles()).toEqual(['refused']);
  });

  test('[S11.3] keeps words that were typed and not yet kept as a note', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await settle();
    const draft = { place: 'new', content: words('', 'half a thou') } as const;
    await host.request('drafts:keep', [ada, { place: 'quick', content: words('') }]);
    await host.request('drafts:keep', [ada, draft]);
    expect(await there.signOut()).toBe(1);
    there.signIn('ada');
    expect(await drafts()).toContainEqual(draft);
  });

  test('counts what is written until the account is closed', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await there.titles();
    await settle();
    const { ada: cloud } = clouds;
    if (cloud !== undefined) cloud.silent = true;
    const left = host.signOut(async () => {
      void there.add('ada', words('in the last moment'));
      host.applySession(SIGNED_OUT);
    });
    expect(await left).toEqual({ kept: 1 });
    there.signIn('ada');
    expect(await there.titles()).toEqual(['in the last moment']);
  });

  test('that fails changes nothing', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await expect(host.signOut(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await there.add('ada', words('goes on'));
    await settle();
    expect(clouds['ada']?.documents.size).toBe(1);
  });

  test('keeps the notes of whoever signed in while it was under way', async () => {
    const { host } = there;
    host.startSync();
    there.signIn('ada');
    await there.add('ada', words('here'));
    await settle();
    await host.signOut(async () => {
      host.applySession(SIGNED_OUT);
      there.signIn('ada');
    });
    expect(await there.titles()).toEqual(['here']);
  });

  test('[S11.3] keeps words that wait in the file beside the database', async () => {
    there.host.startSync();
    there.signIn('ada');
    await there.titles();
    there.signIn('ben');
    await there.host.request('drafts:keep', [ada, { place: 'new', content: words('', 'late') }]);
    there.signIn('ada');
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'late') }]);
    expect(await there.signOut()).toBe(1);
  });
});

test('[S8] signing in again to the same account goes on where it was', async () => {
  const { host } = there;
  host.startSync();
  there.signIn('ada');
  await there.titles();
  await settle();
  clouds['ada']?.faultNextCommit({ kind: 'fail', failure: { kind: 'session', message: 'expired' } });
  await there.add('ada', words('waits'));
  await settle();
  expect(host.sync.phase).toBe('session-expired');
  host.applySession(signedIn('ada', true));
  host.applySession(signedIn('ada'));
  await settle();
  expect(there.started()).toBe(1);
  expect(clouds['ada']?.documents.size).toBe(1);
});

test('[S8] what the cloud refused before a new sign-in, and tells after it, does not end the new session', async () => {
  const cloud = createFakeCloud();
  const late = Promise.withResolvers<Answer<never>>();
  let connections = 0;
  there = createTestHost({
    connect() {
      connections += 1;
      const remote = cloud.connect();
      return connections > 1 ? remote : { ...remote, commit: () => late.promise };
    },
  });
  const { host } = there;
  host.startSync();
  there.signIn('ada');
  await there.titles();
  await settle();
  await there.add('ada', words('waits'));
  await settle();
  host.applySession(signedIn('ada', true));
  host.applySession(signedIn('ada'));
  late.resolve({ ok: false, failure: { kind: 'session', message: 'the old token' } });
  await settle();
  expect(host.sync).toMatchObject({ phase: 'live', pending: 0 });
  expect(cloud.documents.size).toBe(1);
});

test('what comes from the cloud is told of a few times a second, what is done here at once', async () => {
  const { host, clock, revisions } = there;
  const cloud = clouds['ada'];
  host.startSync();
  there.signIn('ada');
  await there.titles();
  await settle();
  clock.advance(1_000);
  await settle();
  const told = async (work: () => unknown): Promise<number> => {
    const before = revisions.length;
    await work();
    await settle();
    return revisions.length - before;
  };
  const put = (id: string) => () => cloud?.put(id as NoteId, fields(id, ''));
  expect(await told(put('one'))).toBe(1);
  expect(await told(put('two'))).toBe(0);
  expect(await told(put('three'))).toBe(0);
  expect(await told(() => there.add('ada', words('four')))).toBe(1);
  expect((await there.titles()).toSorted()).toEqual(['four', 'one', 'three', 'two']);
  expect(await told(put('five'))).toBe(0);
  expect(await told(() => clock.advance(250))).toBe(1);
});

describe('words carry their account', () => {
  test('[S14.1] [S14.2] what is typed for one account while another opens goes to the first one alone', async () => {
    const { host } = there;
    there.signIn('ada');
    await there.titles();
    there.signIn('ben');
    // Ada's page has not heard of it yet.
    await host.request('drafts:keep', [ada, { place: 'new', content: words('', 'secret of Ada') }]);
    await expect(host.request('notes:add', [ada, words('note of Ada'), 'quick'])).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    expect(await there.titles()).toEqual([]);
    expect(await drafts()).toEqual([]);
    there.signIn('ada');
    expect(await drafts()).toEqual([
      { place: 'new', content: words('', 'secret of Ada') },
      { place: 'quick', content: words('note of Ada') },
    ]);
  });

  test('[S14.2] an edit that comes too late is a draft of that note', async () => {
    const { host } = there;
    there.signIn('ada');
    const id = await there.add('ada', words('note', 'before'));
    there.signIn('ben');
    const edit = host.request('notes:edit', [ada, id, words('note', 'after'), words('note', 'before')]);
    await expect(edit).rejects.toMatchObject({ code: 'not-signed-in' });
    there.signIn('ada');
    expect(await drafts()).toMatchObject([{ place: 'edit', id, content: words('note', 'after') }]);
  });

  test('[S14.1] an account that nobody was signed in to is not written to', async () => {
    there.signIn('ada');
    const keep = there.host.request('drafts:keep', ['mallory' as Uid, { place: 'new', content: words('x') }]);
    await expect(keep).rejects.toMatchObject({ code: 'not-signed-in' });
  });
});

describe('words that were typed signed out', () => {
  const quick = (text: string): Draft => ({ place: 'quick', content: words('', text) });

  test('become a draft of whoever signs in', async () => {
    await there.signedOutWords.keep(quick('before anybody'));
    expect(await drafts()).toEqual([quick('before anybody')]);
    there.signIn('ada');
    expect(await drafts()).toEqual([quick('before anybody')]);
    expect(existsSync(path.join(there.folder, 'quick-note.json'))).toBe(false);
    there.signIn('ben');
    expect(await drafts()).toEqual([]);
  });

  test('that come just after the sign-in are taken at once', async () => {
    there.signIn('ada');
    await there.titles();
    await there.signedOutWords.keep(quick('a little late'));
    there.host.takeSignedOutWords();
    await expect.poll(drafts).toEqual([quick('a little late')]);
  });

  test('stay in their file where that cannot be read, and nothing is written over it', async () => {
    const file = path.join(there.folder, 'quick-note.json');
    writeFileSync(file, 'not what it was');
    await there.signedOutWords.keep(quick('new'));
    const kept = (await import('node:fs'))
      .readdirSync(there.folder)
      .filter((name) => name.includes('unreadable'));
    expect(kept.map((name) => readFileSync(path.join(there.folder, name), 'utf8'))).toEqual([
      'not what it was',
    ]);
    expect(await there.signedOutWords.list()).toEqual([quick('new')]);
  });

  test('an older version’s file, of one quick note, is taken as well', async () => {
    writeFileSync(path.join(there.folder, 'quick-note.json'), JSON.stringify(words('Old', 'one')));
    there.signIn('ada');
    expect(await drafts()).toEqual([{ place: 'quick', content: words('Old', 'one') }]);
  });
});

describe('a thread that ends', () => {
  test('is followed by another, and what was asked meanwhile is answered once', async () => {
    there.signIn('ada');
    await there.add('ada', words('before'));
    there.crash();
    const asked = there.add('ada', words('meanwhile'));
    const page = there.titles();
    await settle();
    expect(there.host.sync.phase).toBe('opening');
    there.clock.advance(200);
    expect(await page).toEqual(['meanwhile', 'before']);
    const id = await asked;
    expect(await there.host.request('notes:get', [id])).toMatchObject({ title: 'meanwhile' });
    expect(there.started()).toBe(2);
  });

  test('after a commit that took place does nothing twice', async () => {
    let isArmed = false;
    const thrower = createTestHost({
      trouble(moment) {
        if (!isArmed || moment !== 'committed') return;
        isArmed = false;
        throw new Database.SqliteError('the commit took place', 'SQLITE_IOERR_FSYNC');
      },
    });
    thrower.signIn('ada');
    const id = await thrower.add('ada', words('note', 'one two three'));
    isArmed = true;
    const base = words('note', 'something else entirely');
    const edit = thrower.host.request('notes:edit', [ada, id, words('note', 'mine'), base]);
    await settle();
    thrower.clock.advance(200);
    const holder = await edit;
    expect(await thrower.titles()).toHaveLength(2);
    expect(await thrower.host.request('notes:get', [holder])).toMatchObject({ text: 'mine' });
  });

  test('what is typed while nothing is open is durable at once, and there afterwards', async () => {
    there.signIn('ada');
    await there.titles();
    there.crash();
    await settle();
    const keep = (text: string) =>
      there.host.request('drafts:keep', [ada, { place: 'new', content: words('', text) }]);
    await keep('a');
    await keep('a thought');
    expect(typedWordsOf('ada').map((file) => readFileSync(file, 'utf8'))).toEqual([
      expect.stringContaining('a thought'),
    ]);
    there.clock.advance(200);
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'a thought') }]);
    expect(typedWordsOf('ada')).toEqual([]);
  });

  test('what was typed meanwhile and does not fit on the disk yet becomes a draft when there is room', async () => {
    let isFull = false;
    const full = createTestHost({
      trouble(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    await full.signedOutWords.keep({ place: 'quick', content: words('', 'typed before') });
    isFull = true;
    full.signIn('ada');
    expect(await full.host.request('drafts:list', [])).toEqual([]);
    isFull = false;
    full.clock.advance(30_000);
    await expect
      .poll(() => full.host.request('drafts:list', []))
      .toEqual([{ place: 'quick', content: words('', 'typed before') }]);
  });

  test('[S14.2] of two drafts that were on their way the later one stays', async () => {
    there.signIn('ada');
    await there.titles();
    const draft = (text: string): Draft => ({ place: 'new', content: words('', text) });
    const keep = (text: string) => there.host.request('drafts:keep', [ada, draft(text)]);
    const kept = [keep('a'), keep('a thought')];
    there.crash();
    await Promise.all(kept);
    expect(typedWordsOf('ada').map((file) => readFileSync(file, 'utf8'))).toEqual([
      expect.stringContaining('a thought'),
    ]);
    there.clock.advance(200);
    expect(await drafts()).toEqual([draft('a thought')]);
  });

  test('a draft that can be kept nowhere is refused, each of its states', async () => {
    there.signIn('ada');
    await there.titles();
    there.crash();
    await settle();
    const folder = path.dirname(there.databaseOf('ada'));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    const keep = (text: string) =>
      there.host.request('drafts:keep', [ada, { place: 'new', content: words('', text) }]);
    const outcomes = await Promise.allSettled([keep('a'), keep('a thought')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    rmSync(folder);
  });

  test('leaves no words in the file that the account has later ones of', async () => {
    there.signIn('ada');
    const id = await there.add('ada', words('note', 'before'));
    await drafts();
    there.crash();
    await settle();
    const edit = (text: string): Draft => ({
      place: 'edit',
      id,
      content: words('note', text),
      base: words('note', 'before'),
    });
    await there.host.request('drafts:keep', [ada, edit('one')]);
    there.clock.advance(200);
    expect(await there.titles()).toHaveLength(1);
    await there.host.request('drafts:keep', [ada, edit('two')]);
    expect(typedWordsOf('ada')).toEqual([]);
    expect(await drafts()).toEqual([edit('two')]);
  });

  test('never empties the trash, where that was asked for while the notes are being opened', async () => {
    let days: TrashDays = 7;
    const adas = createFakeCloud();
    there = createTestHost({ connect: () => adas.connect(), emptyTrashAfter: () => days });
    adas.put('trashed00000000000000' as NoteId, fields('in the trash', '', { isDeleted: true }));
    adas.passTime(30 * 24 * 60 * 60);
    there.host.startSync();
    there.signIn('ada');
    const page = there.titles();
    days = null;
    there.host.emptyTrashAfter(null);
    await page;
    await settle();
    there.clock.advance(2 * 60 * 60 * 1000);
    await settle();
    expect(adas.documents.size).toBe(1);
  });

  test('drafts that are asked for before anything is typed do not hold what is typed afterwards', async () => {
    there.signIn('ada');
    const asked = drafts();
    const draft: Draft = { place: 'new', content: words('', 'typed while it opened') };
    await there.host.request('drafts:keep', [ada, draft]);
    expect(await asked).toEqual([draft]);
    expect(await drafts()).toEqual([draft]);
    there.crash();
    const again = drafts();
    const later: Draft = { place: 'new', content: words('', 'and after a crash') };
    await there.host.request('drafts:keep', [ada, later]);
    there.clock.advance(200);
    await settle();
    there.clock.advance(200);
    expect(await again).toEqual([later]);
  });

  test('a note that was typed and added meanwhile leaves no draft behind', async () => {
    there.signIn('ada');
    await there.titles();
    there.crash();
    await settle();
    const draft: Draft = { place: 'new', content: words('', 'typed') };
    await there.host.request('drafts:keep', [ada, draft]);
    const added = there.host.request('notes:add', [ada, draft.content, 'new']);
    await settle();
    there.clock.advance(200);
    await added;
    expect(await drafts()).toEqual([]);
    expect(await there.titles()).toHaveLength(1);
  });

  test('again and again closes the account with a message, and it is tried again by itself and when asked to', async () => {
    there.signIn('ada');
    await there.add('ada', words('still here'));
    const { host, clock } = there;
    for (const pause of [200, 1_000, 5_000]) {
      there.crash();
      await settle();
      expect(host.sync.phase).toBe('opening');
      clock.advance(pause);
      await there.titles();
    }
    there.crash();
    await settle();
    expect(host.sync.phase).toBe('closed');
    await expect(there.titles()).rejects.toMatchObject({ code: 'store-failed' });
    await expect(there.add('ada', words('refused'))).rejects.toMatchObject({ code: 'store-failed' });
    await host.request('drafts:keep', [ada, { place: 'quick', content: words('', 'kept') }]);
    clock.advance(30_000);
    await settle();
    expect(await there.titles()).toEqual(['still here']);
    // Nobody knows whether the page that asked has the words of what was refused: they are there once more.
    expect((await drafts()).map(({ content }) => content)).toEqual([words('refused'), words('', 'kept')]);
  });

  test('again and again keeps what was to be saved beside what was typed after it', async () => {
    there.signIn('ada');
    const id = await there.add('ada', words('note', 'as it is'));
    const { host, clock } = there;
    for (const pause of [200, 1_000, 5_000]) {
      there.crash();
      await settle();
      clock.advance(pause);
      await there.titles();
    }
    there.crash();
    const base = words('note', 'as it is');
    const asked = [
      host.request('notes:add', [ada, words('', 'refused'), 'new']),
      host.request('drafts:keep', [ada, { place: 'new', content: words('', 'typed next') }]),
      host.request('notes:edit', [ada, id, words('note', 'refused edit'), base]),
      host.request('drafts:keep', [ada, { place: 'edit', id, content: words('note', 'edited next'), base }]),
    ];
    await Promise.allSettled(asked);
    clock.advance(30_000);
    await settle();
    await there.titles();
    const texts = (await drafts()).map(({ content }) => content.text).join();
    for (const text of ['refused', 'typed next', 'refused edit', 'edited next'])
      expect(texts).toContain(text);
  });

  test('with a minute of service in between never closes the account', async () => {
    there.signIn('ada');
    for (let time = 0; time < 6; time += 1) {
      await there.titles();
      there.clock.advance(60_000);
      await settle();
      there.crash();
      await settle();
      expect(there.host.sync.phase).toBe('opening');
      there.clock.advance(200);
    }
    expect(await there.titles()).toEqual([]);
  });

  test('never turns the revision of views back', async () => {
    there.signIn('ada');
    await there.add('ada', words('one'));
    there.crash();
    await settle();
    there.clock.advance(200);
    await there.add('ada', words('two'));
    there.signIn('ben');
    await there.titles();
    await settle();
    expect(there.revisions).toEqual(there.revisions.toSorted((a, b) => a - b));
    expect(new Set(there.revisions).size).toBe(there.revisions.length);
  });

  test('while somebody signs out keeps everything', async () => {
    there.host.startSync();
    there.signIn('ada');
    await there.add('ada', words('pushed'));
    await settle();
    there.crash();
    await settle();
    expect(await there.signOut()).toBeGreaterThan(0);
    there.signIn('ada');
    expect(await there.titles()).toEqual(['pushed']);
  });
});

test('the folder of an export is known while another thread serves the account, or none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-exported-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = createTestHost({ chooseFolder: async () => folder });
  const exportedTo = (): string | null =>
    app.host.transfer.status === 'exported' ? path.dirname(app.host.transfer.result.folder) : null;
  app.signIn('ada');
  await app.titles();
  await app.host.request('transfer:export', [ada]);
  app.crash();
  await settle();
  expect(exportedTo()).toBe(folder);
  app.clock.advance(1_000);
  await app.titles();
  expect(exportedTo()).toBe(folder);
});

describe('an import whose thread ends in the middle', () => {
  const COUNT = 250;
  const INTERRUPTED = {
    status: 'failed',
    kind: 'import',
    reason: 'An import was interrupted. Import the same files again to go on.',
  };
  const STOPPED = { status: 'stopped', kind: 'import' };
  let folder: string;
  let source: string;
  let asked: number;
  /** Threads that still end when they have stored some of the notes, and not all. */
  let endings: number;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'inkling-interrupted-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    source = path.join(folder, 'Keep');
    mkdirSync(source);
    for (let day = 0; day < COUNT; day += 1)
      writeFileSync(path.join(source, `${day}.json`), keepFile(day, `Keep ${day}`));
    asked = 0;
    endings = 1;
    there = await startApp();
  });

  async function startApp(): Promise<TestHost> {
    let isStoring = false;
    const app = createTestHost({
      folder,
      connect: (uid) => (clouds[uid] ?? createFakeCloud()).connect(),
      async chooseSource() {
        asked += 1;
        return [source];
      },
      onTransfer(state) {
        isStoring = state.status === 'running' && state.total > 0;
      },
      trouble(moment) {
        if (!isStoring || endings === 0 || moment !== 'committed') return;
        isStoring = false;
        endings -= 1;
        throw new Database.SqliteError('the disk fails', 'SQLITE_IOERR_FSYNC');
      },
    });
    app.host.startSync();
    app.signIn('ada');
    await app.titles();
    await settle();
    return app;
  }

  const importFolder = () => there.host.request('transfer:import', [ada, 'folder']);
  const stored = async () => (await there.host.request('notes:counts', [])).active;

  /** What pages were told, without repetitions. */
  function statuses(): string[] {
    return there.transfers.map(({ status }) => status).filter((one, at, all) => one !== all[at - 1]);
  }

  async function end(): Promise<TransferState> {
    await expect
      .poll(() => {
        there.clock.advance(1_000);
        return there.host.transfer.status;
      })
      .not.toBe('running');
    return there.host.transfer;
  }

  test('goes on in the next one by itself, and pages see it run all the while', async () => {
    await importFolder();
    expect(await end()).toMatchObject({ status: 'imported', result: { broken: [] } });
    expect(statuses()).toEqual(['choosing', 'running', 'imported']);
    expect(there.started()).toBe(2);
    expect(asked).toBe(1);
    expect(await stored()).toBe(COUNT);
  });

  test('waits for the notes where the file was damaged, so that nothing comes twice', async () => {
    await importFolder();
    for (const part of ['', '-wal', '-shm']) rmSync(`${there.databaseOf('ada')}${part}`, { force: true });
    expect(await end()).toMatchObject({ status: 'imported' });
    expect(statuses()).toEqual(['choosing', 'running', 'imported']);
    expect(await stored()).toBe(COUNT);
  });

  test('again and again is not gone on with for ever, and says so', async () => {
    endings = 3;
    await importFolder();
    expect(await end()).toEqual(INTERRUPTED);
    expect(endings).toBe(0);
    there.clock.advance(60_000);
    await there.titles();
    await settle();
    expect(there.host.transfer).toEqual(INTERRUPTED);
    await importFolder();
    expect(await end()).toMatchObject({ status: 'imported' });
    expect(asked).toBe(2);
    expect(await stored()).toBe(COUNT);
  });

  test('is not gone on with where the notes stay closed', async () => {
    await importFolder();
    const blocked = path.dirname(there.databaseOf('ada'));
    rmSync(blocked, { recursive: true });
    writeFileSync(blocked, 'a file where the folder should be');
    await expect
      .poll(() => {
        there.clock.advance(1_000);
        return there.host.sync.phase;
      })
      .toBe('closed');
    expect(there.host.transfer).toEqual(INTERRUPTED);
  });

  test('waits for nobody who does not want it any more, and lets no other one begin beside it', async () => {
    await importFolder();
    expect(there.host.transfer.status).toBe('running');
    await expect(importFolder()).rejects.toMatchObject({ code: 'transfer-running' });
    await there.host.request('transfer:dismiss', []);
    expect(there.host.transfer.status).toBe('running');
    await there.host.request('transfer:cancel', []);
    expect(there.host.transfer).toEqual(STOPPED);
    there.clock.advance(1_000);
    expect(await stored()).toBeLessThan(COUNT);
    await settle();
    expect(there.host.transfer).toEqual(STOPPED);
    // Nor is it told of as interrupted at the next start.
    await there.end();
    there = await startApp();
    expect(there.host.transfer).toEqual(NO_TRANSFER);
  });

  test('[S10] [S14] goes on in no other account, and its own one says so at its next opening', async () => {
    await importFolder();
    there.signIn('ben');
    there.clock.advance(1_000);
    expect(await there.titles()).toEqual([]);
    await settle();
    expect(there.host.transfer).toEqual(NO_TRANSFER);
    expect(await there.titles()).toEqual([]);
    there.signIn('ada');
    expect(await stored()).toBeLessThan(COUNT);
    expect(there.host.transfer).toEqual(INTERRUPTED);
  });

  test('as the app is closed: the next start says so, until it is dismissed or an import ends', async () => {
    const restart = async (): Promise<TransferState> => {
      await there.end();
      there = await startApp();
      return there.host.transfer;
    };
    await importFolder();
    expect(await restart()).toEqual(INTERRUPTED);
    expect(await restart()).toEqual(INTERRUPTED);
    await there.host.request('transfer:dismiss', []);
    expect(await restart()).toEqual(NO_TRANSFER);

    endings = 1;
    source = path.join(folder, 'Keep 2');
    mkdirSync(source);
    for (let day = 0; day < COUNT; day += 1)
      writeFileSync(path.join(source, `${day}.json`), keepFile(day, `more ${day}`));
    await importFolder();
    expect(await restart()).toEqual(INTERRUPTED);
    await importFolder();
    expect(await end()).toMatchObject({ status: 'imported', result: { added: expect.any(Number) } });
    expect(await restart()).toEqual(NO_TRANSFER);
  });
});

test('notes that cannot be opened are a clear error, and signing out still works', async () => {
  const { host } = there;
  writeFileSync(path.join(there.folder, 'accounts'), 'a file where the folder of accounts should be');
  there.signIn('ada');
  const page = there.titles().catch((error: unknown) => error);
  for (const [ended, pause] of [200, 1_000, 5_000].entries()) {
    await expect.poll(() => there.syncs.filter(({ phase }) => phase === 'opening')).toHaveLength(ended + 1);
    there.clock.advance(pause);
  }
  expect(await page).toMatchObject({ code: 'store-failed' });
  expect(host.sync.phase).toBe('closed');
  expect(there.troubles.at(-1)).toContain('could not be opened');
  expect(await there.signOut()).toBeGreaterThan(0);
  await expect(there.titles()).rejects.toMatchObject({ code: 'not-signed-in' });
});
