import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft, NewNoteDraft } from '#shared/note/draft.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let testHost: TestHost;

beforeEach(() => {
  testHost = createTestHost();
});

function typed(text: string, place: 'new' | 'quick' = 'new'): NewNoteDraft {
  return { place, content: { title: '', text } };
}

function edited(id: NoteId, text: string, before = 'before'): Draft {
  return { place: 'edit', id, content: { title: '', text }, base: { title: '', text: before } };
}

const list = (): Promise<readonly Draft[]> => testHost.drafts();
const storeDraft = (draft: Draft): Promise<void> => testHost.host.request('drafts:keep', [ada, draft]);

async function texts(): Promise<string[]> {
  const view = { list: 'active', query: '', labels: [], offset: 0, limit: 100 } as const;
  const { rows } = await testHost.host.request('notes:view', [view]);
  return rows.map(({ excerpt }) => excerpt).toSorted();
}

async function signIn(): Promise<void> {
  testHost.signIn('ada');
  await texts();
}

/** Signs out, as the end of the app does, and in again. After that no page has read the stored drafts. */
async function startAgain(): Promise<void> {
  await testHost.signOut();
  testHost.signIn('ada');
}

/** Writes a file of typed words beside the database, as an earlier run of the app left it. */
function leaveWords(name: string, content: string): string {
  const folder = path.dirname(testHost.databaseOf('ada'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const isUnread = { code: 'drafts-unread' };

describe('[S14.3] drafts that their window has not read', () => {
  test('an unread draft is neither replaced nor dropped until its window has read it', async () => {
    await signIn();
    await storeDraft(typed('from yesterday'));
    await startAgain();
    await expect(storeDraft(typed('typed before the answer'))).rejects.toMatchObject(isUnread);
    const drop = testHost.host.request('drafts:drop', [ada, { place: 'new' }]);
    await expect(drop).rejects.toMatchObject(isUnread);
    expect(await list()).toEqual([typed('from yesterday')]);
    await storeDraft(typed('typed after the answer'));
    expect(await list()).toEqual([typed('typed after the answer')]);
  });

  test('listing the quick note’s drafts does not count as reading the draft of the creation box', async () => {
    await signIn();
    await storeDraft(typed('from yesterday'));
    await startAgain();
    expect(await testHost.host.request('drafts:list', ['quick'])).toEqual([]);
    await expect(storeDraft(typed('typed before the answer'))).rejects.toMatchObject(isUnread);
  });

  test('an unread draft of a note is not replaced by another edit of that note', async () => {
    await signIn();
    const id = await testHost.add('ada', { title: '', text: 'before' });
    await storeDraft(edited(id, 'from yesterday'));
    await startAgain();
    await expect(storeDraft(edited(id, 'typed before the answer'))).rejects.toMatchObject(isUnread);
    expect(await list()).toEqual([edited(id, 'from yesterday')]);
  });

  test('an unread draft stays when a new note is saved from the same field', async () => {
    await signIn();
    await storeDraft(typed('from yesterday'));
    await startAgain();
    await testHost.host.request('notes:add', [ada, { title: '', text: 'quickly saved' }, 'new']);
    expect(await list()).toEqual([typed('from yesterday')]);
    expect(await texts()).toEqual(['quickly saved']);
  });

  test('after the account’s thread ended, a draft is replaced by one that goes on from it, and by others once it is read', async () => {
    await signIn();
    await list();
    await storeDraft(typed('a tho'));
    testHost.crash();
    const next = [
      storeDraft(typed('a thought')),
      storeDraft(typed('another')).catch((error: unknown) => error),
    ];
    await settle();
    testHost.clock.advance(200);
    expect(await Promise.all(next)).toEqual([undefined, expect.objectContaining(isUnread)]);
    expect(await list()).toEqual([typed('a thought')]);
    await storeDraft(typed('another'));
    expect(await list()).toEqual([typed('another')]);
  });

  test('a draft stays unread if the disk is full while a file of typed words is adopted', async () => {
    let isFull = false;
    testHost = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('disk is full', 'SQLITE_FULL');
      },
    });
    await signIn();
    await storeDraft(typed('from yesterday', 'quick'));
    await testHost.signOut();
    leaveWords('typed-words-000001.json', JSON.stringify({ drafts: [typed('signed out', 'quick')] }));
    isFull = true;
    await signIn();
    isFull = false;
    await expect(storeDraft(typed('milk', 'quick'))).rejects.toMatchObject(isUnread);
  });
});

describe('a file of typed words', () => {
  const notes = (...drafts: readonly Draft[]): string => JSON.stringify({ drafts });

  test('a file of typed words joins the drafts in its places', async () => {
    await signIn();
    const id = await testHost.add('ada', { title: '', text: 'before' });
    await storeDraft(typed('stored'));
    await storeDraft(edited(id, 'stored edit'));
    await testHost.signOut();
    leaveWords('typed-words-000001.json', notes(typed('in the file'), edited(id, 'edit in the file')));
    testHost.signIn('ada');
    expect(await list()).toEqual([
      edited(id, 'stored edit\n\nedit in the file'),
      typed('stored\n\nin the file'),
    ]);
    expect(await texts()).toEqual(['before']);
  });

  test('a file of typed words replaces a draft that it continues', async () => {
    await signIn();
    await storeDraft(typed('a tho'));
    await testHost.signOut();
    leaveWords('typed-words-000001.json', notes(typed('a thought')));
    testHost.signIn('ada');
    expect(await list()).toEqual([typed('a thought')]);
  });

  test('a file of typed words adds nothing to a draft that continues its words', async () => {
    await testHost.signedOutWords.store(typed('one', 'quick'));
    await signIn();
    await storeDraft(typed('one two', 'quick'));
    await testHost.signedOutWords.store(typed('one', 'quick'));
    testHost.host.current?.takeSignedOutWords();
    await expect.poll(() => testHost.signedOutWords.all()).toEqual([]);
    expect(await list()).toEqual([typed('one two', 'quick')]);
  });

  test('[S14.3] a file of typed words that is adopted late has to be read before a draft is typed in the same field', async () => {
    let isFull = true;
    testHost = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    const file = leaveWords('typed-words-000001.json', notes(typed('kept while it was closed')));
    testHost.signIn('ada');
    expect(await list()).toEqual([]);
    isFull = false;
    testHost.clock.advance(30_000);
    await expect.poll(() => existsSync(file)).toBe(false);
    await expect(storeDraft(typed('typed since'))).rejects.toMatchObject(isUnread);
    expect(await list()).toEqual([typed('kept while it was closed')]);
    await storeDraft(typed('typed since'));
    expect(await list()).toEqual([typed('typed since')]);
  });

  test.each(['{', '{"drafts": [{"place": "edit"}]}'])(
    'an unreadable file of typed words is renamed and stays, and the next file is adopted: %s',
    async (content) => {
      const file = leaveWords('typed-words-000001.json', content);
      leaveWords('typed-words-000002.json', notes(typed('readable')));
      testHost.signIn('ada');
      expect(await list()).toEqual([typed('readable')]);
      expect(existsSync(file)).toBe(false);
      expect(readdirSync(path.dirname(file)).filter((name) => name.includes('unreadable'))).toHaveLength(1);
      await testHost.host.request('drafts:drop', [ada, { place: 'new' }]);
      expect(await testHost.signOut()).toBe(1);
    },
  );
});
