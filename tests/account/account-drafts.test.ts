import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft, NewNoteDraft } from '#shared/note/draft.ts';
import { type NoteId, TRANSITIONS, type Uid } from '#shared/note/note.ts';
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

/** Signs out, as at the end of the app, and in again. After that no page has read the stored drafts. */
async function startAgain(): Promise<void> {
  await testHost.signOut();
  testHost.signIn('ada');
}

/** Stores words outside of the database, as while the account could not be opened. */
const leaveWords = (draft: Draft): Promise<void> => testHost.waitingWords.add(ada, draft);

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

  test('[S6.6] the draft of a note that is deleted forever goes with it, once its window has read it', async () => {
    await signIn();
    const [first, second] = [
      await testHost.add('ada', { title: '', text: 'first' }),
      await testHost.add('ada', { title: '', text: 'second' }),
    ];
    const deleteForever = async (id: NoteId): Promise<void> => {
      await testHost.host.request('notes:change', [ada, [{ ids: [id], to: TRANSITIONS.trash }]]);
      await testHost.host.request('notes:delete-forever', [ada, [id]]);
    };
    await list();
    await storeDraft(edited(first, 'edited', 'first'));
    await storeDraft(edited(second, 'edited as well', 'second'));
    await deleteForever(first);
    expect(await list()).toEqual([edited(second, 'edited as well', 'second')]);
    await startAgain();
    await deleteForever(second);
    expect(await list()).toEqual([edited(second, 'edited as well', 'second')]);
  });

  test('an unread draft stays when a new note is saved from the same field', async () => {
    await signIn();
    await storeDraft(typed('from yesterday'));
    await startAgain();
    await testHost.host.request('notes:add', [ada, { title: '', text: 'quickly saved' }, 'new']);
    expect(await list()).toEqual([typed('from yesterday')]);
    expect(await texts()).toEqual(['quickly saved']);
  });

  test('after the account’s thread ended, a draft is replaced by one that continues it, and by others once it is read', async () => {
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
    await leaveWords(typed('signed out', 'quick'));
    isFull = true;
    await signIn();
    isFull = false;
    await expect(storeDraft(typed('milk', 'quick'))).rejects.toMatchObject(isUnread);
  });
});

describe('words that waited outside of the database', () => {
  test('waiting words join the drafts of the same places', async () => {
    await signIn();
    const id = await testHost.add('ada', { title: '', text: 'before' });
    await storeDraft(typed('stored'));
    await storeDraft(edited(id, 'stored edit'));
    await testHost.signOut();
    await leaveWords(typed('waiting'));
    await leaveWords(edited(id, 'waiting edit'));
    testHost.signIn('ada');
    expect(await list()).toEqual([edited(id, 'stored edit\n\nwaiting edit'), typed('stored\n\nwaiting')]);
    expect(await texts()).toEqual(['before']);
  });

  test('waiting words replace a draft that they continue', async () => {
    await signIn();
    await storeDraft(typed('a tho'));
    await testHost.signOut();
    await leaveWords(typed('a thought'));
    testHost.signIn('ada');
    expect(await list()).toEqual([typed('a thought')]);
  });

  test('waiting words add nothing to a draft that continues them', async () => {
    await signIn();
    await list();
    await storeDraft(typed('one two', 'quick'));
    await leaveWords(typed('one', 'quick'));
    await expect.poll(() => testHost.waitingOf('ada')).toEqual([]);
    expect(await list()).toEqual([typed('one two', 'quick')]);
  });

  test('[S14.3] waiting words that are adopted late must be read before a draft of the same field is stored', async () => {
    let isFull = true;
    testHost = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    await leaveWords(typed('kept while it was closed'));
    testHost.signIn('ada');
    expect(await list()).toEqual([]);
    isFull = false;
    testHost.clock.advance(30_000);
    await expect.poll(() => testHost.waitingOf('ada')).toEqual([]);
    await expect(storeDraft(typed('typed since'))).rejects.toMatchObject(isUnread);
    expect(await list()).toEqual([typed('kept while it was closed')]);
    await storeDraft(typed('typed since'));
    expect(await list()).toEqual([typed('typed since')]);
  });
});
