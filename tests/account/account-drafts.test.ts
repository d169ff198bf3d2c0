import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft, NewNoteDraft } from '#shared/draft.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let there: TestHost;

beforeEach(() => {
  there = createTestHost();
});

function typed(text: string, place: 'new' | 'quick' = 'new'): NewNoteDraft {
  return { place, content: { title: '', text } };
}

function edited(id: NoteId, text: string, before = 'before'): Draft {
  return { place: 'edit', id, content: { title: '', text }, base: { title: '', text: before } };
}

const list = (): Promise<readonly Draft[]> => there.drafts();
const keep = (draft: Draft): Promise<void> => there.host.request('drafts:keep', [ada, draft]);

async function texts(): Promise<string[]> {
  const view = { list: 'active', query: '', offset: 0, limit: 100 } as const;
  const { rows } = await there.host.request('notes:view', [view]);
  return rows.map(({ excerpt }) => excerpt).toSorted();
}

async function signIn(): Promise<void> {
  there.signIn('ada');
  await texts();
}

/** Signs out, as the end of the app does, and in again. After that no page has read the stored drafts. */
async function startAgain(): Promise<void> {
  await there.signOut();
  there.signIn('ada');
}

/** Writes a file of typed words beside the database, as an earlier run of the app left it. */
function leaveWords(name: string, content: string): string {
  const folder = path.dirname(there.databaseOf('ada'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('[S14.3] drafts that no page has read', () => {
  test('listing the quick note’s drafts does not count as reading the draft of the creation box', async () => {
    await signIn();
    await keep(typed('from yesterday'));
    await startAgain();
    expect(await there.host.request('drafts:list', ['quick'])).toEqual([]);
    await keep(typed('typed before the answer'));
    expect(await list()).toEqual([typed('typed before the answer')]);
    expect(await texts()).toEqual(['from yesterday']);
  });

  test('an unread draft becomes a note when another draft is typed in the same field', async () => {
    await signIn();
    await keep(typed('from yesterday'));
    await startAgain();
    await keep(typed('typed before the answer'));
    expect(await list()).toEqual([typed('typed before the answer')]);
    expect(await texts()).toEqual(['from yesterday']);
  });

  test('an unread draft retains its marks when it becomes a note', async () => {
    await signIn();
    await keep({ ...typed('from yesterday'), marks: { color: 'RED', addLabels: ['Work'] } });
    await startAgain();
    await keep(typed('typed before the answer'));
    const view = { list: 'active', query: 'yesterday', offset: 0, limit: 100 } as const;
    const { rows } = await there.host.request('notes:view', [view]);
    expect(rows).toMatchObject([{ color: 'RED', labels: ['Work'] }]);
  });

  test('an unread draft stays when a new note is saved from the same field', async () => {
    await signIn();
    await keep(typed('from yesterday'));
    await startAgain();
    await there.host.request('notes:add', [ada, { title: '', text: 'quickly saved' }, 'new']);
    expect(await list()).toEqual([typed('from yesterday')]);
    expect(await texts()).toEqual(['quickly saved']);
  });

  test('an unread draft of a note becomes an edit of that note when another draft of it is typed', async () => {
    await signIn();
    const id = await there.add('ada', { title: '', text: 'before' });
    await keep(edited(id, 'from yesterday'));
    await startAgain();
    await keep(edited(id, 'typed before the answer'));
    expect(await list()).toEqual([edited(id, 'typed before the answer')]);
    expect(await texts()).toEqual(['from yesterday']);
  });

  test('a draft that the page has read is overwritten by the next one, also after the account’s thread ended', async () => {
    await signIn();
    await keep(typed('from yesterday'));
    await startAgain();
    expect(await list()).toEqual([typed('from yesterday')]);
    there.crash();
    await keep(typed('something else'));
    there.clock.advance(200);
    expect(await texts()).toEqual([]);
    expect(await list()).toEqual([typed('something else')]);
    await keep(typed('and else'));
    expect(await texts()).toEqual([]);
  });
});

describe('[S14.3] pages that are made while the notes are being reopened', () => {
  async function crashWith(draft: Draft): Promise<void> {
    await signIn();
    await list();
    await keep(draft);
    there.crash();
    await settle();
  }

  test('a page made while the notes are reopened turns the draft that an earlier page stored into a note', async () => {
    await crashWith(typed('a long letter'));
    const listed = list();
    await keep(typed('milk'));
    there.clock.advance(200);
    expect(await listed).toEqual([typed('milk')]);
    expect(await texts()).toEqual(['a long letter']);
  });

  test('a page made while the notes are reopened joins its draft to the one that an earlier page typed meanwhile', async () => {
    await crashWith(typed(''));
    await keep(typed('a long letter'));
    const listed = list();
    await keep(typed('milk'));
    there.clock.advance(200);
    expect(await listed).toEqual([typed('a long letter\n\nmilk')]);
  });
});

test('[S14.3] a stored draft stays unread if the disk is full while a file of typed words is adopted', async () => {
  let isFull = false;
  there = createTestHost({
    injectFault(moment) {
      if (isFull && moment === 'commit') throw new Database.SqliteError('disk is full', 'SQLITE_FULL');
    },
  });
  await signIn();
  await keep(typed('from yesterday', 'quick'));
  await there.signOut();
  leaveWords('typed-words-000001.json', JSON.stringify({ drafts: [typed('signed out', 'quick')] }));
  isFull = true;
  await signIn();
  isFull = false;
  await keep(typed('milk', 'quick'));
  expect(await texts()).toEqual(['from yesterday']);
});

describe('a file of typed words', () => {
  const notes = (...drafts: readonly Draft[]): string => JSON.stringify({ drafts });

  test('a file of typed words becomes a note and an edit if newer drafts exist in its places', async () => {
    await signIn();
    const id = await there.add('ada', { title: '', text: 'before' });
    await keep(typed('newer'));
    await keep(edited(id, 'newer edit'));
    await there.signOut();
    leaveWords('typed-words-000001.json', notes(typed('older'), edited(id, 'older edit')));
    there.signIn('ada');
    expect(await list()).toEqual([edited(id, 'newer edit'), typed('newer')]);
    expect(await texts()).toEqual(['older', 'older edit']);
  });

  test('a file of typed words adds nothing to a draft that continues its words', async () => {
    await there.signedOutWords.keep(typed('one', 'quick'));
    await signIn();
    await keep(typed('one two', 'quick'));
    await there.signedOutWords.keep(typed('one', 'quick'));
    there.host.takeSignedOutWords();
    await expect.poll(() => there.signedOutWords.all()).toEqual([]);
    expect(await list()).toEqual([typed('one two', 'quick')]);
  });

  test('a file of typed words that is adopted late becomes a note when a draft is typed in the same field', async () => {
    let isFull = true;
    there = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    const file = leaveWords('typed-words-000001.json', notes(typed('kept while it was closed')));
    there.signIn('ada');
    expect(await list()).toEqual([]);
    isFull = false;
    there.clock.advance(30_000);
    await expect.poll(() => existsSync(file)).toBe(false);
    await keep(typed('typed since'));
    expect(await list()).toEqual([typed('typed since')]);
    expect(await texts()).toEqual(['kept while it was closed']);
  });

  test.each(['{', '{"drafts": [{"place": "edit"}]}'])(
    'an unreadable file of typed words is renamed and stays, and the next file is adopted: %s',
    async (content) => {
      const file = leaveWords('typed-words-000001.json', content);
      leaveWords('typed-words-000002.json', notes(typed('readable')));
      there.signIn('ada');
      expect(await list()).toEqual([typed('readable')]);
      expect(existsSync(file)).toBe(false);
      expect(readdirSync(path.dirname(file)).filter((name) => name.includes('unreadable'))).toHaveLength(1);
      await there.host.request('drafts:drop', [ada, { place: 'new' }]);
      expect(await there.signOut()).toBe(1);
    },
  );
});
