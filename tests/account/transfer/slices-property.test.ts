/** Files of any shape, repeated and nested as no program would: an import never holds up its thread. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as fc from '#tests/support/fast-check.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { keepFile, keepPage } from './support/keep-files.ts';
import { LIMIT_MS, longestSlice } from './support/longest-slice.ts';
import { zipOf } from './support/zip-writer.ts';

/** UTF-16 units. The largest file of each kind that is read is in `slices.test.ts`. */
const SIZES = [300, 20_000, 200_000, 1_400_000] as const;
const anySize = fc.constantFrom(...SIZES);

/** A text of these parts, each repeated as often as fits, and all of them together some times. */
function shapeOf(...parts: readonly string[]): fc.Arbitrary<string> {
  const part = fc.record({ text: fc.constantFrom(...parts), share: fc.integer({ min: 1, max: 40 }) });
  return fc
    .tuple(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      // Few rounds nest or repeat one part; many mix them.
      fc.constantFrom(1, 3, 100, 5_000),
      anySize,
    )
    .map(([shares, rounds, size]) => {
      const sum = shares.reduce((before, { share }) => before + share, 0);
      const units = size / rounds / sum;
      const round = shares.map(({ text, share }) => text.repeat(Math.ceil((units * share) / text.length)));
      return round.join('').repeat(rounds).slice(0, size);
    });
}

const WORDS = [
  'words ',
  'a',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\u00A0',
  '\u3000',
  '☐ ',
  '☑ a\n',
  'https://a.b/c ',
  '\uD800',
  'é',
  'e\u0301',
];
const MARKUP =
  '<b> </b> <i></i> <div> </div> <br> <p> </p> <ul><li> </li> <tr><td> &amp; &#32; &#x110000; &nbsp; & < > <! <!-- --> ]]> <![CDATA[ <?xml " \' <div§class="annotation"> <div§class="content"> <span§class="bullet"> <span§class="label-name">a</span> <a§href="https://a.b/c">x</a> <img§src="a.jpg"> <img§src="data:image/png;base64,AAAA"> <script> </script> <style> <title> <svg> <template>'
    .split(' ')
    .map((piece) => piece.replaceAll('§', ' '));
const JSON_PARTS = [
  '{',
  '}',
  '[',
  ']',
  '{"a":',
  '[1,',
  '"',
  '\\',
  String.raw`\u0001`,
  ',',
  ':',
  '1',
  '1e9',
  'null',
  ' ',
  '\n',
  '{"textContent":"',
];
const HEAD =
  '---\n|...\n|+++\n|{\n|}\n|a: b\n|a:\n|  - a\n|- |tags: [|[|{|]|}|, |"|\'|&a |*a |!!a |#tag |# |created: 2020-01-01\n|date-time-last: 1\n|k: |: |:: |\n|\\|a = "b"\n|[a]\n|title: a\n|title:: a\n|=\n| '
    .split('|')
    .filter((piece) => piece !== '');

const anyText = shapeOf(...WORDS);
const anyHtml = shapeOf(...MARKUP, ...WORDS);

/** A list whose elements together have about as many units as a text. */
const listOf = (
  element: (index: number, words: string) => unknown,
  anyTotal: fc.Arbitrary<number> = anySize,
): fc.Arbitrary<readonly unknown[]> =>
  fc.tuple(anyTotal, fc.constantFrom('', 'milk', 'milk '.repeat(200))).map(([size, words]) => {
    const units = JSON.stringify(element(0, words)).length;
    return Array.from({ length: Math.ceil(size / units) }, (_, index) => element(index, words));
  });

function nested(name: string, depth: number, inner: object): object {
  return depth === 0 ? inner : nested(name, depth - 1, { ...inner, [name]: [inner] });
}

const keepNote = fc
  .record(
    {
      textContent: anyText,
      textContentHtml: anyHtml,
      listContent: fc.oneof(
        listOf((_, text) => ({ text, isChecked: false })),
        listOf((_, words) => ({ text: '', textHtml: `<p>${words}</p>` })),
        fc
          .tuple(fc.constantFrom('children', 'childListItems'), fc.nat(12))
          .map(([name, depth]) => [nested(name, depth, { text: 'milk' })]),
      ),
      annotations: listOf((index, title) => ({ url: `https://a.b/${index}`, title })),
      labels: listOf((index, words) => ({ name: `${index} ${words}` })),
      attachments: listOf((index) => ({ filePath: `${index}.jpg` })),
      reminders: fc.oneof(
        listOf((index) => ({ timeUsec: index })),
        listOf((_, words) => [words, { year: 2020, month: 1, day: 1 }]),
      ),
      sharees: listOf((index) => ({ email: `${index}@a.b` })),
    },
    { requiredKeys: [] },
  )
  .map((more) => keepFile(1, 'a', more as never));

/** The import pauses after each note, so many of them only take long. */
const fewNotes = fc.constantFrom(SIZES[0], SIZES[1]);
const simplenote = fc
  .oneof(
    listOf((_, content) => ({ content }), fewNotes),
    listOf(
      (index, words) => ({ content: `${index}\n${words}`, tags: [words, 'a'], publicURL: 'b' }),
      fewNotes,
    ),
    listOf(
      (_, words) => ({ content: 'a', tags: Array.from({ length: 50 }, (__, tag) => `${tag}${words}`) }),
      fewNotes,
    ),
    anyText.map((content) => [{ content }]),
    listOf((_, words) => words).map((tags) => [{ content: 'a', tags, collaboratorEmails: tags }]),
  )
  .map((activeNotes) => JSON.stringify({ activeNotes, trashedNotes: [] }));

const withHead = fc
  .tuple(
    fc.constantFrom(
      '---\n',
      '---\ntitle: a\n',
      '+++\ntitle = "a"\n',
      '{\n"title": "a",\n',
      'title: a\n',
      'title:: a\n',
      '',
    ),
    shapeOf(...HEAD, ...WORDS),
    fc.constantFrom('\n---\n', '\n+++\n', '\n}\n', '\n\n', ''),
    fc.constantFrom('words', '# a\nwords', 'words\n\nTags:\n  a, b'),
  )
  .map((parts) => parts.join('').slice(0, SIZES.at(-1)));

/** Bytes of letters in several code pages, of half letters, and of folders. */
const nameBytes = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom(
          [0x94, 0x83],
          [0x82, 0xa2],
          [0xc4, 0xe3],
          [0xb0, 0xa1],
          [0x80],
          [0x83],
          [0x5c],
          [0x2f],
          [0x61],
          [0xff],
        ),
        fc.constantFrom(1, 5, 300),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.constantFrom('.md', '.json', '.html', '.jpg', '.zip', ''),
  )
  .map(([letters, ending]) => ({
    bytes: letters.flatMap(([letter, times]) => Array.from({ length: times }, () => letter).flat()),
    ending,
  }));

const archive = fc
  .tuple(
    fc.array(
      fc.tuple(
        nameBytes,
        fc.oneof(fc.constantFrom('', 'a', keepFile(1, 'a'), keepPage('a', ['b'])), keepNote, withHead),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom(1, 10, 200),
    fc.constantFrom('', 'Keep/', 'Takeout/Keep/', 'a/'.repeat(100)),
    fc.boolean(),
  )
  .map(([files, times, folder, isNested]) => {
    const entries = files.flatMap(([{ bytes, ending }, content]) => {
      const most = Math.ceil(SIZES[2] / (content.length + bytes.length));
      return Array.from({ length: Math.min(times, most) }, (_, index) => ({
        name: '',
        unmarkedName: Buffer.concat([
          Buffer.from(folder),
          Buffer.from(bytes),
          Buffer.from(`${index}${ending}`),
        ]),
        content,
      }));
    });
    const zip = zipOf(entries);
    return isNested
      ? zipOf([
          { name: 'a.zip', content: zip },
          { name: 'b.zip', content: zip },
        ])
      : zip;
  });

const anyFile: fc.Arbitrary<readonly [string, string | Uint8Array]> = fc.oneof(
  anyHtml.map((inner) => ['a.html', keepPage('t', ['|']).replace('|', () => inner)] as const),
  anyHtml.map((html) => ['a.html', html] as const),
  keepNote.map((json) => ['a.json', json] as const),
  simplenote.map((json) => ['notes.json', json] as const),
  shapeOf(...JSON_PARTS, ...WORDS).map((json) => ['a.json', json] as const),
  withHead.map((text) => ['a.md', text] as const),
  anyText.map((text) => ['a.txt', text] as const),
  archive.map((zip) => ['a.zip', zip] as const),
);

test('[C64] an import of any page, JSON, head, name or archive pauses in time', async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(anyFile, async ([name, content]) => {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      const { millis, result } = await longestSlice(file);
      expect(result.files.met).toBeGreaterThan(0);
      expect(millis).toBeLessThan(LIMIT_MS);
    }),
    { numRuns: 60 },
  );
});
