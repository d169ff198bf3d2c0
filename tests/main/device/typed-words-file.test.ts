import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Draft, NewNoteDraft } from '#shared/note/draft.ts';
import type { NoteId } from '#shared/note/note.ts';
import { createTypedWordsFile, type TypedWordsFile } from '#main/device/typed-words-file.ts';

let folder: string;
let file: string;
let words: TypedWordsFile;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inkling-words-'));
  file = path.join(folder, 'account', 'typed-words.json');
  words = createTypedWordsFile(file);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const typed = (text: string, place: 'new' | 'quick' = 'new'): NewNoteDraft => ({
  place,
  content: { title: '', text },
});
const edit = (id: string, text: string): Draft => ({
  place: 'edit',
  id: id as NoteId,
  content: { title: 'note', text },
  base: { title: 'note', text: 'before' },
});

test('the next reader of the typed-words file finds one draft for each place and note', async () => {
  await words.store(typed('a'));
  await words.store(edit('one', 'first'));
  await words.store(edit('two', 'second'));
  await words.store(typed('a thought'));
  const stored = [edit('one', 'first'), edit('two', 'second'), typed('a thought')];
  expect(await createTypedWordsFile(file).all()).toEqual(stored);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('marks are stored with typed words and joined with those of other words, and invalid marks lose no word', async () => {
  const [pinned, red] = [
    { isPinned: true, addLabels: ['a'] },
    { color: 'RED', addLabels: ['b'] },
  ];
  await words.store({ ...typed('first'), marks: pinned });
  const next = createTypedWordsFile(file);
  expect(await next.all()).toEqual([{ ...typed('first'), marks: pinned }]);
  await next.join({ ...typed('second'), marks: red });
  expect(await next.all()).toEqual([
    { ...typed('first\n\nsecond'), marks: { isPinned: true, color: 'RED', addLabels: ['a', 'b'] } },
  ]);
  writeFileSync(file, JSON.stringify({ drafts: [{ ...typed('third'), marks: { isPinned: 'yes' } }] }));
  expect(await createTypedWordsFile(file).all()).toEqual([typed('third')]);
});

test('if many drafts for one place are stored at once, the last one is in the file', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `word ${index}`);
  await Promise.all(texts.map((text) => words.store(typed(text))));
  expect(await createTypedWordsFile(file).all()).toEqual([typed('word 49')]);
});

test('two edits of one base are merged; if both changed the same place, their words stand one below the other', async () => {
  const base = { title: 'Fruit', text: 'apples\npears\n' };
  const editTo = (text: string, of = base): Draft => {
    return {
      place: 'edit',
      id: 'abcdefghij0123456789' as NoteId,
      content: { title: 'Fruit', text },
      base: of,
    };
  };
  await words.store(editTo('apples\npears\nplums\n'));
  await words.join(editTo('red apples\npears\n'));
  expect(await words.all()).toEqual([editTo('red apples\npears\nplums\n')]);
  await words.join(editTo('green apples\npears\n'));
  expect((await words.all())[0]?.content.text).toBe('red apples\npears\nplums\n\n\ngreen apples\npears\n');
});

test('joining words loses none that are joined at the same time', async () => {
  await Promise.all([
    words.store(typed('one')),
    words.join({ place: 'new', content: { title: '', text: 'two' } }),
    words.store(typed('three', 'quick')),
    words.join({ place: 'quick', content: { title: '', text: 'four' } }),
  ]);
  expect(await createTypedWordsFile(file).all()).toEqual([
    typed('one\n\ntwo'),
    typed('three\n\nfour', 'quick'),
  ]);
});

test('a dropped draft is gone, and with the last draft the typed-words file', async () => {
  await words.store(typed('a'));
  await words.store(typed('b', 'quick'));
  await words.drop({ place: 'new' });
  expect(await words.all()).toEqual([typed('b', 'quick')]);
  await words.drop({ place: 'quick' });
  expect(existsSync(file)).toBe(false);
});

test('a typed-words file that was moved away is followed by an empty one, and moving a missing one is no error', async () => {
  await words.store(typed('a'));
  expect(await words.moveTo(path.join(folder, 'sealed.json'))).toBe(true);
  expect(await words.all()).toEqual([]);
  expect(await words.moveTo(path.join(folder, 'sealed.json'))).toBe(false);
  expect(await createTypedWordsFile(path.join(folder, 'sealed.json')).all()).toEqual([typed('a')]);
});

test('a stored draft replaces the one before it, also that of an earlier start', async () => {
  await words.store(typed('from yesterday', 'quick'));
  const today = createTypedWordsFile(file);
  expect(await today.list('quick')).toEqual([typed('from yesterday', 'quick')]);
  await today.store(typed('milk', 'quick'));
  expect(await today.all()).toEqual([typed('milk', 'quick')]);
});

test('the typed-words file lists the drafts of one window', async () => {
  await words.store(typed('in the box'));
  await words.store(typed('a thought', 'quick'));
  await words.store(edit('one', 'in the dialog'));
  expect(await words.list('quick')).toEqual([typed('a thought', 'quick')]);
  expect(await words.list('main')).toEqual([typed('in the box'), edit('one', 'in the dialog')]);
});

test('a typed-words file that cannot be read is an error, and is not overwritten', async () => {
  // A folder in its place exists but cannot be read, like a file when the system has no handles left.
  mkdirSync(file, { recursive: true });
  await expect(words.all()).rejects.toMatchObject({ code: 'store-failed' });
  await expect(words.store(typed('new'))).rejects.toMatchObject({ code: 'store-failed' });
  rmdirSync(file);
  await words.store(typed('once more'));
  expect(await words.all()).toEqual([typed('once more')]);
});

test.each(['{', '[]', '{"drafts": [{"place": "edit"}]}', '{"title": 1}'])(
  'a file without valid typed words stays under another name: %s',
  async (content) => {
    mkdirSync(path.dirname(file));
    writeFileSync(file, content);
    await words.store(typed('new'));
    expect(await words.all()).toEqual([typed('new')]);
    const aside = readdirSync(path.dirname(file)).find((name) => name.includes('unreadable')) ?? '';
    expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toBe(content);
  },
);
