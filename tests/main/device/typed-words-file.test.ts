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
import type { Draft } from '#shared/draft.ts';
import type { NoteId } from '#shared/note.ts';
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

const typed = (text: string, place: 'new' | 'quick' = 'new'): Draft => ({
  place,
  content: { title: '', text },
});
const edit = (id: string, text: string): Draft => ({
  place: 'edit',
  id: id as NoteId,
  content: { title: 'note', text },
  base: { title: 'note', text: 'before' },
});

test('what was kept is there for whoever reads the file next, one draft of each place and note', async () => {
  await words.keep(typed('a'));
  await words.keep(edit('one', 'first'));
  await words.keep(edit('two', 'second'));
  await words.keep(typed('a thought'));
  const there = [edit('one', 'first'), edit('two', 'second'), typed('a thought')];
  expect(await createTypedWordsFile(file).list()).toEqual(there);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('many at once are all there, the last of each', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `word ${index}`);
  await Promise.all(texts.map((text) => words.keep(typed(text))));
  expect(await createTypedWordsFile(file).list()).toEqual([typed('word 49')]);
});

test('words that are joined take nothing away, whoever comes at the same time', async () => {
  await Promise.all([
    words.keep(typed('one')),
    words.join({ place: 'new', content: { title: '', text: 'two' } }),
    words.keep(typed('three', 'quick')),
    words.join({ place: 'quick', content: { title: '', text: 'four' } }),
  ]);
  expect(await createTypedWordsFile(file).list()).toEqual([
    typed('one\n\ntwo'),
    typed('three\n\nfour', 'quick'),
  ]);
});

test('what was dropped is gone, and with the last of them the file', async () => {
  await words.keep(typed('a'));
  await words.keep(typed('b', 'quick'));
  await words.drop({ place: 'new' });
  expect(await words.list()).toEqual([typed('b', 'quick')]);
  await words.drop({ place: 'quick' });
  expect(existsSync(file)).toBe(false);
});

test('given away it begins anew, and nothing is told of one that is not there', async () => {
  await words.keep(typed('a'));
  expect(await words.moveTo(path.join(folder, 'sealed.json'))).toBe(true);
  expect(await words.list()).toEqual([]);
  expect(await words.moveTo(path.join(folder, 'sealed.json'))).toBe(false);
  expect(await createTypedWordsFile(path.join(folder, 'sealed.json')).list()).toEqual([typed('a')]);
});

test('a file that cannot be read is an error, and is not written over', async () => {
  // As one that the system has no handle left for: it is there, and reading it fails.
  mkdirSync(file, { recursive: true });
  await expect(words.list()).rejects.toMatchObject({ code: 'store-failed' });
  await expect(words.keep(typed('new'))).rejects.toMatchObject({ code: 'store-failed' });
  rmdirSync(file);
  await words.keep(typed('once more'));
  expect(await words.list()).toEqual([typed('once more')]);
});

test.each(['{', '[]', '{"drafts": [{"place": "edit"}]}', '{"title": 1}'])(
  'what is no such file stays under another name: %s',
  async (content) => {
    mkdirSync(path.dirname(file));
    writeFileSync(file, content);
    await words.keep(typed('new'));
    expect(await words.list()).toEqual([typed('new')]);
    const aside = readdirSync(path.dirname(file)).find((name) => name.includes('unreadable')) ?? '';
    expect(readFileSync(path.join(path.dirname(file), aside), 'utf8')).toBe(content);
  },
);
