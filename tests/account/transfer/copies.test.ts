/** Files that may repeat what other files hold: they are left out only if a note has their words. */
import { describe, expect, test, vi, beforeEach } from 'vitest';
import * as fc from '#tests/support/fast-check.ts';
import type { ImportResult } from '#shared/ipc/transfer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createAccount } from './support/account.ts';
import { imported } from './support/imported.ts';
import { keepFile, keepPage } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';
import { writeZip } from './support/zip-writer.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});

/** Files that nobody misses, and all others that did not become notes. */
function namesOf({ broken, leftOut }: ImportResult): {
  readonly skipped: string[];
  readonly named: string[];
} {
  const filesOf = (isExpected: boolean) =>
    leftOut.filter((group) => group.isExpected === isExpected).flatMap(({ files }) => files);
  const short = (names: readonly string[]) => names.map((name) => name.replace(/^[^/]*\/(?=[^/]*\.zip)/, ''));
  return {
    skipped: short(filesOf(true)),
    named: short([...broken.map(({ file }) => file), ...filesOf(false)]),
  };
}

describe('a page of Keep beside a JSON file', () => {
  const page = keepPage('', ['oat milk', 'rye bread']);
  const TIMES = {
    createdTimestampUsec: 1_556_711_000_000_000,
    userEditedTimestampUsec: 1_556_712_000_000_000,
  };
  const json = (title: string) => keepFile(0, title, { textContent: undefined as never, ...TIMES });

  test.each([
    ['without words', '', page],
    ['with the title alone', 'Shopping', keepPage('Shopping', ['oat milk', 'rye bread'])],
  ])('the words of a page come with the times of its JSON file %s', async (_what, title, html) => {
    const { notes, result } = await imported(
      writeFiles({ 'Takeout/Keep/a.html': html, 'Takeout/Keep/a.json': json(title) }),
    );
    expect(notes).toEqual([
      { title, text: 'oat milk\nrye bread', created: '2019-05-01T11:43', edited: '2019-05-01T12:00' },
    ]);
    expect(result).toMatchObject({
      added: 1,
      empty: 0,
      files: { met: 2, came: 1, known: 0, leftOut: 1, failed: 0 },
    });
    expect(namesOf(result).skipped).toEqual([expect.stringContaining('a.json')]);
  });

  test('a page with other words than its JSON file becomes a note of its own', async () => {
    const { notes } = await imported(
      writeFiles({
        'a.html': keepPage('A', ['other']),
        'a.json': keepFile(1, 'A', { textContent: 'words' }),
      }),
    );
    expect(notes.map(({ text }) => text)).toEqual(['other', 'words']);
  });

  test('a page whose JSON is refused becomes the note', async () => {
    const refused = keepFile(1, 'A', { textContent: 'words '.repeat(200_000) });
    const { notes, result } = await imported(
      writeFiles({ 'a.html': keepPage('A', ['words']), 'a.json': refused }),
    );
    expect(notes).toMatchObject([{ text: 'words' }]);
    expect(result.files).toMatchObject({ came: 1, leftOut: 0, failed: 1 });
  });

  test('pages of an older Takeout with the same names come beside the notes of a newer one', async () => {
    const folder = temporaryFolder();
    const old = writeZip(
      folder,
      [
        {
          name: 'Takeout/Keep/Shopping.html',
          content: keepPage('Shopping', ['a tent', 'a stove'], 'Jul 7, 2016, 1:11:02 PM'),
        },
        {
          name: 'Takeout/Keep/Ideas.html',
          content: keepPage('Ideas', ['a hat for cats'], 'Jul 7, 2016, 1:11:02 PM'),
        },
      ],
      'n45-old.zip',
    );
    const now = writeZip(
      folder,
      [
        { name: 'Takeout/Keep/Shopping.json', content: keepFile(1, 'Shopping', { textContent: 'oat milk' }) },
        { name: 'Takeout/Keep/Shopping.html', content: keepPage('Shopping', ['oat milk']) },
      ],
      'n45-new.zip',
    );
    for (const source of [
      [old, now],
      [now, old],
    ]) {
      const { notes, result } = await imported(source);
      expect(notes.map(({ title, text, created }) => [title, text, created?.slice(0, 4)])).toEqual([
        ['Ideas', 'a hat for cats', '2016'],
        ['Shopping', 'a tent\na stove', '2016'],
        ['Shopping', 'oat milk', '2015'],
      ]);
      expect(namesOf(result)).toEqual({ skipped: ['n45-new.zip/Takeout/Keep/Shopping.html'], named: [] });
    }
  });
});

describe('texts beside notes of Keep', () => {
  const labelled = (...names: string[]) =>
    keepFile(1, 'Paint', { textContent: 'the fence', labels: names.map((name) => ({ name })) });

  test('a text with a label among its lines is a note, and a list of labels that notes have is not', async () => {
    const { notes, result } = await imported(
      writeFiles({
        'Keep/Labels.txt': 'Todo\n',
        'Keep/a.json': labelled('Todo'),
        'Keep/spring.txt': 'Todo\nclean the gutters\nbuy nails',
      }),
    );
    expect(notes).toMatchObject([
      { title: 'Paint', labels: ['Todo'] },
      { title: 'spring', text: 'Todo\nclean the gutters\nbuy nails' },
    ]);
    expect(namesOf(result)).toEqual({ skipped: [expect.stringContaining('Labels.txt')], named: [] });
  });

  test.each(['Labels.txt', 'Etiketten.txt', 'Étiquettes.txt', 'ラベル.txt'])(
    'a list of labels that no note has is left out by name: %s',
    async (name) => {
      const folder = writeFiles({ 'Keep/a.json': labelled(), [`Keep/${name}`]: 'Home\nWork\n' });
      const { notes, result } = await imported(folder);
      expect(notes).toMatchObject([{ title: 'Paint' }]);
      expect(namesOf(result)).toEqual({ skipped: [], named: [expect.stringContaining(name)] });
      expect((await imported(`${folder}/Keep/${name}`)).notes).toMatchObject([{ text: 'Home\nWork' }]);
    },
  );
});

test('a text of Simplenote whose note is refused by its size is not called skipped', async () => {
  const content = 'words '.repeat(200_000).trim();
  const { result } = await imported(
    writeFiles({
      'source/notes.json': JSON.stringify({ activeNotes: [{ content }], trashedNotes: [] }),
      'a.txt': content,
    }),
  );
  expect(result.files).toMatchObject({ met: 2, failed: 2 });
});

/** A word that occurs in one file only, or one of a few that many files have. */
const anyWords = (marker: string) =>
  fc.array(fc.constantFrom(marker, `${marker}-2`, 'milk', 'bread', '☐', 'Todo', 'Home'), { maxLength: 4 });

const anyFiles = fc
  .array(
    fc.record({
      folder: fc.constantFrom('Takeout/Keep', 'Takeout/Keep', 'Keep', 'Takeout/Notizen'),
      name: fc.constantFrom('Shopping', 'Ideas', 'Labels', 'Etiketten'),
      kind: fc.constantFrom('json', 'json', 'empty json', 'html', 'html', 'txt', 'broken json'),
      title: fc.constantFrom('', 'Shopping', 'Todo'),
      twin: fc.boolean(),
      labels: fc.subarray(['Todo', 'Home', 'milk']),
      archive: fc.nat(1),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .chain((files) =>
    fc
      .tuple(...files.map((file, index) => anyWords(file.twin ? `twin-${file.name}` : `own${index}`)))
      .map((words) => files.map((file, index) => ({ ...file, words: words[index] ?? [] }))),
  );

test('the words of each file are found in one note, or the file is named in the report', async () => {
  await fc.assert(
    fc.asyncProperty(anyFiles, async (files) => {
      const archives: Record<string, { readonly content: string; readonly words: readonly string[] }>[] = [
        {},
        {},
      ];
      for (const [index, { folder, name, kind, title, words, labels, archive }] of files.entries()) {
        const ending = kind.replace(/^.* /, '');
        const more = { textContent: words.join(' '), labels: labels.map((label) => ({ name: label })) };
        const content = {
          json: () => keepFile(index, title, more),
          'empty json': () => keepFile(index, '', { ...more, textContent: '' }),
          'broken json': () => keepFile(index, title, more).slice(0, -1),
          html: () => keepPage(title, words),
          txt: () => words.join('\n'),
        }[kind];
        const own =
          kind === 'empty json' ? [] : kind === 'txt' ? words : [...words, ...(title === '' ? [] : [title])];
        const inArchive = archives[archive];
        if (content !== undefined && inArchive !== undefined)
          inArchive[`${folder}/${name}.${ending}`] = { content: content(), words: own };
      }
      const folder = temporaryFolder();
      const sources = archives.map((entries, index) =>
        writeZip(
          folder,
          Object.entries(entries).map(([name, { content }]) => ({ name, content })),
          `${index}.zip`,
        ),
      );
      const account = createAccount();
      const result = await account.import(sources);
      const { named } = namesOf(result);
      const notes = account.shown().map(({ local }) => {
        const labels = Array.isArray(local?.labels) ? local.labels : [];
        return `${local?.title} ${local?.text} ${labels.join(' ')}`.split(/\s+/);
      });
      const all = new Set(
        account.shown().flatMap(({ local }) => (Array.isArray(local?.labels) ? local.labels : [])),
      );
      for (const [index, entries] of archives.entries())
        for (const [name, { words }] of Object.entries(entries)) {
          if (named.includes(`${index}.zip/${name}`)) continue;
          const searched = words.filter((word) => word !== '☐');
          const isFound =
            searched.length === 0 ||
            notes.some((note) => searched.every((word) => note.includes(word))) ||
            // A list of labels is in no single note.
            (name.endsWith('.txt') && searched.every((word) => all.has(word)));
          expect(isFound, `${name}: ${words.join(' ')}`).toBe(true);
        }
    }),
    { numRuns: 300 },
  );
});
