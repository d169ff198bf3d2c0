/** Notes that are larger than the cloud takes are divided into parts, which hold all words in their order. */
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { utf8Length } from '#shared/text/utf8.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { isTooLarge } from '#account/sync/push-batch.ts';
import { createAccount, type TestAccount } from './support/account.ts';
import { exportFile } from './support/export-file.ts';
import { keepFile } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';

/** Words of the parts, in the order of the list, without the lines that name other parts. */
function wordsOf(account: TestAccount): string {
  const texts = account.shown().map(({ local }) => local?.text ?? '');
  return texts
    .map((text) =>
      text.replace(/^\[Goes on from “[^”]*”\]\n\n/, '').replace(/\n\n\[Goes on in “[^”]*”\]$/, ''),
    )
    .join('');
}

const tooLarge = (record: NoteRecord): boolean => isTooLarge(record);

test('a text of 2.5 MB becomes three notes that name each other, once', async () => {
  const account = createAccount();
  const line = 'Some words of a long diary, äöü €.\n';
  const text = line.repeat(2_500_000 / utf8Length(line)).trimEnd();
  const folder = writeFiles({
    'a.json': keepFile(1, 'Diary', { textContent: text, labels: [{ name: 'x' }] }),
  });
  const result = await account.import(folder);
  expect(result).toMatchObject({ added: 3, broken: [], files: { met: 1, came: 1 } });
  expect(result.remarks).toMatchObject([{ reason: expect.stringContaining('3 notes that name each other') }]);
  const shown = account.shown();
  expect(shown.map(({ local }) => local?.title)).toEqual([
    'Diary (1 of 3)',
    'Diary (2 of 3)',
    'Diary (3 of 3)',
  ]);
  expect(shown.map(({ local }) => local?.labels)).toEqual([['x'], ['x'], ['x']]);
  expect(shown[0]?.local?.text).toMatch(/\n\n\[Goes on in “Diary \(2 of 3\)”\]$/);
  expect(shown[2]?.local?.text).toMatch(/^\[Goes on from “Diary \(2 of 3\)”\]\n\n/);
  expect(shown.some(tooLarge)).toBe(false);
  expect(wordsOf(account)).toBe(text);
  expect(await account.import(folder)).toMatchObject({ added: 0, known: 3 });
});

test('a text of a million line ends or spaces is read as fast as any other', async () => {
  for (const space of ['\n', ' ', '\t\n']) {
    const account = createAccount();
    const text = `b${space.repeat(1_000_000 / space.length)}e`;
    await account.import(
      writeFiles({ 'a.md': `---\ntitle: T\ndate: ${' '.repeat(100_000)}x\n---\n${text}` }),
    );
    expect(wordsOf(account).startsWith(text)).toBe(true);
  }
});

test('a text of any letters is divided without a loss, also without lines, and with a title of its size', async () => {
  const piece = fc.constantFrom('a', 'ä', '€', '😀', 'word ', '\n', 'long'.repeat(50_000));
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (pieces, megabytes) => {
        const unit = pieces.join('');
        const text = `b${unit.repeat(Math.ceil((megabytes * 700_000) / utf8Length(unit)))}e`;
        const account = createAccount();
        await account.import(writeFiles({ 'a.md': `---\ntitle: T\n---\n${text}` }));
        expect(account.shown().some(tooLarge)).toBe(false);
        expect(wordsOf(account)).toBe(text);
      },
    ),
    { numRuns: 8 },
  );
  const account = createAccount();
  const title = 't'.repeat(1_200_000);
  await account.import(writeFiles({ 'a.json': keepFile(1, title, { textContent: 'below' }) }));
  expect(account.shown().some(tooLarge)).toBe(false);
  expect(wordsOf(account)).toBe(`${title}\n\nbelow`);
});

test('importing an export adds nothing to the account that wrote it, however large its notes are', async () => {
  for (const bytes of [990_000, 1_040_000]) {
    const account = createAccount();
    account.notes.add({ title: 'T', text: 'words '.repeat(bytes / 6) });
    expect(await account.import(await exportFile(account))).toMatchObject({ added: 0, known: 1 });
  }
});

test('the parts of a note come from an export as they are', async () => {
  const account = createAccount();
  await account.import(writeFiles({ 'a.md': 'words '.repeat(300_000) }));
  const other = createAccount('bob');
  await other.import(await exportFile(account));
  expect(other.shown().map(({ local }) => local?.title)).toEqual(['a (1 of 2)', 'a (2 of 2)']);
  expect(wordsOf(other)).toBe(wordsOf(account));
});
