/**
 * Each file that an import meets has one outcome: whatever the files are, the outcomes add up, and each file
 * is named.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { createAccount } from './support/account.ts';
import { keepFile } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';
import { zipOf, writeZip } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const ITEM = 'My note\n\nwords\n\nid: 0a1b2c3d4e5f60718293a4b5c6d7e8f9\nparent_id: \ntype_: 1';
const SIMPLENOTE = JSON.stringify({
  activeNotes: [{ content: 'a' }, { content: 7 }, { content: '' }],
  trashedNotes: [],
});

const content = fc.oneof(
  fc.constantFrom<string | Uint8Array>(
    '',
    ' ',
    '{',
    '{"a":1}',
    '[]',
    ITEM,
    SIMPLENOTE,
    '{"version":"004","items":[{"uuid":"a","content_type":"Note"}]}',
    'home\nWork',
    '<html><div class="note"><div class="title">t</div><div class="content">c</div></div></html>',
    '<html>',
    '---\ntitle: a\ntags: [home]\n---\nwords',
    'PK\u0003\u0004 no archive',
    'SQLite format 3\0',
    Uint8Array.from([0, 5, 0x16, 7, 0, 2]),
    Uint8Array.from([0xff, 0xfe, 0x41]),
    Uint8Array.from([0x41, 0, 0x42, 0]),
  ),
  fc
    .nat(5)
    .map((day) =>
      keepFile(day, `note ${day}`, { labels: [{ name: 'home' }], attachments: [{ filePath: 'a.jpg' }] }),
    ),
  fc.nat(2).map((day) => keepFile(day, '', { textContent: '' })),
  fc.string({ maxLength: 20 }),
  fc.uint8Array({ maxLength: 20 }),
);
const folderName = fc.constantFrom(
  '',
  'Keep/',
  'Takeout/Keep/',
  'Takeout/Drive/',
  '.trash/',
  '__MACOSX/',
  'a.textbundle/',
  'Items/Note/',
  'source/',
  'b/c/',
);
const fileName = fc.constantFrom(
  ...'a.json b.json notes.json info.json .json a.md b.md text.md Labels.txt c.txt a.html a.jpg b.png x.pdf x.docx noending ._a.json ._b.md .DS_Store archive_browser.html a.enex a.jex x.tar'.split(
    ' ',
  ),
);
const files = fc.dictionary(
  fc.tuple(folderName, fileName).map(([folder, name]) => `${folder}${name}`),
  content,
  { maxKeys: 12 },
);

/** Every name that the result lists, of files that did not come. */
function namedFiles({ broken, leftOut }: ImportResult): Set<string> {
  return new Set([...broken.map(({ file }) => file), ...leftOut.flatMap((group) => group.files)]);
}

function expectSum(result: ImportResult, met: number): void {
  const { came, known, leftOut, failed } = result.files;
  expect(result.files.met).toBe(met);
  expect(came + known + leftOut + failed).toBe(met);
  expect(result.leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(leftOut);
  expect(namedFiles(result).size).toBeGreaterThanOrEqual(leftOut + failed);
}

test('the outcomes of the files of any folder, archive, or choice of files are as many as the files', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.dictionary(fileName, content, { maxKeys: 4 }), async (outer, inner) => {
      fc.pre(Object.keys(outer).length > 0);
      const account = createAccount();
      const folder = writeFiles(outer);
      const entriesOf = (record: typeof outer) =>
        Object.entries(record).map(([name, value]) => ({ name, content: value }));
      const choosePictureFolder = async () => temporaryFolder();
      const met = Object.keys(outer).length;
      expectSum(await account.import(folder, { choosePictureFolder }), met);
      // Again, and from an archive that also has an archive in it.
      const again = await account.import(folder, { choosePictureFolder });
      expectSum(again, met);
      expect(again.added).toBe(0);
      const nested = { name: 'inner.zip', content: zipOf(entriesOf(inner)) };
      const zip = writeZip(temporaryFolder(), [...entriesOf(outer), nested]);
      // An empty archive is one file that was met.
      expectSum(await createAccount().import(zip), met + Math.max(1, Object.keys(inner).length));
      const each = Object.keys(outer).map((name) => path.join(folder, name));
      const chosen = await createAccount().import(each);
      const { came, known, leftOut, failed } = chosen.files;
      expect(came + known + leftOut + failed).toBe(chosen.files.met);
      expect(chosen.files.met).toBe(met);
    }),
    { numRuns: 150 },
  );
});

test.skipIf(process.platform === 'win32')('links and other things that are no files are named', async () => {
  const folder = writeFiles({ 'a.md': 'a' });
  symlinkSync(path.join(folder, 'a.md'), path.join(folder, 'link.md'));
  symlinkSync(folder, path.join(folder, 'round'));
  const { files: counts, leftOut } = await createAccount().import(folder);
  expect(counts).toEqual({ met: 3, came: 1, known: 0, leftOut: 2, failed: 0 });
  expect(leftOut).toMatchObject([{ reason: 'A link. Choose the file that it points to.', count: 2 }]);
});

test('a picture is counted by what became of it', async () => {
  const attachments = [{ filePath: 'one.jpg' }];
  const folder = writeFiles({ 'a.json': keepFile(1, 'a', { attachments }), 'one.jpg': '1', 'two.jpg': '2' });
  const account = createAccount();
  const pictures = temporaryFolder();
  const first = await account.import(folder);
  expect(first.files).toEqual({ met: 3, came: 1, known: 0, leftOut: 2, failed: 0 });
  expect(first.leftOut.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('chose no folder'),
    expect.stringContaining('No note'),
  ]);
  const choosePictureFolder = async () => pictures;
  const second = await account.import(folder, { choosePictureFolder });
  expect(second.files).toEqual({ met: 3, came: 1, known: 1, leftOut: 1, failed: 0 });
  const third = await account.import(folder, { choosePictureFolder });
  expect(third.files).toEqual({ met: 3, came: 0, known: 2, leftOut: 1, failed: 0 });
});

test('a file that is chosen twice is met once, and an empty folder among others is no file', async () => {
  const folder = writeFiles({ 'a.md': 'a' });
  mkdirSync(path.join(folder, 'empty'));
  const file = path.join(folder, 'a.md');
  expect((await createAccount().import([file, file])).files.met).toBe(1);
  expect((await createAccount().import(folder)).files.met).toBe(1);
});

test('the numbers of an import are of its new notes', async () => {
  const labels = (...names: string[]) => ({ labels: names.map((name) => ({ name })) });
  const folder = writeFiles({
    'a.json': keepFile(1, 'a', { isPinned: true, ...labels('home', 'Work') }),
    'b.json': keepFile(2, 'b', { isPinned: true, ...labels('Home') }),
    'c.json': keepFile(3, 'c'),
  });
  const account = createAccount();
  expect(await account.import(folder)).toMatchObject({ added: 3, pinned: 2, labels: 2 });
  writeFileSync(path.join(folder, 'd.json'), keepFile(4, 'd', labels('late')));
  expect(await account.import(folder)).toMatchObject({ added: 1, pinned: 0, labels: 1, known: 3 });
});
