import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft, NewNoteDraft } from '#shared/draft.ts';
import type { NoteId, Uid } from '#shared/note.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let app: TestHost;

beforeEach(() => {
  app = createTestHost();
});

function typed(text: string, place: 'new' | 'quick' = 'new'): NewNoteDraft {
  return { place, content: { title: '', text } };
}

function edited(id: NoteId, text: string, before = 'before'): Draft {
  return { place: 'edit', id, content: { title: '', text }, base: { title: '', text: before } };
}

const list = (): Promise<readonly Draft[]> => app.drafts();
const keep = (draft: Draft): Promise<void> => app.host.request('drafts:keep', [ada, draft]);

async function texts(): Promise<string[]> {
  const view = { list: 'active', query: '', offset: 0, limit: 100 } as const;
  const { rows } = await app.host.request('notes:view', [view]);
  return rows.map(({ excerpt }) => excerpt).toSorted();
}

async function signIn(): Promise<void> {
  app.signIn('ada');
  await texts();
}

/** Signs out, as the end of the app does, and in again. After that no page has read the stored drafts. */
async function startAgain(): Promise<void> {
  await app.signOut();
  app.signIn('ada');
}

/** Writes a file of typed words beside the database, as an earlier run of the app left it. */
function leaveWords(name: string, content: string): string {
  const folder = path.dirname(app.databaseOf('ada'));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const isUnread = { code: 'drafts-unread' };

describe('[S14.3] drafts that their window has not read', () => {
  test('an unread draft is neither replaced nor dropped until its window has read it', async () => {
    await signIn();
    await keep(typed('from yesterday'));
    await startAgain();
    await expect(keep(typed('typed before the answer'))).rejects.toMatchObject(isUnread);
    const drop = app.host.request('drafts:drop', [ada, { place: 'new' }]);
    await expect(drop).rejects.toMatchObject(isUnread);
    expect(await list()).toEqual([typed('from yesterday')]);
    await keep(typed('typed after the answer'));
    expect(await list()).toEqual([typed('typed after the answer')]);
  });

  test('listing the quick note’s drafts does not count as reading the draft of the creation box', async () => {
    await signIn();
    await keep(typed('from yesterday'));
    await startAgain();
    expect(await app.host.request('drafts:list', ['quick'])).toEqual([]);
    await expect(keep(typed('typed before the answer'))).rejects.toMatchObject(isUnread);
  });

  test('an unread draft of a note is not replaced by another edit of that note', async () => {
    await signIn();
    const id = await app.add('ada', { title: '', text: 'before' });
    await keep(edited(id, 'from yesterday'));
    await startAgain();
    await expect(keep(edited(id, 'typed before the answer'))).rejects.toMatchObject(isUnread);
    expect(await list()).toEqual([edited(id, 'from yesterday')]);
  });

  test('an unread draft stays when a new note is saved from the same field', async () => {
    await signIn();
    await keep(typed('from yesterday'));
    await startAgain();
    await app.host.request('notes:add', [ada, { title: '', text: 'quickly saved' }, 'new']);
    expect(await list()).toEqual([typed('from yesterday')]);
    expect(await texts()).toEqual(['quickly saved']);
  });

  test('after the account’s thread ended, a draft is replaced by one that goes on from it, and by others once it is read', async () => {
    await signIn();
    await list();
    await keep(typed('a tho'));
    app.crash();
    const next = [keep(typed('a thought')), keep(typed('another')).catch((error: unknown) => error)];
    await settle();
    app.clock.advance(200);
    expect(await Promise.all(next)).toEqual([undefined, expect.objectContaining(isUnread)]);
    expect(await list()).toEqual([typed('a thought')]);
    await keep(typed('another'));
    expect(await list()).toEqual([typed('another')]);
  });

  test('a draft stays unread if the disk is full while a file of typed words is adopted', async () => {
    let isFull = false;
    app = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('disk is full', 'SQLITE_FULL');
      },
    });
    await signIn();
    await keep(typed('from yesterday', 'quick'));
    await app.signOut();
    leaveWords('typed-words-000001.json', JSON.stringify({ drafts: [typed('signed out', 'quick')] }));
    isFull = true;
    await signIn();
    isFull = false;
    await expect(keep(typed('milk', 'quick'))).rejects.toMatchObject(isUnread);
  });
});

describe('a file of typed words', () => {
  const notes = (...drafts: readonly Draft[]): string => JSON.stringify({ drafts });

  test('a file of typed words joins the drafts in its places', async () => {
    await signIn();
    const id = await app.add('ada', { title: '', text: 'before' });
    await keep(typed('stored'));
    await keep(edited(id, 'stored edit'));
    await app.signOut();
    leaveWords('typed-words-000001.json', notes(typed('in the file'), edited(id, 'edit in the file')));
    app.signIn('ada');
    expect(await list()).toEqual([
      edited(id, 'stored edit\n\nedit in the file'),
      typed('stored\n\nin the file'),
    ]);
    expect(await texts()).toEqual(['before']);
  });

  test('a file of typed words replaces a draft that it continues', async () => {
    await signIn();
    await keep(typed('a tho'));
    await app.signOut();
    leaveWords('typed-words-000001.json', notes(typed('a thought')));
    app.signIn('ada');
    expect(await list()).toEqual([typed('a thought')]);
  });

  test('a file of typed words adds nothing to a draft that continues its words', async () => {
    await app.signedOutWords.store(typed('one', 'quick'));
    await signIn();
    await keep(typed('one two', 'quick'));
    await app.signedOutWords.store(typed('one', 'quick'));
    app.host.current?.takeSignedOutWords();
    await expect.poll(() => app.signedOutWords.all()).toEqual([]);
    expect(await list()).toEqual([typed('one two', 'quick')]);
  });

  test('[S14.3] a file of typed words that is adopted late has to be read before a draft is typed in the same field', async () => {
    let isFull = true;
    app = createTestHost({
      injectFault(moment) {
        if (isFull && moment === 'commit') throw new Database.SqliteError('full', 'SQLITE_FULL');
      },
    });
    const file = leaveWords('typed-words-000001.json', notes(typed('kept while it was closed')));
    app.signIn('ada');
    expect(await list()).toEqual([]);
    isFull = false;
    app.clock.advance(30_000);
    await expect.poll(() => existsSync(file)).toBe(false);
    await expect(keep(typed('typed since'))).rejects.toMatchObject(isUnread);
    expect(await list()).toEqual([typed('kept while it was closed')]);
    await keep(typed('typed since'));
    expect(await list()).toEqual([typed('typed since')]);
  });

  test.each(['{', '{"drafts": [{"place": "edit"}]}'])(
    'an unreadable file of typed words is renamed and stays, and the next file is adopted: %s',
    async (content) => {
      const file = leaveWords('typed-words-000001.json', content);
      leaveWords('typed-words-000002.json', notes(typed('readable')));
      app.signIn('ada');
      expect(await list()).toEqual([typed('readable')]);
      expect(existsSync(file)).toBe(false);
      expect(readdirSync(path.dirname(file)).filter((name) => name.includes('unreadable'))).toHaveLength(1);
      await app.host.request('drafts:drop', [ada, { place: 'new' }]);
      expect(await app.signOut()).toBe(1);
    },
  );
});
