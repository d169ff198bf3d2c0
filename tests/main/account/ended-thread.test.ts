import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft } from '#shared/note/draft.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import { fields } from '#tests/support/fields.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createHostWithClouds, createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let app: TestHost;

beforeEach(() => {
  ({ app } = createHostWithClouds());
});

/** Causes the account to be closed, because its threads keep ending. */
async function close(): Promise<void> {
  for (const pause of [200, 1_000, 5_000]) {
    app.crash();
    await settle();
    app.clock.advance(pause);
    await app.titles();
  }
  app.crash();
  await settle();
}

function words(title: string, text = '') {
  return { title, text };
}

const drafts = (): Promise<readonly Draft[]> => app.drafts();

describe('a thread that ends', () => {
  test('a thread that ends is replaced by another, and each request made meanwhile is answered once', async () => {
    app.signIn('ada');
    await app.add('ada', words('before'));
    app.crash();
    const adding = app.add('ada', words('meanwhile'));
    const page = app.titles();
    await settle();
    expect(app.host.current?.sync.phase).toBe('opening');
    app.clock.advance(200);
    expect(await page).toEqual(['meanwhile', 'before']);
    const id = await adding;
    expect(await app.host.request('notes:get', [id])).toMatchObject({ title: 'meanwhile' });
    expect(app.started()).toBe(2);
  });

  test('[S8.10] the cause for which the cloud refuses is not shown while the notes are opened again', async () => {
    const { app: refused, clouds } = createHostWithClouds();
    refused.host.startSync();
    refused.signIn('ada');
    await refused.titles();
    await settle();
    const refusal = { cause: 'index-missing', status: 9 } as const;
    const reason = { id: 'cloud-status', status: 9 } as const;
    clouds['ada']?.endListeners({ kind: 'refused', reason, refusal });
    await settle();
    expect(refused.host.current?.sync).toMatchObject({ phase: 'cloud-refuses', refusal });
    refused.crash();
    await settle();
    expect(refused.host.current?.sync.phase).toBe('opening');
    expect(refused.host.current?.sync.refusal).toBeUndefined();
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
    const savedId = await edit;
    expect(await thrower.titles()).toHaveLength(2);
    expect(await thrower.host.request('notes:get', [savedId])).toMatchObject({ text: 'mine' });
  });

  test('words typed while no thread is open wait for the next one, the latest of them last', async () => {
    app.signIn('ada');
    await drafts();
    app.crash();
    await settle();
    const store = (text: string) =>
      app.host.request('drafts:keep', [ada, { place: 'new', content: words('', text) }]);
    const stored = [store('a'), store('a thought')];
    expect(await Promise.race([...stored, settle().then(() => 'waiting')])).toBe('waiting');
    app.clock.advance(200);
    await Promise.all(stored);
    expect(app.waitingOf('ada')).toEqual([]);
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'a thought') }]);
  });

  test('[S14.2] words that wait for a thread when the app ends go to a file, and are a draft at the next start', async () => {
    app.signIn('ada');
    await drafts();
    app.crash();
    await settle();
    const stored = app.host.request('drafts:keep', [ada, { place: 'new', content: words('', 'last words') }]);
    await app.signOut();
    await stored;
    expect(app.waitingOf('ada').map((file) => readFileSync(file, 'utf8'))).toEqual([
      expect.stringContaining('last words'),
    ]);
    app.signIn('ada');
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'last words') }]);
  });

  test('words typed while signed out that a full disk refuses become a draft when there is room', async () => {
    let isFull = false;
    const full = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    await full.waitingWords.store(null, { place: 'quick', content: words('', 'typed before') });
    isFull = true;
    full.signIn('ada');
    expect(await full.drafts()).toEqual([]);
    isFull = false;
    full.clock.advance(30_000);
    await expect.poll(() => full.drafts()).toEqual([{ place: 'quick', content: words('', 'typed before') }]);
  });

  test('[S14.2] words typed for a closed account that cannot be stored anywhere are refused', async () => {
    app.signIn('ada');
    await close();
    const folder = path.join(app.folder, 'waiting-words');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'in the way');
    const store = (text: string) =>
      app.host.request('drafts:keep', [ada, { place: 'new', content: words('', text) }]);
    const outcomes = await Promise.allSettled([store('a'), store('a thought')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    rmSync(folder);
  });

  test('the trash is not emptied if emptying it is turned off while the notes are being opened', async () => {
    let days: TrashDays = 7;
    const adas = createFakeCloud();
    app = createTestHost({ connect: () => adas.connect(), emptyTrashAfter: () => days });
    adas.put('trashed00000000000000' as NoteId, fields('in the trash', '', { isDeleted: true }));
    adas.passTime(30 * 24 * 60 * 60);
    app.host.startSync();
    app.signIn('ada');
    const page = app.titles();
    days = null;
    app.host.current?.emptyTrashAfter(null);
    await page;
    await settle();
    app.clock.advance(2 * 60 * 60 * 1000);
    await settle();
    expect(adas.documents.size).toBe(1);
  });

  test('a note that was typed and added while no thread was open leaves no draft', async () => {
    app.signIn('ada');
    await app.titles();
    app.crash();
    await settle();
    const draft: Draft = { place: 'new', content: words('', 'typed') };
    const stored = app.host.request('drafts:keep', [ada, draft]);
    const added = app.host.request('notes:add', [ada, draft.content, 'new']);
    await settle();
    app.clock.advance(200);
    await Promise.all([stored, added]);
    expect(await drafts()).toEqual([]);
    expect(await app.titles()).toHaveLength(1);
  });

  test('an account whose thread keeps ending is closed, refuses requests, and opens again by itself', async () => {
    app.signIn('ada');
    await app.add('ada', words('still here'));
    const { host, clock } = app;
    for (const pause of [200, 1_000, 5_000]) {
      app.crash();
      await settle();
      expect(host.current?.sync.phase).toBe('opening');
      clock.advance(pause);
      await app.titles();
    }
    app.crash();
    await settle();
    expect(host.current?.sync.phase).toBe('closed');
    await expect(app.titles()).rejects.toMatchObject({ code: 'store-failed' });
    await expect(app.add('ada', words('refused'))).rejects.toMatchObject({ code: 'store-failed' });
    await host.request('drafts:keep', [ada, { place: 'quick', content: words('', 'typed next') }]);
    clock.advance(30_000);
    await settle();
    expect(await app.titles()).toEqual(['still here']);
    // The page may have dropped the refused words, so they become a draft.
    expect((await drafts()).map(({ content }) => content)).toEqual([
      words('refused'),
      words('', 'typed next'),
    ]);
  });

  test('words that a closed account refused stay in drafts beside the words typed after them', async () => {
    app.signIn('ada');
    const id = await app.add('ada', words('note', 'as it is'));
    const { host, clock } = app;
    for (const pause of [200, 1_000, 5_000]) {
      app.crash();
      await settle();
      clock.advance(pause);
      await app.titles();
    }
    app.crash();
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
    await app.titles();
    const texts = (await drafts()).map(({ content }) => content.text).join();
    for (const text of ['refused', 'typed next', 'refused edit', 'edited next'])
      expect(texts).toContain(text);
  });

  test('a note with marks that a closed account refuses becomes a draft with its marks', async () => {
    app.signIn('ada');
    const { host } = app;
    await close();
    const content = words('', 'refused');
    const added = host.request('notes:add', [ada, { ...content, marks: { isPinned: true } }, 'new']);
    await expect(added).rejects.toMatchObject({ code: 'store-failed' });
    expect(await drafts()).toStrictEqual([{ place: 'new', content, marks: { isPinned: true } }]);
  });

  test('a note from elsewhere that a closed account refuses joins the creation box’s draft, and is not replaced by it', async () => {
    app.signIn('ada');
    const { host, clock } = app;
    const inBox: Draft = { place: 'new', content: words('', 'in the box') };
    for (const pause of [200, 1_000, 5_000]) {
      app.crash();
      await settle();
      clock.advance(pause);
      await app.titles();
    }
    expect(await drafts()).toEqual([]);
    await host.request('drafts:keep', [ada, inBox]);
    app.crash();
    await settle();
    const dropped = host.request('notes:add', [ada, words('a dropped file'), null]);
    await expect(dropped).rejects.toMatchObject({ code: 'store-failed' });
    clock.advance(30_000);
    await settle();
    // The page keeps typing in its box without these words.
    await expect(host.request('drafts:keep', [ada, inBox])).rejects.toMatchObject({ code: 'drafts-unread' });
    expect(await drafts()).toEqual([{ place: 'new', content: words('', 'in the box\n\na dropped file') }]);
  });

  test('an account whose thread ends once a minute is never closed', async () => {
    app.signIn('ada');
    for (let time = 0; time < 6; time += 1) {
      await app.titles();
      app.clock.advance(60_000);
      await settle();
      app.crash();
      await settle();
      expect(app.host.current?.sync.phase).toBe('opening');
      app.clock.advance(200);
    }
    expect(await app.titles()).toEqual([]);
  });

  test('the revisions that pages get only increase, even across an ended thread and a change of account', async () => {
    app.signIn('ada');
    await app.add('ada', words('one'));
    app.crash();
    await settle();
    app.clock.advance(200);
    await app.add('ada', words('two'));
    app.signIn('ben');
    await app.titles();
    await settle();
    expect(app.revisions).toEqual(app.revisions.toSorted((a, b) => a - b));
    expect(new Set(app.revisions).size).toBe(app.revisions.length);
  });

  test('signing out after the thread has ended retains the account’s notes', async () => {
    app.host.startSync();
    app.signIn('ada');
    await app.add('ada', words('pushed'));
    await settle();
    app.crash();
    await settle();
    expect(await app.signOut()).toBeGreaterThan(0);
    app.signIn('ada');
    expect(await app.titles()).toEqual(['pushed']);
  });
});
