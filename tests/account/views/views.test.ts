import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { areLabelsFixed, MOST_LABELS } from '#shared/note/labels.ts';
import { type ListName, listOf, type NoteId } from '#shared/note/note.ts';
import { UNVERIFIED } from '#shared/note/remote-store.ts';
import { EXCERPT_LENGTH, TITLE_LENGTH, type ViewPage } from '#shared/note/view.ts';
import { createNoteStore } from '#account/tables/note-store.ts';
import { createSearchIndex, type SearchIndex } from '#account/views/search-index.ts';
import { excerptOf } from '#account/tables/excerpt.ts';
import { createViews } from '#account/views/views.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { fields } from '#tests/support/fields.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { indexAll, NO_INDEX } from './search-support.ts';
import { openConnection, settledNote } from '../support/store.ts';

function openStore(index?: SearchIndex) {
  const db = openConnection();
  return { db, store: createNoteStore(db), views: createViews(db, index ?? NO_INDEX) };
}

const id = 'note-1' as NoteId;
const clean: NoteRecord = { ...settledNote(id), created: 1_000_000 };

test('§2 a view lists notes newest first, one window at a time, with the total', () => {
  const { store, views } = openStore();
  for (let index = 0; index < 10; index += 1) {
    store.write({ ...clean, id: `n${index}` as NoteId, created: index + 1, local: fields(`${index}`, '') });
  }
  const page = views.page({ list: 'active', query: '', labels: [], offset: 2, limit: 3 }, 7);
  expect(page.rows.map(({ title }) => title)).toEqual(['7', '6', '5']);
  expect(page).toMatchObject({ revision: 7, offset: 2, total: 10 });
});

test('[C37] a row has the beginning of a long title, and never half a character; the note has all of it', () => {
  const { store, views } = openStore();
  const title = `${'é'.repeat(TITLE_LENGTH - 1)}🙂${'x'.repeat(1_000_000)}`;
  store.write({ ...clean, id: 'a' as NoteId, local: fields(title, '') });
  store.write({ ...clean, id: 'b' as NoteId, local: fields('x'.repeat(TITLE_LENGTH), '') });
  for (const query of ['', 'x']) {
    const { rows } = views.page({ list: 'active', query, labels: [], offset: 0, limit: 9 }, 0);
    expect(Object.fromEntries(rows.map((row) => [row.id, row.title]))).toEqual({
      a: 'é'.repeat(TITLE_LENGTH - 1),
      b: 'x'.repeat(TITLE_LENGTH),
    });
  }
  expect(views.note('a' as NoteId).title).toBe(title);
});

test('all notes of the same moment are listed', () => {
  const { store, views } = openStore();
  for (const name of ['a', 'b', 'c']) store.write({ ...clean, id: name as NoteId });
  store.write({ ...clean, id: 'b' as NoteId, local: fields('changed', '') });
  expect(views.counts()).toEqual({ active: 3, archived: 0, trashed: 0 });
});

test('a note whose date becomes known moves to its place', () => {
  const { store, views } = openStore();
  store.write({ ...clean, id: 'a' as NoteId, created: 10 });
  store.write({ ...clean, id: 'b' as NoteId, created: 20 });
  store.write({ ...clean, id: 'a' as NoteId, created: 30 });
  const { rows } = views.page({ list: 'active', query: '', labels: [], offset: 0, limit: 9 }, 0);
  expect(rows.map((row) => row.id)).toEqual(['a', 'b']);
});

test('an imported note shows its own date, but is sorted by the date of the cloud', () => {
  const { store, views } = openStore();
  const written = { timestampValue: '2017-07-14T02:40:00.123456000Z' };
  const imported = (name: string, created: number, extra: NoteRecord['extra']): void =>
    store.write({ ...clean, id: name as NoteId, created, extra });
  imported('plain', 2_000_000, {});
  imported('keep', 3_000_000, { originalCreatedAt: written });
  imported('edited', 4_000_000, { originalCreatedAt: { nullValue: null }, originalEditedAt: written });
  imported('strange', 5_000_000, { originalCreatedAt: { stringValue: 'once' } });
  const { rows } = views.page({ list: 'active', query: '', labels: [], offset: 0, limit: 9 }, 0);
  const date = Date.parse('2017-07-14T02:40:00.123Z');
  expect(rows.map((row) => [row.id, row.createdAt])).toEqual([
    ['strange', 5_000],
    ['edited', date],
    ['keep', date],
    ['plain', 2_000],
  ]);
  expect(views.note('keep' as NoteId).createdAt).toBe(date);
});

describe('the time of a note’s last edit', () => {
  const created = Date.parse('2020-01-01T00:00:00Z');
  const heard = Date.parse('2020-03-05T00:00:00Z');

  function openEdited(byCloud: 0 | 1, cloudTime: string | null, more: Partial<NoteRecord> = {}) {
    const opened = openStore();
    const { store, db } = opened;
    store.write({ ...clean, created: created * 1000, ...more, local: fields('before', '') });
    store.write({ ...clean, created: created * 1000, ...more, local: fields('after', '') });
    db.prepare('UPDATE history SET stored_at = ?, by_cloud = ?').run(heard, byCloud);
    db.prepare('UPDATE notes SET update_time = ?').run(cloudTime);
    return opened;
  }

  function editedAt({ views }: ReturnType<typeof openStore>): number | null {
    const [row] = views.page({ list: 'active', query: '', labels: [], offset: 0, limit: 1 }, 0).rows;
    expect(views.note(id).editedAt).toBe(row?.editedAt);
    return row?.editedAt ?? null;
  }

  const cloudTime = (moment: string): string =>
    `${String(Date.parse(moment) / 1000).padStart(12, '0')}.000000000`;

  test('an edit by this device has the time of the history, whatever the cloud reports later', () => {
    expect(editedAt(openEdited(0, cloudTime('2020-03-04T00:00:00Z')))).toBe(heard);
  });

  test('an edit by another device has the cloud’s time if that is earlier than the time of its arrival', () => {
    const changed = '2020-03-01T00:00:00Z';
    expect(editedAt(openEdited(1, cloudTime(changed)))).toBe(Date.parse(changed));
    expect(editedAt(openEdited(1, cloudTime('2020-04-01T00:00:00Z')))).toBe(heard);
    expect(editedAt(openEdited(1, UNVERIFIED))).toBe(heard);
    expect(editedAt(openEdited(1, null))).toBe(heard);
  });

  test('unsaved words, marks, and words within a note’s first minute do not count as an edit', () => {
    const opened = openStore();
    opened.store.write({ ...clean, created: created * 1000, local: fields('words', '') });
    opened.store.write({ ...clean, created: created * 1000, local: fields('words', '', { isPinned: true }) });
    expect(editedAt(opened)).toBe(null);
    const unsaved = openEdited(0, null);
    unsaved.db.prepare('UPDATE history SET unsaved = 1').run();
    expect(editedAt(unsaved)).toBe(null);
    const soon = openEdited(0, null);
    soon.db.prepare('UPDATE history SET stored_at = ?').run(created + 59_000);
    expect(editedAt(soon)).toBe(null);
  });

  test('an imported note has the time of its edit at its origin, or of a later edit here', () => {
    const extra: NoteRecord['extra'] = {
      originalCreatedAt: { timestampValue: '2017-07-14T02:40:00.000000000Z' },
      originalEditedAt: { timestampValue: '2018-07-14T02:40:00.000000000Z' },
    };
    const opened = openStore();
    opened.store.write({ ...clean, extra });
    expect(editedAt(opened)).toBe(Date.parse('2018-07-14T02:40:00Z'));
    expect(editedAt(openEdited(0, null, { extra }))).toBe(heard);
  });
});

test('[C37] megabytes in unknown fields from another client are not read for each card', () => {
  const { store, views } = openStore();
  const megabyte = 'x'.repeat(1_000_000);
  const arrayValue = Array.from({ length: 20_000 }, (_, at) => ({ stringValue: `Label ${at}` }));
  const local = fields('title', 'text', {
    color: megabyte,
    conflictOf: megabyte,
    labels: { unknown: { arrayValue } },
  });
  for (let at = 0; at < 40; at += 1) {
    const extra = { odd: { stringValue: megabyte } };
    store.write({ ...clean, id: `note-${at}` as NoteId, created: at, local, extra });
  }
  const start = process.threadCpuUsage();
  const { rows } = views.page({ list: 'active', query: '', labels: [], offset: 0, limit: 40 }, 0);
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(50);
  expect(rows).toHaveLength(40);
  expect(rows[0]).toMatchObject({ title: 'title', excerpt: 'text', conflictCopy: true, color: null });
  expect(rows[0]?.labels).toHaveLength(MOST_LABELS);
  expect(JSON.stringify(rows[0]).length).toBeLessThan(20_000);
  expect(views.labels()).toHaveLength(MOST_LABELS);
  // A page also gets a short form of an open note, which says that the labels cannot be changed.
  const { labels } = views.note('note-1' as NoteId);
  expect(areLabelsFixed(labels)).toBe(true);
  expect(JSON.stringify(labels).length).toBeLessThan(20_000);
});

test('§3 each list shows its own notes', () => {
  const { store, views } = openStore();
  store.write({
    ...clean,
    id: 'a' as NoteId,
    local: fields('', '', { isArchived: true, isDeleted: true }),
  });
  store.write({ ...clean, id: 't' as NoteId, local: fields('', '', { isDeleted: true }) });
  store.write({ ...clean, id: 'gone' as NoteId, local: null });
  const ids = (list: ListName) =>
    views.page({ list, query: '', labels: [], offset: 0, limit: 9 }, 0).rows.map((row) => row.id);
  expect([ids('active'), ids('archived'), ids('trashed')]).toEqual([[], ['a'], ['t']]);
});

test('§3 the table of notes sorts notes into lists as `listOf` does', () => {
  const { store, views } = openStore();
  for (const isArchived of [false, true]) {
    for (const isDeleted of [false, true]) {
      const name = `${isArchived} ${isDeleted}` as NoteId;
      store.write({ ...clean, id: name, local: fields('', '', { isArchived, isDeleted }) });
      const list = listOf({ isArchived, isDeleted });
      const { rows } = views.page({ list, query: '', labels: [], offset: 0, limit: 9 }, 0);
      expect(rows.map((row) => row.id)).toContain(name);
    }
  }
});

test('pinned notes come first, newest first in each part, wherever a window begins and under a query', () => {
  const { store, views } = openStore();
  for (let at = 0; at < 10; at += 1) {
    const local = fields('', `milk ${at}`, { isPinned: [1, 4, 7].includes(at), isArchived: at === 7 });
    store.write({ ...clean, id: `${at}` as NoteId, created: at + 1, local });
  }
  const all = ['4', '1', '9', '8', '6', '5', '3', '2', '0'];
  for (const query of ['', 'milk']) {
    for (let offset = 0; offset < 10; offset += 1) {
      const page = views.page({ list: 'active', query, labels: [], offset, limit: 3 }, 0);
      expect(page).toMatchObject({ total: 9, pinned: 2 });
      expect(page.rows.map((row) => row.id)).toEqual(all.slice(offset, offset + 3));
      expect(page.rows.map((row) => row.pinned)).toEqual(
        all.slice(offset, offset + 3).map((name) => ['1', '4'].includes(name)),
      );
    }
  }
  const archived = views.page({ list: 'archived', query: '', labels: [], offset: 0, limit: 3 }, 0);
  expect(archived).toMatchObject({ total: 1, pinned: 0, rows: [{ id: '7', pinned: false }] });
});

test('each label is listed once, in alphabetical order, and filters the notes beside the query', () => {
  const { store, views } = openStore();
  const write = (name: string, labels: string[] | null, color: string | null = null): void =>
    store.write({ ...clean, id: name as NoteId, local: fields('', `text of ${name}`, { labels, color }) });
  const found = (labels: readonly string[], query = '', list: ListName = 'active') =>
    views
      .page({ list, query, labels, offset: 0, limit: 9 }, 0)
      .rows.map((row) => row.id)
      .toSorted();
  write('a', null);
  write('b', ['Work', 'Äpfel'], 'RED');
  write('c', ['work', 'Zebra 10', 'Zebra 9'], 'a colour of tomorrow');
  expect(views.labels()).toEqual([
    { name: 'Äpfel', active: 1 },
    { name: 'Work', active: 2 },
    { name: 'Zebra 9', active: 1 },
    { name: 'Zebra 10', active: 1 },
  ]);
  expect(found(['WORK'])).toEqual(['b', 'c']);
  expect(found(['work', 'Work'])).toEqual(['b', 'c']);
  expect(found(['work'], 'of b')).toEqual(['b']);
  expect(found(['work', 'äpfel'])).toEqual(['b']);
  expect(found(['work'], '', 'trashed')).toEqual([]);
  expect(found(['none'])).toEqual([]);
  expect(found(['work', 'none'], 'text')).toEqual([]);
  const { rows } = views.page({ list: 'active', query: '', labels: ['work'], offset: 0, limit: 9 }, 0);
  expect(rows.find((row) => row.id === 'b')).toMatchObject({ labels: ['Work', 'Äpfel'], color: 'RED' });
  expect(rows.find((row) => row.id === 'c')).toMatchObject({ color: null, excerpt: 'text of c' });
});

test('§5 a query is only text, whatever labels there are', () => {
  const { store, views } = openStore();
  const found = (query: string): readonly string[] =>
    views.page({ list: 'active', query, labels: [], offset: 0, limit: 9 }, 0).rows.map((row) => row.id);
  store.write({
    ...clean,
    id: 'labelled' as NoteId,
    local: fields('', '', { labels: ['Work', 'two words'] }),
  });
  store.write({ ...clean, id: 'text' as NoteId, local: fields('', 'type label:Work in the box') });
  store.write({ ...clean, id: 'quoted' as NoteId, local: fields('label:"two words"', '') });
  expect(found('label:work')).toEqual(['text']);
  expect(found('label:Work in')).toEqual(['text']);
  expect(found('label:"Two Words"')).toEqual(['quoted']);
});

test('§5 a search covers one list and counts all of its hits', () => {
  const { store, views } = openStore();
  for (let index = 0; index < 10; index += 1) {
    const local = fields(`Note ${index}`, index % 2 === 0 ? 'BUTTER' : 'bread');
    store.write({ ...clean, id: `n${index}` as NoteId, created: index + 1, local });
  }
  const page = views.page({ list: 'active', query: 'butter', labels: [], offset: 1, limit: 2 }, 0);
  expect(page.total).toBe(5);
  expect(page.rows.map(({ title }) => title)).toEqual(['Note 6', 'Note 4']);
});

test('[C37] a card gets the beginning of a long text and never half a character', () => {
  const { store, views } = openStore();
  store.write({ ...clean, local: fields('', `${'x'.repeat(EXCERPT_LENGTH - 1)}😀 and more`) });
  const [row] = views.page({ list: 'active', query: '', labels: [], offset: 0, limit: 1 }, 0).rows;
  expect(row).toMatchObject({ excerpt: 'x'.repeat(EXCERPT_LENGTH - 1), clipped: true });
});

test.each([
  '',
  '\0',
  'a\0b',
  '日'.repeat(EXCERPT_LENGTH),
  '日'.repeat(EXCERPT_LENGTH + 1),
  '😀'.repeat(EXCERPT_LENGTH / 2),
  '😀é\0'.repeat(9_999),
])('a card of text %# begins as the text does', (whole) => {
  const { store, views } = openStore();
  store.write({ ...clean, local: fields('', whole) });
  const [card] = views.page({ list: 'active', query: '', labels: [], offset: 0, limit: 1 }, 0).rows;
  expect(card).toMatchObject({ excerpt: excerptOf(whole), clipped: whole.length > EXCERPT_LENGTH });
});

test('§5 under a query a card shows the first hit of a long text', () => {
  const { store, views } = openStore();
  const lines = 'Nothing to see here.\n';
  store.write({ ...clean, local: fields('', `${lines.repeat(9_999)}before\nthe hit\n${lines.repeat(99)}`) });
  const [row] = views.page({ list: 'active', query: 'HIT', labels: [], offset: 0, limit: 1 }, 0).rows;
  expect(row?.excerpt).toMatch(/^…before\nthe hit\n/u);
  expect(row?.clipped).toBe(true);
});

test('a request for a removed note fails with a clear error', () => {
  const { views } = openStore();
  expect(() => views.note(id)).toThrow(expect.objectContaining({ code: 'note-not-found' }));
});

describe('§5 under a query', () => {
  /** 1,500 notes with long texts: more than a page can search in its time. */
  function openMany() {
    const db = openConnection();
    const index = createSearchIndex(db, path.join(temporaryFolder(), 'search.sqlite'));
    const store = createNoteStore(db);
    store.transaction(() => {
      for (let at = 0; at < 1_500; at += 1) {
        const isMarked = at % 200 === 0;
        store.write({
          ...settledNote(
            `note ${at}`,
            `${isMarked ? 'marked ' : ''}${'words and more of them '.repeat(40)}`,
            at + 1,
          ),
        });
      }
    });
    return { index, store, views: createViews(db, index) };
  }

  function ask({ views }: ReturnType<typeof openMany>, query: string, offset = 0, limit = 5): ViewPage {
    return views.page({ list: 'active', query, labels: [], offset, limit }, 0);
  }

  test('a search answers a page before all its rows are found, and completes it afterwards', () => {
    const on = openMany();
    const first = ask(on, 'marked');
    expect(first.atLeast).toBe(true);
    expect(first.rows.length).toBeLessThan(5);
    let slices = 0;
    while (on.views.countSome() === 'counting') slices += 1;
    expect(slices).toBeGreaterThan(0);
    const second = ask(on, 'marked');
    expect(second.rows.map((row) => row.id)).toEqual([1400, 1200, 1000, 800, 600].map((at) => `note ${at}`));
    // The page is full, but the remaining hits are not counted yet.
    expect(second.atLeast).toBe(true);
    while (on.views.countSome() === 'counting') slices += 1;
    expect(ask(on, 'marked')).toEqual({ ...second, total: 8, atLeast: undefined });
    expect(on.views.countSome()).toBe('idle');
  });

  test('a search with an index answers the page at once, and the count follows', () => {
    const on = openMany();
    indexAll(on);
    expect(ask(on, 'marked')).toMatchObject({ total: 8, rows: { length: 5 } });
    const frequent = ask(on, 'more of them');
    expect(frequent).toMatchObject({ atLeast: true, rows: { length: 5 } });
    let progress = on.views.countSome();
    while (progress === 'counting') progress = on.views.countSome();
    expect(progress).toBe('better');
    expect(ask(on, 'more of them').total).toBe(1_500);
    expect(ask(on, 'more of them', 1_498)).toMatchObject({ total: 1_500, rows: { length: 2 } });
  });

  test('the complete count of a search stays complete when a note changes', () => {
    const on = openMany();
    indexAll(on);
    ask(on, 'more of them');
    while (on.views.countSome() !== 'idle');
    on.store.write(settledNote('note 7', 'something else', 8));
    on.store.write(settledNote('new', 'more of them', 5_000));
    const page = ask(on, 'more of them', 0, 1);
    expect(page).toMatchObject({ total: 1_500, rows: [{ id: 'new' }] });
    expect(page.atLeast).toBeUndefined();
  });

  test('a search in a list of a few notes does not use the index, however many hits are in other lists', () => {
    const matches: string[] = [];
    const index: SearchIndex = {
      ...NO_INDEX,
      keysBefore({ match }) {
        matches.push(match);
        return [];
      },
    };
    const { store, views } = openStore(index);
    const { local, ...rest } = settledNote('trashed', 'more of them', 0);
    store.write({ ...rest, local: local && { ...local, isDeleted: true } });
    const page = views.page({ list: 'trashed', query: 'more of them', labels: [], offset: 0, limit: 5 }, 0);
    expect(page.rows.map((row) => row.id)).toEqual(['trashed']);
    expect(page.atLeast).toBeUndefined();
    expect(matches).toEqual([]);
  });
});
