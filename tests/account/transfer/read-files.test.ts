/** In which order an import reads its files, and what of them stays in memory. */
import { expect, test } from 'vitest';
import type { Uid } from '#shared/note/note.ts';
import { createImportProgress } from '#account/transfer/import-progress.ts';
import { readFiles } from '#account/transfer/read-files.ts';
import { type Budget, createBudget } from '#account/transfer/sources/read-bytes.ts';
import { findSources } from '#account/transfer/sources/sources.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createAccount, testPace } from './support/account.ts';
import { keepFile } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';
import { writeZip } from './support/zip-writer.ts';

/** @returns what each file was read as, by its name, in the order of reading */
async function read(file: string, budget: Budget): Promise<[string, string][]> {
  const sources = await findSources([file], testPace());
  try {
    const { met } = await readFiles(sources.files, {
      uid: 'ada' as Uid,
      budget,
      pace: testPace(),
      progress: createImportProgress(sources.files, undefined),
      onRemark: () => undefined,
    });
    return met.map(({ file: { name }, reading }) => [
      name.replace(/^[^/]*\//, ''),
      'reason' in reading ? reading.reason : reading.kind,
    ]);
  } finally {
    sources.close();
  }
}

const foreign = (name: string) => ({
  name: `Takeout/${name}`,
  content: `{"a": "${'x'.repeat(100_000)}"}`,
});

test('files of other products before the notes of Keep take nothing of the memory for notes', async () => {
  const zip = writeZip(temporaryFolder(), [
    foreign('Chrome/1.json'),
    foreign('Chrome/2.json'),
    { name: 'Takeout/Keep/a.json', content: keepFile(1, 'a') },
    { name: 'Takeout/Keep/b.json', content: keepFile(2, 'b') },
  ]);
  const other = 'Belongs to another Google product. If it is a note, choose it separately.';
  expect(await read(zip, createBudget(1000))).toEqual([
    ['Takeout/Keep/a.json', 'notes'],
    ['Takeout/Keep/b.json', 'notes'],
    ['Takeout/Chrome/1.json', other],
    ['Takeout/Chrome/2.json', other],
  ]);
});

test('notes beyond the memory of an import are refused by name', async () => {
  const zip = writeZip(temporaryFolder(), [
    { name: 'a.md', content: 'a'.repeat(600) },
    { name: 'b.md', content: 'b'.repeat(600) },
    { name: 'c.md', content: 'c'.repeat(300) },
  ]);
  expect(await read(zip, createBudget(1000))).toEqual([
    ['a.md', 'notes'],
    ['b.md', expect.stringContaining('Too many notes')],
    ['c.md', 'notes'],
  ]);
});

test.each([
  ['that is no JSON', '{broken'],
  ['of another form', '{"a": 1}'],
])(
  'a file of another Google product %s is left out alike, with notes of Keep and without',
  async (_what, content) => {
    const chat = { 'Takeout/Chat/b.json': content };
    for (const notes of [{}, { 'Takeout/Keep/a.json': keepFile(1, 'a') }]) {
      const result = await createAccount().import(writeFiles({ ...chat, ...notes }));
      expect(result.broken).toEqual([]);
      expect(result.leftOut).toMatchObject([{ reason: expect.stringContaining('another Google product') }]);
    }
  },
);

test('a file with only unreadable notes is listed once for each of them', async () => {
  const content = JSON.stringify({ activeNotes: [{ content: 7 }, { content: 8 }], trashedNotes: [] });
  const { broken, files } = await createAccount().import(writeFiles({ 'source/notes.json': content }));
  expect(broken.map(({ file }) => file.replace(/^.*json/, ''))).toEqual([
    ', note 1 of activeNotes',
    ', note 2 of activeNotes',
  ]);
  expect(files).toMatchObject({ met: 1, failed: 1 });
});
