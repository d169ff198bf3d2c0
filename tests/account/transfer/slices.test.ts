/** However hostile a file is, an import never holds up its thread, which saves what people type meanwhile. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { keepFile, keepPage } from './support/keep-files.ts';
import { LIMIT_MS, longestSlice } from './support/longest-slice.ts';
import { zipOf } from './support/zip-writer.ts';

const MB = 1024 * 1024;
const page = (inner: string): string => keepPage('t', ['|']).replace('|', () => inner);
const front = (inner: string): string => `---\ntitle: a\n${inner}\n---\nwords`;
const repeat = (text: string, units: number): string => text.repeat(Math.floor(units / text.length));

const cases: readonly [string, string, () => string | Uint8Array][] = [
  ['a page with 64,000 elements in each other', 'a.html', () => page('<b>'.repeat(64_000))],
  ['a page with 64,000 elements and endings of others', 'a.html', () => page('<b></p>'.repeat(64_000))],
  ['a page with many elements', 'a.html', () => page(repeat('<i></i>', 2 * MB))],
  ['a page with many blocks', 'a.html', () => page('<div> </div>'.repeat(24_000))],
  ['a page with many escaped signs', 'a.html', () => page(repeat('&amp;', 2 * MB - 2000))],
  ['a page with many escaped spaces', 'a.html', () => page(repeat('&#32;', 2 * MB - 2000))],
  [
    'a page with many links',
    'a.html',
    () => page(`${repeat('words ', MB)}${'<a href="https://a.b/c">x</a>'.repeat(40_000)}`),
  ],
  ['a page with many lines', 'a.html', () => page('<br>'.repeat(48_000))],
  ['a page with one long attribute', 'a.html', () => page(`<i class="${repeat('x ', 2 * MB - 2000)}">`)],
  [
    'a page with a picture of megabytes',
    'a.html',
    () => page(`<img src="data:image/png;base64,${'A'.repeat(7 * MB)}">`),
  ],
  [
    'a page with many pictures',
    'a.html',
    () => page('<img src="data:image/png;base64,AAAA">'.repeat(40_000)),
  ],
  ['a page of nothing but the beginnings of elements', 'a.html', () => page(repeat('<', 2 * MB - 2000))],
  ['a foreign page', 'a.html', () => repeat('<div class="', 8 * MB - 2000)],
  ['JSON of one long text', 'a.json', () => JSON.stringify({ a: repeat('words ', 15 * MB) })],
  ['JSON of escaped signs', 'a.json', () => `{"a": "${repeat(String.raw`\u0001`, 15 * MB)}"}`],
  ['JSON of many values', 'a.json', () => `[${repeat('{"a":1},', 1_500_000)}1]`],
  ['JSON of nothing but spaces', 'a.json', () => repeat(' ', 15 * MB)],
  [
    'a note with many list items',
    'a.json',
    () =>
      keepFile(1, 'a', {
        textContent: '',
        listContent: Array.from({ length: 60_000 }, () => ({ text: 'milk', isChecked: false })),
      }),
  ],
  [
    'a note with many reminders',
    'a.json',
    () =>
      keepFile(1, 'a', {
        reminders: Array.from({ length: 45_000 }, () => ['words', { year: 2020, month: 1, day: 1 }]),
      } as never),
  ],
  [
    'a note with many web pages',
    'a.json',
    () =>
      keepFile(1, 'a', {
        textContent: repeat('words ', 900_000),
        annotations: Array.from({ length: 60_000 }, (_, n) => ({ url: `https://a.b/${n}` })),
      } as never),
  ],
  [
    'a note with long HTML',
    'a.json',
    () => keepFile(1, 'a', { textContentHtml: repeat('<p>word &amp; ', 8 * MB) } as never),
  ],
  ['a text of nothing but line ends', 'a.md', () => '\n'.repeat(1_499_000)],
  ['a text of short lines', 'a.md', () => repeat('a\n', 1_499_000)],
  ['a text of one line', 'a.txt', () => repeat('words ', 1_499_000)],
  ['a text of spaces', 'a.txt', () => `${' '.repeat(1_499_000)}a`],
  ['a text of lines with colons', 'a.md', () => front(repeat('a: b\n', 1_499_000))],
  ['front matter of one long value', 'a.md', () => front(`b: ${repeat('[a, ', 1_499_000)}`)],
  [
    'front matter of many values',
    'a.md',
    () => front(Array.from({ length: 490 }, (_, n) => `k${n}: [${'a, '.repeat(1000)}]`).join('\n')),
  ],
  [
    'front matter of many names of times',
    'a.md',
    () => front(`${repeat('datetimelaststamp', 190)}: 1\n`.repeat(400)),
  ],
  [
    'front matter of many aliases',
    'a.md',
    () => front(`b: &a [${'x, '.repeat(900)}]\nc: [${'*a, '.repeat(900)}]`),
  ],
  ['front matter of deep tables', 'a.md', () => front(`tags: ${'['.repeat(30_000)}`)],
  [
    'a text in another encoding',
    'a.txt',
    () => Buffer.alloc(8 * MB - 1, Buffer.from('Äpfel und Straße ', 'latin1')),
  ],
  [
    'an archive of many names',
    'a.zip',
    () =>
      zipOf(
        Array.from({ length: 5_000 }, (_, n) => ({
          name: '',
          unmarkedName: Buffer.from([0x94, 0x83, 0x82, 0xa2, 0x30 + (n % 10), 0x31 + (n % 7)]),
          content: '',
        })),
      ),
  ],
  [
    'an archive of long names',
    'a.zip',
    () =>
      zipOf(
        Array.from({ length: 400 }, (_, n) => ({
          name: '',
          unmarkedName: Buffer.concat([Buffer.alloc(60_000, 0x83), Buffer.from(`${n}.md`)]),
          content: 'a',
        })),
      ),
  ],
];

test.each(cases)('[C64] an import of %s pauses in time', async (_what, name, content) => {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, content());
  const { millis, result } = await longestSlice(file);
  expect(result.files.met).toBeGreaterThan(0);
  expect(millis).toBeLessThan(LIMIT_MS);
});
