/**
 * Words that were not saved are in the history (S12.5), on real files and through the account's host.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Draft, NewNoteDraft } from '#shared/note/draft.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import { contentOf, type NoteContent, type NoteId, type Uid, TRANSITIONS } from '#shared/note/note.ts';
import { createFakeCloud, type FakeCloud } from '#tests/support/fake-cloud.ts';
import { settle } from '#tests/support/settle.ts';
import { createTestHost, type TestHost } from '#tests/support/test-host.ts';

const ada = 'ada' as Uid;

let app: TestHost;
let cloud: FakeCloud;

beforeEach(async () => {
  cloud = createFakeCloud();
  app = createTestHost({ connect: () => cloud.connect() });
  app.signIn('ada');
  await app.drafts();
});

const words = (text: string): NoteContent => ({ title: '', text });
const typed = (text: string, place: 'new' | 'quick' = 'new'): NewNoteDraft => ({
  place,
  content: words(text),
});
const edited = (id: NoteId, text: string, base = 'before'): Draft => ({
  place: 'edit',
  id,
  content: words(text),
  base: words(base),
});

const storeDraft = (draft: Draft): Promise<void> => app.host.request('drafts:keep', [ada, draft]);
const discard = (draft: Draft, next: Draft | null = null): Promise<void> =>
  app.host.request('drafts:discard', [ada, draft, next]);

/** The versions of the note, latest first. */
async function versions(id: NoteId): Promise<{ text: string; isUnsaved: boolean }[]> {
  const { rows } = await app.host.request('history:versions', [id, 0, 100]);
  return Promise.all(
    rows.map(async ({ version, isUnsaved }) => {
      const { content } = await app.host.request('history:compare', [id, version]);
      return { text: content.text, isUnsaved };
    }),
  );
}

async function removed(): Promise<{ excerpt: string; isUnsaved: boolean }[]> {
  const { rows } = await app.host.request('removed:page', [0, 100]);
  return rows.map(({ excerpt, isUnsaved }) => ({ excerpt, isUnsaved }));
}

describe('[S12.5] words of a sheet that was closed without saving', () => {
  let id: NoteId;
  beforeEach(async () => {
    id = await app.add('ada', words('before'));
  });

  test('discarded words are a version of the note in place of their draft, and the note is unchanged', async () => {
    await storeDraft(edited(id, 'half a thou'));
    await discard(edited(id, 'half a thought'));
    expect(await app.drafts()).toEqual([]);
    expect(await versions(id)).toEqual([{ text: 'half a thought', isUnsaved: true }]);
    expect(contentOf(await app.host.request('notes:get', [id]))).toEqual(words('before'));
    expect(await removed()).toEqual([]);
  });

  test('the continued draft is stored in the transaction that discards the words', async () => {
    await storeDraft(edited(id, 'one'));
    await discard(edited(id, 'one'), edited(id, 'two'));
    expect(await app.drafts()).toEqual([edited(id, 'two')]);
    expect(await versions(id)).toEqual([{ text: 'one', isUnsaved: true }]);
  });

  test('words are discarded once, even if the thread ends after the commit and the request is repeated', async () => {
    await storeDraft(edited(id, 'half'));
    const requests = [discard(edited(id, 'half')), discard(edited(id, 'other'))];
    app.crash();
    await settle();
    app.clock.advance(200);
    await app.drafts();
    await Promise.all(requests);
    expect((await versions(id)).map(({ text }) => text)).toEqual(['other', 'half']);
    expect(await app.drafts()).toEqual([]);
  });

  test('the same words in a row are one version', async () => {
    for (const text of ['one', 'one', 'two', 'one']) await discard(edited(id, text));
    expect((await versions(id)).map(({ text }) => text)).toEqual(['one', 'two', 'one']);
  });

  test('words that the note has by now make no version', async () => {
    await discard(edited(id, 'before'));
    await app.host.request('notes:edit', [ada, id, words('after'), words('before')]);
    await discard(edited(id, 'after'));
    expect(await versions(id)).toEqual([{ text: 'before', isUnsaved: false }]);
  });

  test('words that could not have been merged into the note are a version of it', async () => {
    await app.host.request('notes:edit', [ada, id, words('theirs'), words('before')]);
    await discard(edited(id, 'ours'));
    expect((await versions(id)).map(({ text }) => text)).toEqual(['ours', 'before']);
  });

  test('words that differ from the note only in their line ends make no version', async () => {
    const theirs = 'theirs' as NoteId;
    cloud.put(theirs, { ...NO_FIELDS, text: 'one\r\ntwo' });
    app.host.startSync();
    await expect.poll(() => app.syncs.at(-1)).toMatchObject({ phase: 'live', pending: 0 });
    await discard(edited(theirs, 'one\ntwo', 'one\r\ntwo'));
    expect(await versions(theirs)).toEqual([]);
    await discard(edited(theirs, 'one\nthree', 'one\r\ntwo'));
    expect(await versions(theirs)).toEqual([{ text: 'one\nthree', isUnsaved: true }]);
  });

  test('discarded words that are saved after all are no longer a version', async () => {
    await discard(edited(id, 'other'));
    await discard(edited(id, 'after'));
    await app.host.request('notes:edit', [ada, id, words('after'), words('before')]);
    expect(await versions(id)).toEqual([
      { text: 'before', isUnsaved: false },
      { text: 'other', isUnsaved: true },
    ]);
  });

  test('the words of a sheet whose note is gone are listed as removed, and can become a note', async () => {
    await app.host.request('notes:change', [ada, [{ ids: [id], to: TRANSITIONS.trash }]]);
    await app.host.request('notes:delete-forever', [ada, [id]]);
    await discard(edited(id, 'typed since'));
    expect(await removed()).toEqual([{ excerpt: 'typed since', isUnsaved: true }]);
    const { rows } = await app.host.request('removed:page', [0, 1]);
    await app.host.request('removed:restore', [ada, rows[0]?.version ?? 0]);
    const view = { list: 'active', query: '', labels: [], offset: 0, limit: 9 } as const;
    expect((await app.host.request('notes:view', [view])).rows).toMatchObject([{ excerpt: 'typed since' }]);
    expect(await removed()).toEqual([]);
  });

  test('[S14.3] words that are stored unread in the same place are not dropped', async () => {
    await storeDraft(edited(id, 'from yesterday'));
    await app.signOut();
    app.signIn('ada');
    await expect(discard(edited(id, 'today'))).rejects.toMatchObject({ code: 'drafts-unread' });
    expect(await versions(id)).toEqual([]);
    expect(await app.drafts()).toEqual([edited(id, 'from yesterday')]);
  });
});

describe('[S12.5] words that were deleted before they became a note', () => {
  test('words of the box and of the quick note are listed as removed, equal words only once', async () => {
    await storeDraft(typed('m'));
    await discard(typed('milk'));
    await discard(typed('milk'));
    await discard(typed('bread', 'quick'));
    expect(await app.drafts()).toEqual([]);
    expect(await removed()).toEqual([
      { excerpt: 'bread', isUnsaved: true },
      { excerpt: 'milk', isUnsaved: true },
    ]);
  });

  test('deleted words become a note with the marks that were chosen for them', async () => {
    await discard({ ...typed('milk'), marks: { color: 'RED', addLabels: ['Shop'] } });
    const { rows } = await app.host.request('removed:page', [0, 1]);
    await app.host.request('removed:restore', [ada, rows[0]?.version ?? 0]);
    const view = { list: 'active', query: '', labels: [], offset: 0, limit: 9 } as const;
    expect((await app.host.request('notes:view', [view])).rows).toMatchObject([
      { excerpt: 'milk', color: 'RED', labels: ['Shop'] },
    ]);
  });

  test('deleted words that are saved after all are no longer listed as removed', async () => {
    await discard(typed('milk'));
    await discard(typed('bread'));
    await app.host.request('notes:add', [ada, words('milk'), 'new']);
    expect(await removed()).toEqual([{ excerpt: 'bread', isUnsaved: true }]);
  });
});
