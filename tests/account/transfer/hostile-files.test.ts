import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findSources } from '#account/transfer/sources/sources.ts';
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { createAccount } from './support/account.ts';
import { keepFile, keepPage } from './support/keep-files.ts';
import { writeZip, type ZipEntry, zipOf } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const good: ZipEntry = { name: 'Keep/good.json', content: keepFile(1, 'good') };

/** Imports an archive with one good note and these entries. */
async function beside(...entries: readonly ZipEntry[]): Promise<ImportResult> {
  return createAccount().import(writeZip(temporaryFolder(), [...entries, good]));
}

describe('unreadable entries of an archive', () => {
  const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
  const cases: readonly [string, Partial<ZipEntry>, string][] = [
    ['is no JSON', { content: '{"title": "a", ' }, 'not valid JSON'],
    ['is empty', { content: '' }, 'not valid JSON'],
    ['is no text', { content: bytes(0x22, 0, 0xff, 0xfe, 0x22) }, 'Not text'],
    ['has words of another type', { content: keepFile(2, 'x', { textContent: 7 as never }) }, 'format'],
    ['is encrypted', { isEncrypted: true }, 'Encrypted'],
    ['is packed in an unknown way', { method: 99 }, 'does not know'],
    ['has a wrong checksum', { crc: 1 }, 'checksum'],
    ['is no deflated data', { packed: bytes(0xff, 0xff, 0xff) }, 'Damaged'],
    ['ends too early', { packed: deflateRawSync(keepFile(2, 'x')).subarray(0, 20) }, 'Damaged'],
    [
      'is stored with another size',
      { method: 0, size: 3, content: 'abc', packed: Buffer.from('abcd') },
      'Damaged',
    ],
    ['is nested too deeply', { content: `{"textContent":${'['.repeat(1_000_000)}` }, 'Nested'],
    ['is larger than any note', { content: keepFile(2, 'x'.repeat(17_000_000)) }, 'Larger'],
  ];
  test.each(cases)(
    'an entry of an archive that %s is listed with the reason, and the others are imported',
    async (_what, entry, reason) => {
      const broken = { name: 'Keep/broken.json', content: keepFile(2, 'x'), ...entry };
      const result = await beside(broken);
      expect(result).toMatchObject({ added: 1, broken: [{ file: 'takeout.zip/Keep/broken.json' }] });
      expect(result.broken[0]?.reason).toContain(reason);
      expect(result.broken[0]?.reason).toMatch(/^[A-Z].*\.$/);
    },
  );
});

describe('an archive', () => {
  test.each(['../../../evil.json', '/etc/evil.json', 'C:\\evil.json', '..\\evil.json', 'a\0b.json', '.json'])(
    '[C65] an archive’s entry with the name %j is imported, and no file is written',
    async (name) => {
      const folder = temporaryFolder();
      mkdirSync(path.join(folder, 'inner'));
      const zip = writeZip(path.join(folder, 'inner'), [{ name, content: keepFile(2, 'evil') }, good]);
      expect(await createAccount().import(zip)).toMatchObject({ added: 2, broken: [] });
      expect(readdirSync(folder, { recursive: true })).toEqual(['inner', 'inner/takeout.zip']);
    },
  );

  test('an entry that unpacks to far more than it claims is given up at the largest size of a note', async () => {
    const bomb = { name: 'Keep/bomb.json', content: `{"textContent": "${'0'.repeat(50_000_000)}"}` };
    // The entry claims to be small.
    const result = await beside({ ...bomb, size: 100 });
    expect(result).toMatchObject({ added: 1, broken: [{ reason: 'Larger than any note.' }] });
  });

  test('entries that unpack to half a gigabyte of no notes keep no note out', async () => {
    const packed = deflateRawSync(Buffer.alloc(4_000_000, ' '));
    const bombs = Array.from({ length: 140 }, (_, index) => ({
      name: `Keep/${index}.json`,
      content: '',
      packed,
      crc: 0,
    }));
    const account = createAccount();
    const result = await account.import(
      writeZip(temporaryFolder(), [good, ...bombs, { ...good, name: 'Keep/last.json' }]),
    );
    expect(result.files).toMatchObject({ met: 142, came: 1, known: 1, failed: 140 });
  });

  test('files of an archive that have their bytes in common are refused, and the others come in', async () => {
    const bytes = zipOf([
      { name: 'a.json', content: keepFile(2, 'a') },
      { name: 'b.json', content: keepFile(3, 'b') },
      good,
    ]);
    // The list says that the second file begins where the first one does.
    const first = bytes.indexOf('PK\u0001\u0002');
    const second = bytes.indexOf('PK\u0001\u0002', first + 1);
    bytes.writeUInt32LE(0, second + 42);
    const file = path.join(temporaryFolder(), 'x.zip');
    writeFileSync(file, bytes);
    expect(await createAccount().import(file)).toMatchObject({
      added: 2,
      broken: [{ file: 'x.zip/b.json', reason: 'Overlaps with another file of its archive.' }],
    });
  });

  test.each([
    ['that is cut short', (zip: Buffer) => zip.subarray(0, -30)],
    ['without a beginning', (zip: Buffer) => zip.subarray(40)],
    ['without content', () => Buffer.alloc(0)],
    ['with HTML in it', () => Buffer.from('<html>')],
    [
      'with a broken list of entries',
      (zip: Buffer) => {
        const copy = Buffer.from(zip);
        copy.writeUInt32LE(0, copy.indexOf('PK\u0001\u0002'));
        return copy;
      },
    ],
  ])('a zip file %s is listed as broken', async (_what, damage) => {
    const file = path.join(temporaryFolder(), 'x.zip');
    writeFileSync(file, damage(zipOf([good])));
    const result = await createAccount().import(file);
    expect(result.added).toBe(0);
    expect(result.broken).toHaveLength(1);
  });

  test('[C64] an archive that lists more files than fit into the memory is refused before its list is read', async () => {
    const zip = zipOf([good], { zip64: true });
    const end = zip.indexOf('PK\u0006\u0006');
    for (const field of [24, 32]) zip.writeBigUInt64LE(2_000_000n, end + field);
    const inner = { name: 'Keep/many.zip', content: zip };
    expect(await beside(inner)).toMatchObject({
      added: 1,
      broken: [{ file: 'takeout.zip/Keep/many.zip', reason: expect.stringContaining('More files') }],
    });
  });

  test('an archive in an archive is opened, one in that is named', async () => {
    const inner = zipOf([{ name: 'b.json', content: keepFile(2, 'b') }]);
    expect(await beside({ name: 'Keep/inner.zip', content: inner })).toMatchObject({ added: 2, broken: [] });
    const deep = zipOf([{ name: 'c.zip', content: zipOf([{ name: 'd.zip', content: inner }]) }]);
    const { added, leftOut } = await beside({ name: 'Keep/deep.zip', content: deep });
    expect(added).toBe(1);
    expect(leftOut).toMatchObject([{ files: ['takeout.zip/Keep/deep.zip/c.zip/d.zip'] }]);
    const damaged = await beside({ name: 'Keep/half.zip', content: inner.subarray(0, -30) });
    expect(damaged).toMatchObject({ added: 1, broken: [{ file: 'takeout.zip/Keep/half.zip' }] });
  });

  test('[C64] an archive with any damaged bytes never makes the import fail', async () => {
    const whole = zipOf([good, { name: 'Keep/b.json', content: keepFile(2, 'b'), method: 0 }]);
    const folder = temporaryFolder();
    const account = createAccount();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        async (changes) => {
          const zip = Buffer.from(whole);
          for (const [at, value] of changes) zip[at] = value;
          const file = path.join(folder, 'x.zip');
          writeFileSync(file, zip);
          const { met, ...others } = (await account.import(file)).files;
          expect(met).toBeGreaterThan(0);
          expect(Object.values(others).reduce((sum, count) => sum + count)).toBe(met);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test.skipIf(process.platform === 'win32')(
  '[C64] a pipe that was chosen is left out, because reading it may never end',
  async () => {
    const pipe = path.join(temporaryFolder(), 'notes.json');
    execFileSync('mkfifo', [pipe]);
    const { leftOut } = await createAccount().import(pipe);
    expect(leftOut).toEqual([{ reason: 'Not a file.', count: 1, files: ['notes.json'], isExpected: false }]);
  },
);

test.skipIf(process.platform === 'win32')(
  '[C64] a file that became a pipe after it was found is not waited for',
  async () => {
    const file = path.join(temporaryFolder(), 'notes.json');
    writeFileSync(file, '{}');
    const { files } = await findSources([file], async () => undefined);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    // Releases a thread that waits for the pipe, so that a run in which this fails can end.
    onTestFinished(() => closeSync(openSync(file, 'r+')));
    const chunks: Uint8Array[] = [];
    for await (const chunk of files[0]?.read() ?? []) chunks.push(chunk);
    expect([files.length, chunks]).toEqual([1, []]);
  },
);

test('[C64] a file of 400 megabytes is given up at its beginning', async () => {
  const file = path.join(temporaryFolder(), 'huge.json');
  // The zeroes after the beginning are a hole in the file. The memory of the process grows only by what it
  // reads of them.
  writeFileSync(file, `{"textContent":"${'x'.repeat(17_000_000)}`);
  truncateSync(file, 400_000_000);
  const before = process.memoryUsage().rss;
  const result = await createAccount().import(file);
  expect(result.broken).toEqual([{ file: 'huge.json', reason: 'Larger than any note.' }]);
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
});

test('[C64] a picture in a page is held once, however often and by whatever address the page shows it', async () => {
  const file = path.join(temporaryFolder(), 'a.html');
  const data = `data:image/png;base64,${'A'.repeat(400_000)}`;
  const again = Array.from(
    { length: 900 },
    (_, index) => `<img src="embedded-picture:${'0'.repeat(index + 1)}">`,
  );
  writeFileSync(file, keepPage('t', [`<img src="${data}">`, ...again]));
  const before = process.memoryUsage().rss;
  const result = await createAccount().import(file);
  expect(result.added).toBe(1);
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
});

test('[C64] files of Keep without words take bounded memory while an import looks for their pages', async () => {
  const content = `{"title":"a","isTrashed":false,"a":[${'{},'.repeat(30_000)}{}]}`;
  const folder = temporaryFolder();
  const zip = writeZip(
    folder,
    Array.from({ length: 100 }, (_, index) => ({ name: `Keep/${index}.json`, content })),
  );
  const { result } = await createSmallImporter()(path.basename(zip), readFileSync(zip));
  expect(result.files).toMatchObject({ met: 100 });
});

test('[C64] a file of Keep without words is read again for only one of the pages that have its name', async () => {
  const file = {
    name: 'Keep/a.json',
    content: `{"title":"a","isTrashed":false,"b":"${'b'.repeat(4_000_000)}"}`,
  };
  const pages = Array.from({ length: 100 }, (_, index) => ({
    name: 'Keep/a.html',
    content: keepPage('a', [`${index}`]),
  }));
  const zip = writeZip(temporaryFolder(), [file, ...pages]);
  const { result, millis } = await createSmallImporter()(path.basename(zip), readFileSync(zip));
  expect(result).toMatchObject({ added: 100, files: { met: 101 } });
  expect(millis).toBeLessThan(LITTLE_TIME);
});

/** Words of four letters, each another. */
function manyWords(count: number): string {
  return Array.from({ length: count }, (_, index) => (index + 50_000).toString(36)).join(' ');
}

test.each([
  [
    'notes of many words, each beside a page',
    keepFile(1, 'a', { textContent: manyWords(100_000) }),
    keepPage('a', ['b']),
  ],
  ['pages of many classes', '{}', keepPage('a', [`<p class="${manyWords(150_000)}">a</p>`])],
])('[C64] an archive with %s is imported within little memory', async (_what, json, page) => {
  const numbers = Array.from({ length: 8 }, (_, index) => index);
  const zip = writeZip(
    temporaryFolder(),
    numbers.flatMap((number) => [
      { name: `Keep/${number}.json`, content: json },
      { name: `Keep/${number}.html`, content: page },
    ]),
  );
  const { result } = await createSmallImporter()(path.basename(zip), readFileSync(zip));
  expect(result.files).toMatchObject({ met: 16 });
});

interface Imported {
  readonly result: ImportResult;
  /** Processor time. */
  readonly millis: number;
}

/** Megabytes of objects in memory. */
const LITTLE_MEMORY = 60;
/**
 * Milliseconds of processor time. On a quiet machine the imports below take up to 200; on a busy one, which shares
 * caches and cores, the same work takes several times as much.
 */
const LITTLE_TIME = 1_000;

/** Imports in a thread that has little memory for objects. A thread that needs more ends in the middle. */
function createSmallImporter(): (name: string, content: string | Uint8Array) => Promise<Imported> {
  const folder = temporaryFolder();
  const worker = new Worker(new URL('support/import-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: LITTLE_MEMORY },
  });
  onTestFinished(() => void worker.terminate());
  return async (name, content) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(file);
    const [imported] = (await once(worker, 'message')) as [Imported];
    return imported;
  };
}

describe('a file of a few megabytes with millions of elements', () => {
  const cases: readonly [string, string][] = [
    ['in an array', `{"a":[${'0,'.repeat(1_500_000)}0]}`],
    ['that are empty', `{"title":"a","listContent":[${'{},'.repeat(1_500_000)}{}]}`],
    ['that are arrays within arrays', `{"a":[${`${'['.repeat(40)}${']'.repeat(40)},`.repeat(6_000)}0]}`],
    ['of a list of Google Keep', `{"title":"a","listContent":[${'0,'.repeat(1_500_000)}0]}`],
  ];
  test.each(cases)(
    '[C64] a file with millions of elements %s is given up within little memory',
    async (_what, content) => {
      const { result } = await createSmallImporter()('many.json', content);
      expect(result.added).toBe(0);
      expect(result.broken).toEqual([{ file: 'many.json', reason: 'Holds more than any note.' }]);
    },
  );

  test('ten thousand unreadable items in a list of Google Keep are reported as one loss', async () => {
    const content = `{"title":"a","listContent":[${'0,'.repeat(9_999)}0]}`;
    const { result } = await createSmallImporter()('many.json', content);
    expect(result.broken).toEqual([]);
    expect(result.losses).toEqual([
      { file: 'a', reason: '10000 of its list item entries could not be read.' },
    ]);
  });
});

/** One to three of the parts in a row, again and again, in so many UTF-16 units. */
function manyOf(units: number, parts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 3 })
    .map((chosen) => chosen.join(''))
    .map((row) => row.repeat(Math.ceil(units / row.length)));
}

const anyPage = manyOf(1_500_000, [
  '<b>',
  '<div>',
  '<ul><li>',
  '</p>',
  '<br>',
  '&amp;',
  '<img src="a.jpg">',
  '<a href="https://a.b/c">x</a>',
  '<p class="annotation">',
  'words ',
]).map((inner): [string, string] => ['a.html', keepPage('t', ['|']).replace('|', () => inner)]);

const FIELDS = 'a,textContent,listContent,labels,annotations,attachments,reminders,sharees'.split(',');
const anyJson = fc
  .oneof(
    manyOf(6_000_000, ['0,', '"",', '{},', '[],', '{"text":"a"},', '[{"a":0}],']).map((row) => `[${row}0]`),
    fc
      .constantFrom(['[', ']'], ['{"a":', '}'], ['{"children":[', ']}'], ['{"a":[', ']}'])
      .map(([open = '', close = '']) => `${open.repeat(500_000)}0${close.repeat(500_000)}`),
  )
  .chain((value) =>
    fc.constantFrom(...FIELDS).map((field) => `{"title":"a","isTrashed":false,"${field}":${value}}`),
  )
  .map((json): [string, string] => ['a.json', json]);

const anyFrontMatter = manyOf(900_000, [
  'k: ',
  'created: ',
  'tags: [',
  '[',
  '{',
  'a, ',
  '\n  - a',
  '\n',
  '&a ',
  '*a ',
  '"',
  '|\n  a\n',
]).map((inner): [string, string] => ['a.md', `---\ntitle: a\nb: ${inner}\n---\nwords`]);

test.each([
  ['a page', anyPage],
  ['JSON', anyJson],
  ['front matter', anyFrontMatter],
])(
  '[C64] %s with megabytes of anything is read to an end, in little time and memory',
  async (_what, anyFile) => {
    const importFile = createSmallImporter();
    await fc.assert(
      fc.asyncProperty(anyFile, async ([name, content]) => {
        const { result, millis } = await importFile(name, content);
        expect(result.files).toMatchObject({ met: 1 });
        // Each limit has a sentence of its own; this one is of errors that nobody expected.
        expect(result.broken.map(({ reason }) => reason)).not.toContain('Could not be read.');
        expect(millis).toBeLessThan(LITTLE_TIME);
      }),
      // A smaller file that fails says nothing more.
      { numRuns: 15, endOnFailure: true },
    );
  },
);

test.each([
  ['is not there', 'missing.json', 'no longer exists'],
  ['is an archive of another kind', 'takeout.tgz', 'Unpack it'],
  ['is not a note', 'other.json', 'another program'],
  ['is an empty folder', 'empty', 'Empty'],
])('a chosen path that %s is listed with the reason', async (_what, name, reason) => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'empty'));
  writeFileSync(path.join(folder, 'other.json'), '{"a": 1}');
  writeFileSync(path.join(folder, 'takeout.tgz'), 'x');
  const { added, broken, leftOut, files } = await createAccount().import(path.join(folder, name));
  expect([added, files.met]).toEqual([0, 1]);
  const listed = [...broken, ...leftOut.map((group) => ({ file: group.files.join(), reason: group.reason }))];
  expect(listed).toEqual([{ file: name, reason: expect.stringContaining(reason) }]);
});

test('broken files beyond the first 500 are counted, not listed', async () => {
  const entries = Array.from({ length: 700 }, (_, index) => ({ name: `Keep/${index}.json`, content: '{' }));
  const { broken } = await beside(...entries);
  expect(broken).toHaveLength(501);
  expect(broken.at(-1)?.file).toBe('200 more');
});

test('words of any characters come in whole', async () => {
  const account = createAccount();
  const file = path.join(temporaryFolder(), 'a.json');
  const words = fc.string({ unit: anyCodePoint, minLength: 1, maxLength: 40 });
  let day = 0;
  await fc.assert(
    fc.asyncProperty(words, words, async (title, textContent) => {
      day += 1;
      writeFileSync(file, keepFile(day, `t${title}`, { textContent }));
      expect(await account.import(file)).toMatchObject({ added: 1, broken: [] });
      const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n').toWellFormed();
      const [newest] = account.shown('active');
      expect(newest?.local).toMatchObject({
        title: plain(`t${title}`),
        text: textContent.trim() && plain(textContent),
      });
    }),
    { numRuns: 40 },
  );
});
