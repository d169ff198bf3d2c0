import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/draft.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import type { TrashDays } from '#shared/settings.ts';
import { fields } from '#tests/support/fields.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createHostWithClouds, createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let there: TestHost;

beforeEach(() => {
  ({ there } = createHostWithClouds());
});

/** Has the account closed, because its threads end again and again. */
async function close(): Promise<void> {
  for (const pause of [200, 1_000, 5_000]) {
    there.crash();
    await settle();
    there.clock.advance(pause);
    await there.titles();
  }
  there.crash();
  await settle();
}

function words(title: string, text = '') {
  return { title, text };
}

const drafts = (): Promise<readonly Draft[]> => there.drafts();

describe('a thread that ends', () => {
  test('a thread that ends is followed by another, and each request made meanwhile is answered once', async () => {
    there.signIn('ada');
    await there.add('ada', words('before'));
    there.crash();
    const adding = there.add('ada', words('meanwhile'));
    const page = there.titles();
    await settle();
    expect(there.host.current?.sync.phase).toBe('opening');
    there.clock.advance(200);
    expect(await page).toEqual(['meanwhile', 'before']);
    const id = await adding;
    expect(await there.host.request('notes:get', [id])).toMatchObject({ title: 'meanwhile' });
    expect(there.started()).toBe(2);
  });

  test('an edit whose thread ends after its commit is not done twice', async () => {
    let isArmed = false;
    const thrower = createTestHost({
      injectFault(moment) {
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

  test('words typed while no thread is open wait for the next one, the latest of them last', async () => {
    there.signIn('ada');
    await drafts();
    there.crash();
    await settle();
    const keep = (text: string) =>
      there.host.request('drafts:keep', [ada, { place: 'new', content: words('', text) }]);
    const kept = [keep('a'), keep('a thought')];
    expect(await Promise.race([...kept, settle().then(() => 'waiting')])).toBe('waiting');
    there.clock.advance(200);
    await Promise.all(kept);
    expect(there.typedWordsOf('ada')).toEqual([]);
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'a thought') }]);
  });

  test('[S14.2] words that wait for a thread when the app ends go to a file, and are a draft at the next start', async () => {
    there.signIn('ada');
    await drafts();
    there.crash();
    await settle();
    const keep = there.host.request('drafts:keep', [ada, { place: 'new', content: words('', 'last words') }]);
    await there.signOut();
    await keep;
    expect(there.typedWordsOf('ada').map((file) => readFileSync(file, 'utf8'))).toEqual([
      expect.stringContaining('last words'),
    ]);
    there.signIn('ada');
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'last words') }]);
  });

  test('words typed while signed out that a full disk refuses become a draft when there is room', async () => {
    let isFull = false;
    const full = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    await full.signedOutWords.keep({ place: 'quick', content: words('', 'typed before') });
    isFull = true;
    full.signIn('ada');
    expect(await full.drafts()).toEqual([]);
    isFull = false;
    full.clock.advance(30_000);
    await expect.poll(() => full.drafts()).toEqual([{ place: 'quick', content: words('', 'typed before') }]);
  });

  test('[S14.2] words typed for a closed account that cannot be stored anywhere are refused', async () => {
    there.signIn('ada');
    await close();
    const folder = path.dirname(there.databaseOf('ada'));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    const keep = (text: string) =>
      there.host.request('drafts:keep', [ada, { place: 'new', content: words('', text) }]);
    const outcomes = await Promise.allSettled([keep('a'), keep('a thought')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    rmSync(folder);
  });

  test('the trash is not emptied if emptying it is turned off while the notes are being opened', async () => {
    let days: TrashDays = 7;
    const adas = createFakeCloud();
    there = createTestHost({ connect: () => adas.connect(), emptyTrashAfter: () => days });
    adas.put('trashed00000000000000' as NoteId, fields('in the trash', '', { isDeleted: true }));
    adas.passTime(30 * 24 * 60 * 60);
    there.host.startSync();
    there.signIn('ada');
    const page = there.titles();
    days = null;
    there.host.current?.emptyTrashAfter(null);
    await page;
    await settle();
    there.clock.advance(2 * 60 * 60 * 1000);
    await settle();
    expect(adas.documents.size).toBe(1);
  });

  test('a note that was typed and added while no thread was open leaves no draft behind', async () => {
    there.signIn('ada');
    await there.titles();
    there.crash();
    await settle();
    const draft: Draft = { place: 'new', content: words('', 'typed') };
    const kept = there.host.request('drafts:keep', [ada, draft]);
    const added = there.host.request('notes:add', [ada, draft.content, 'new']);
    await settle();
    there.clock.advance(200);
    await Promise.all([kept, added]);
    expect(await drafts()).toEqual([]);
    expect(await there.titles()).toHaveLength(1);
  });

  test('an account whose thread ends again and again is closed, refuses requests, and opens again by itself', async () => {
    there.signIn('ada');
    await there.add('ada', words('still here'));
    const { host, clock } = there;
    for (const pause of [200, 1_000, 5_000]) {
      there.crash();
      await settle();
      expect(host.current?.sync.phase).toBe('opening');
      clock.advance(pause);
      await there.titles();
    }
    there.crash();
    await settle();
    expect(host.current?.sync.phase).toBe('closed');
    await expect(there.titles()).rejects.toMatchObject({ code: 'store-failed' });
    await expect(there.add('ada', words('refused'))).rejects.toMatchObject({ code: 'store-failed' });
    await host.request('drafts:keep', [ada, { place: 'quick', content: words('', 'kept') }]);
    clock.advance(30_000);
    await settle();
    expect(await there.titles()).toEqual(['still here']);
    // The page may no longer have the refused words, so they are kept as a draft.
    expect((await drafts()).map(({ content }) => content)).toEqual([words('refused'), words('', 'kept')]);
  });

  test('words that a closed account refused stay in drafts beside the words typed after them', async () => {
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
    const requests = [
      host.request('notes:add', [ada, words('', 'refused'), 'new']),
      host.request('drafts:keep', [ada, { place: 'new', content: words('', 'typed next') }]),
      host.request('notes:edit', [ada, id, words('note', 'refused edit'), base]),
      host.request('drafts:keep', [ada, { place: 'edit', id, content: words('note', 'edited next'), base }]),
    ];
    await Promise.allSettled(requests);
    clock.advance(30_000);
    await settle();
    await there.titles();
    const texts = (await drafts()).map(({ content }) => content.text).join();
    for (const text of ['refused', 'typed next', 'refused edit', 'edited next'])
      expect(texts).toContain(text);
  });

  test('a note with marks that a closed account refuses becomes a draft with its marks', async () => {
    there.signIn('ada');
    const { host } = there;
    await close();
    const content = words('', 'refused');
    const added = host.request('notes:add', [ada, { ...content, marks: { isPinned: true } }, 'new']);
    await expect(added).rejects.toMatchObject({ code: 'store-failed' });
    expect(await drafts()).toStrictEqual([{ place: 'new', content, marks: { isPinned: true } }]);
  });

  test('a note from elsewhere that a closed account refuses joins the creation box’s draft, and is not replaced by it', async () => {
    there.signIn('ada');
    const { host, clock } = there;
    const inBox: Draft = { place: 'new', content: words('', 'in the box') };
    for (const pause of [200, 1_000, 5_000]) {
      there.crash();
      await settle();
      clock.advance(pause);
      await there.titles();
    }
    expect(await drafts()).toEqual([]);
    await host.request('drafts:keep', [ada, inBox]);
    there.crash();
    await settle();
    const dropped = host.request('notes:add', [ada, words('a dropped file'), null]);
    await expect(dropped).rejects.toMatchObject({ code: 'store-failed' });
    clock.advance(30_000);
    await settle();
    // The page goes on in its box without these words.
    await expect(host.request('drafts:keep', [ada, inBox])).rejects.toMatchObject({ code: 'drafts-unread' });
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'in the box\n\na dropped file') }]);
  });

  test('an account whose thread ends once a minute is never closed', async () => {
    there.signIn('ada');
    for (let time = 0; time < 6; time += 1) {
      await there.titles();
      there.clock.advance(60_000);
      await settle();
      there.crash();
      await settle();
      expect(there.host.current?.sync.phase).toBe('opening');
      there.clock.advance(200);
    }
    expect(await there.titles()).toEqual([]);
  });

  test('the revisions that pages get only increase, across an ended thread and another account', async () => {
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

  test('signing out after the thread has ended retains the account’s notes', async () => {
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
