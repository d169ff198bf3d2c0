/**
 * A note that is larger than the cloud takes is refused with its size, and everything below that size comes
 * in whole.
 */
import { expect, test } from 'vitest';
import { isTooLarge } from '#account/sync/push-batch.ts';
import { createAccount } from './support/account.ts';
import { exportFile } from './support/export-file.ts';
import { keepFile } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';

const reasonFor = (bytes: string): string =>
  `The note has ${bytes} bytes; the cloud takes up to 1,000,000. Split it into several notes.`;

test('a note that is larger than the cloud takes is refused with its size, and the other notes come in', async () => {
  const account = createAccount();
  const textContent = 'äöü €.\n'.repeat(250_000).trimEnd();
  const folder = writeFiles({ 'a.json': keepFile(1, 'Diary', { textContent }), 'b.json': keepFile(2, 'b') });
  const result = await account.import(folder);
  expect(account.shown().map(({ local }) => local?.title)).toEqual(['b']);
  expect(result).toMatchObject({
    added: 1,
    broken: [{ file: expect.stringMatching(/a\.json$/), reason: reasonFor('3,000,004') }],
    files: { met: 2, came: 1, failed: 1 },
  });
});

test('a note of exactly the largest size comes in and can be sent, and with one more letter it is refused', async () => {
  for (const letter of ['x', '€']) {
    const account = createAccount();
    const title = 'x';
    const textContent = letter.repeat(Math.floor(999_999 / Buffer.byteLength(letter)));
    await account.import(writeFiles({ 'a.json': keepFile(1, title, { textContent }) }));
    expect(account.shown().map(({ local }) => local?.text)).toEqual([textContent]);
    expect(account.shown().some((record) => isTooLarge(record))).toBe(false);
    const longer = { textContent: `${textContent}${letter}` };
    const result = await createAccount().import(writeFiles({ 'a.json': keepFile(1, title, longer) }));
    expect(result).toMatchObject({ added: 0, broken: [{ reason: expect.stringContaining('bytes') }] });
  }
});

test('of a file with several notes only the note that is too large is refused, by its title', async () => {
  const large = `Diary\n${'x'.repeat(1_200_000)}`;
  const activeNotes = [{ content: large }, { content: 'Plan\nwords' }];
  const account = createAccount();
  const result = await account.import(writeFiles({ 'notes.json': JSON.stringify({ activeNotes }) }));
  expect(account.shown().map(({ local }) => local?.title)).toEqual(['Plan']);
  expect(result).toMatchObject({
    broken: [{ file: expect.stringMatching(/notes\.json, “Diary”$/), reason: reasonFor('1,200,005') }],
    files: { met: 1, came: 1, failed: 0 },
  });
});

test('a text of very many line ends or spaces is read as fast as any other', async () => {
  for (const space of ['\n', ' ', '\t\n']) {
    const account = createAccount();
    const text = `b${space.repeat(800_000 / space.length)}e`;
    await account.import(
      writeFiles({ 'a.md': `---\ntitle: T\ndate: ${' '.repeat(100_000)}x\n---\n${text}` }),
    );
    expect(account.shown()[0]?.local?.text?.startsWith(text)).toBe(true);
  }
});

test('importing an export adds nothing to the account that wrote it, however large its notes are', async () => {
  for (const bytes of [990_000, 1_040_000]) {
    const account = createAccount();
    account.notes.add({ title: 'T', text: 'words '.repeat(bytes / 6) });
    expect(await account.import(await exportFile(account))).toMatchObject({ added: 0, known: 1, broken: [] });
  }
});

test('a note of an export that is nearly as large as a document comes to another account', async () => {
  const ada = createAccount();
  ada.notes.add({ title: 'T', text: 'words '.repeat(1_040_000 / 6) });
  const file = await exportFile(ada);
  expect(await createAccount('bob').import(file)).toMatchObject({ added: 1, broken: [] });
});
