/**
 * Words that wait outside of the database, with the real store and the real account: each reaches its
 * account.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { addWaitingNote, waitingWordsFolder } from '#main/device/waiting-words.ts';
import { makeNoteId } from '#shared/note/note-id.ts';
import type { Draft } from '#shared/note/draft.ts';
import { type Uid, TRANSITIONS } from '#shared/note/note.ts';
import {
  createHostWithClouds,
  createTestHost,
  SIGNED_OUT,
  type TestHost,
  type TestHostOptions,
  unconfirmed,
} from '#tests/support/test-host.ts';

vi.mock('node:fs/promises', { spy: true });

const ada = 'ada' as Uid;

let app: TestHost;

beforeEach(() => {
  ({ app } = createHostWithClouds());
});

function words(title: string, text = '') {
  return { title, text };
}

const drafts = (): Promise<readonly Draft[]> => app.drafts();

describe('words carry their account', () => {
  test('[S14.1] [S14.2] [C44] words typed for one account while another one opens go to the first one alone', async () => {
    const { host } = app;
    app.signIn('ada');
    await app.titles();
    app.signIn('ben');
    // Ada's page does not know of the new sign-in yet.
    await host.request('drafts:keep', [ada, { place: 'new', content: words('', 'secret of Ada') }]);
    await expect(host.request('notes:add', [ada, words('note of Ada'), 'quick'])).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    expect(await app.titles()).toEqual([]);
    expect(await drafts()).toEqual([]);
    app.signIn('ada');
    expect(await drafts()).toEqual([
      { place: 'new', content: words('', 'secret of Ada') },
      { place: 'quick', content: words('note of Ada') },
    ]);
  });

  test('[S14.2] a note that is added after its account was signed out becomes a draft with its marks', async () => {
    const { host } = app;
    app.signIn('ada');
    await app.titles();
    app.signIn('ben');
    const marks = { isPinned: true, addLabels: ['Work'] };
    await host.request('drafts:keep', [
      ada,
      { place: 'new', content: words('', 'a tho'), marks: { color: 'RED' } },
    ]);
    const add = host.request('notes:add', [ada, { ...words('', 'a thought'), marks }, 'new']);
    await expect(add).rejects.toMatchObject({ code: 'not-signed-in' });
    app.signIn('ada');
    expect(await drafts()).toMatchObject([{ place: 'new', marks: { ...marks, color: 'RED' } }]);
  });

  test('[S14.2] an edit that arrives after its account was signed out becomes a draft of that note', async () => {
    const { host } = app;
    app.signIn('ada');
    const id = await app.add('ada', words('note', 'before'));
    app.signIn('ben');
    const edit = host.request('notes:edit', [ada, id, words('note', 'after'), words('note', 'before')]);
    await expect(edit).rejects.toMatchObject({ code: 'not-signed-in' });
    app.signIn('ada');
    expect(await drafts()).toMatchObject([{ place: 'edit', id, content: words('note', 'after') }]);
  });

  test('[S14.2] words that are discarded after their account was signed out become a draft, whatever is typed later', async () => {
    const { host } = app;
    app.signIn('ada');
    const id = await app.add('ada', words('note', 'before'));
    app.signIn('ben');
    const base = words('note', 'before');
    await host.request('drafts:discard', [
      ada,
      { place: 'edit', id, content: words('note', 'after'), base },
      null,
    ]);
    await host.request('drafts:discard', [ada, { place: 'new', content: words('', 'milk') }, null]);
    await host.request('drafts:keep', [ada, { place: 'new', content: words('', 'bread') }]);
    app.signIn('ada');
    expect(await drafts()).toMatchObject([
      { place: 'edit', id, content: words('note', 'after') },
      { place: 'new', content: { text: expect.stringMatching(/milk\n\nbread|bread\n\nmilk/) } },
    ]);
  });

  test('[S14.1] [C44] words for an account that was never signed in to are refused', async () => {
    app.signIn('ada');
    const stored = app.host.request('drafts:keep', ['mallory' as Uid, { place: 'new', content: words('x') }]);
    await expect(stored).rejects.toMatchObject({ code: 'not-signed-in' });
  });
});

const quick = (text: string): Draft => ({ place: 'quick', content: words('', text) });

describe('words without an account', () => {
  test('an open quick note becomes a draft of the user who signs in, and of no other', async () => {
    await app.waitingWords.store(null, quick('before anybody'));
    expect(await drafts()).toEqual([quick('before anybody')]);
    app.signIn('ada');
    expect(await drafts()).toEqual([quick('before anybody')]);
    await expect.poll(() => app.waitingOf('ada')).toEqual([]);
    app.signIn('ben');
    expect(await drafts()).toEqual([]);
  });

  test('a closed quick note becomes a note of the user who signs in, beside that user’s own draft', async () => {
    app = createTestHost({ isQuickNoteOpen: () => false });
    app.signIn('ada');
    await app.titles();
    await app.host.request('drafts:keep', [ada, quick('my own')]);
    await app.signOut();
    await app.waitingWords.store(null, { place: 'quick', content: words('before anybody') });
    app.signIn('ada');
    await expect.poll(() => app.titles()).toEqual(['before anybody']);
    expect(await drafts()).toEqual([quick('my own')]);
    expect(app.waitingOf(null)).toEqual([]);
  });

  test('[S14.4] [C45] words without an account wait until the account is confirmed, and no sign-out or other account gets them', async () => {
    await app.waitingWords.store(null, quick('before anybody'));
    addNote('by a command');
    app.host.applySession(unconfirmed('mallory'));
    await app.titles();
    // The quick note shows them.
    expect(await drafts()).toEqual([quick('before anybody')]);
    app.host.takeWaitingWords();
    expect(await app.titles()).toEqual([]);
    expect(await app.signOut()).toBe(0);
    expect(await app.waitingWords.count(null)).toBe(2);
    app.host.applySession(unconfirmed('ada'));
    expect(await app.titles()).toEqual([]);
    expect(app.waitingOf(null)).toHaveLength(2);
    app.signIn('ada');
    await expect.poll(drafts).toEqual([quick('before anybody')]);
    await expect.poll(() => app.titles()).toEqual(['by a command']);
    expect(await app.waitingWords.count(null)).toBe(0);
  });

  test('words without an account that arrive just after the sign-in become a draft at once', async () => {
    app.signIn('ada');
    await app.titles();
    await app.waitingWords.store(null, quick('a little late'));
    await expect.poll(drafts).toEqual([quick('a little late')]);
  });

  test('[S14.3] words without an account that no page has read are not replaced by a page that does not have them', async () => {
    app.signIn('ada');
    expect(await drafts()).toEqual([]);
    await app.waitingWords.store(null, { place: 'quick', content: words('A little late') });
    await expect.poll(() => app.waitingOf('ada').length + app.waitingOf(null).length).toBe(0);
    const store = (): Promise<void> => app.host.request('drafts:keep', [ada, quick('written on')]);
    await expect(store()).rejects.toMatchObject({ code: 'drafts-unread' });
    expect(await drafts()).toEqual([{ place: 'quick', content: words('A little late') }]);
    await store();
    expect(await drafts()).toEqual([quick('written on')]);
  });

  test('a page that asks for its drafts right after the sign-in gets the quick note from before the sign-in', async () => {
    await app.waitingWords.store(null, quick('before anybody'));
    app.host.applySession(unconfirmed('ada'));
    await app.titles();
    app.signIn('ada');
    expect(await app.host.request('drafts:list', ['quick'])).toEqual([quick('before anybody')]);
  });
});

test('pages get the latest count of waiting words, even if it began before the previous count had ended', async () => {
  app.signIn('ada');
  await app.titles();
  const unsaved = (): number | undefined => app.syncs.at(-1)?.unsaved;
  const [first, second] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  // The counts of the opening are over, because they are made in order, and a later one does not end: the watch
  // of the folder may report something only now.
  await app.waitingWords.count(ada);
  const count = vi.spyOn(app.waitingWords, 'count').mockReturnValue(new Promise(() => undefined));
  onTestFinished(() => count.mockRestore());
  count.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  app.host.takeWaitingWords();
  app.host.takeWaitingWords();
  first.resolve(1);
  await expect.poll(unsaved).toBe(1);
  second.resolve(0);
  await expect.poll(unsaved).toBe(0);
});

let lastTime = 0;
function addNote(title: string, folder = app.folder): void {
  lastTime += 1;
  addWaitingNote(waitingWordsFolder(folder), makeNoteId(randomBytes), words(title), lastTime);
}

describe('notes of a command', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'inkling-waiting-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  });

  /** Starts the app; a second start in the same folder is a restart. */
  function start(options: TestHostOptions = {}): TestHost {
    app = createTestHost({ folder, ...options });
    return app;
  }

  test('each becomes a note, from before the start and later, the oldest first, even if two have the same words', async () => {
    addNote('one', folder);
    addNote('milk', folder);
    addNote('milk', folder);
    start().signIn('ada');
    await expect.poll(() => app.titles()).toEqual(['milk', 'milk', 'one']);
    addNote('three');
    await expect.poll(() => app.titles()).toEqual(['three', 'milk', 'milk', 'one']);
    await expect.poll(() => app.waitingOf('ada').length + app.waitingOf(null).length).toBe(0);
    expect(app.troubles).toEqual([]);
  });

  test('one that the account cannot store now stays, is reported and counted, and is stored half a minute later', async () => {
    let isFull = false;
    start({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    }).signIn('ada');
    await app.titles();
    isFull = true;
    addNote('one');
    await expect.poll(() => app.troubles.join()).toContain('Waiting words could not be moved into the notes');
    expect(app.waitingOf('ada')).toHaveLength(1);
    await expect.poll(() => app.host.current?.sync.unsaved).toBe(1);
    isFull = false;
    await expect
      .poll(() => {
        app.clock.advance(30_000);
        return app.titles();
      })
      .toEqual(['one']);
    await expect.poll(() => app.waitingOf('ada')).toEqual([]);
    await expect.poll(() => app.host.current?.sync.unsaved).toBe(0);
  });

  test('[S14] [C59] one that arrived while an account could not be opened goes to that account only, even after a restart', async () => {
    const before = start();
    before.signIn('ada');
    await before.titles();
    before.crash();
    addNote('ada’s');
    await expect.poll(() => before.waitingOf('ada')).toHaveLength(1);
    before.signIn('ben');
    addNote('ben’s');
    await expect.poll(() => before.titles()).toEqual(['ben’s']);
    await before.end();
    start().signIn('ben');
    expect(await app.titles()).toEqual(['ben’s']);
    expect(app.waitingOf('ada')).toHaveLength(1);
    app.signIn('ada');
    await expect.poll(() => app.titles()).toEqual(['ada’s']);
    await expect.poll(() => app.waitingOf('ada')).toEqual([]);
  });

  test('[C59] one stays one note if the app is killed between the note and the removal of the entry', async () => {
    // Removing the entry fails, as if the app were killed just before it.
    vi.mocked(fs.rm).mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    onTestFinished(() => void vi.mocked(fs.rm).mockReset());
    addNote('one', folder);
    const first = start();
    first.signIn('ada');
    await expect.poll(() => first.titles()).toEqual(['one']);
    // Other requests are answered meanwhile, and the note is deleted for ever.
    await first.add('ada', words('typed'));
    const { rows } = await first.host.request('notes:view', [VIEW]);
    const ids = rows.filter(({ title }) => title === 'one').map(({ id }) => id);
    await first.host.request('notes:change', [ada, [{ ids, to: TRANSITIONS.trash }]]);
    await first.host.request('notes:delete-forever', [ada, ids]);
    await first.end();
    vi.mocked(fs.rm).mockReset();
    const second = start();
    expect(second.waitingOf('ada')).toHaveLength(1);
    second.signIn('ada');
    await expect.poll(() => second.waitingOf('ada')).toEqual([]);
    expect(await second.titles()).toEqual(['typed']);
  });

  test('one becomes one note if the account’s thread ends before it answers', async () => {
    const before = start();
    before.signIn('ada');
    await before.titles();
    addNote('one');
    before.crash();
    await expect
      .poll(() => {
        before.clock.advance(1_000);
        return before.titles();
      })
      .toEqual(['one']);
    await expect.poll(() => before.waitingOf('ada')).toEqual([]);
    expect(await before.titles()).toEqual(['one']);
  });

  test('they wait until the session is known, and while signed out', async () => {
    addNote('one', folder);
    start();
    app.host.takeWaitingWords();
    app.host.applySession(SIGNED_OUT);
    app.host.takeWaitingWords();
    expect(await app.waitingWords.count(null)).toBe(1);
    app.signIn('ada');
    await expect.poll(() => app.titles()).toEqual(['one']);
  });
});

const VIEW = { list: 'active', query: '', labels: [], offset: 0, limit: 100 } as const;

describe('signing out', () => {
  test('[S11.2] removes an entry that the account has stored and that could not be removed before, and no other', async () => {
    ({ app } = createHostWithClouds());
    app.host.startSync();
    vi.mocked(fs.rm).mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
    onTestFinished(() => void vi.mocked(fs.rm).mockReset());
    await app.waitingWords.store('cleo' as Uid, quick('of another'));
    addNote('one');
    app.signIn('ada');
    await expect.poll(() => app.titles()).toEqual(['one']);
    await expect.poll(() => app.troubles.join()).toContain('EPERM');
    await expect.poll(() => app.host.current?.sync).toMatchObject({ phase: 'live', pending: 0 });
    expect(app.waitingOf('ada')).toHaveLength(1);
    vi.mocked(fs.rm).mockReset();
    expect(await app.signOut()).toBe(0);
    expect(app.waitingOf('ada')).toEqual([]);
    expect(app.waitingOf('cleo')).toHaveLength(1);
  });

  test('[S11.4] keeps the account while one of its entries cannot be read', async () => {
    ({ app } = createHostWithClouds());
    app.host.startSync();
    app.signIn('ada');
    await app.titles();
    app.signIn('ben');
    await app.host.request('drafts:keep', [ada, { place: 'new', content: words('', 'late') }]);
    const [file = ''] = app.waitingOf('ada');
    await fs.writeFile(file, '{');
    app.signIn('ada');
    expect(await drafts()).toEqual([]);
    expect(app.waitingOf('ada')).toEqual([`${file}.unreadable`]);
    expect(await app.signOut()).toBe(1);
  });
});
