/**
 * Which notes of a file an import takes for notes of the account: no words are dropped, and nothing is added
 * twice.
 */
import { describe, expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createAccount, type TestAccount } from './support/account.ts';
import { exportFile } from './support/export-file.ts';
import { keepFile } from './support/keep-files.ts';
import { writeZip } from './support/zip-writer.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

function texts(account: TestAccount): string[] {
  return account
    .shown()
    .map(({ local }) => local?.text ?? '')
    .toSorted((a, b) => Number(a > b) - Number(a < b));
}

function editOnly(account: TestAccount, text: string): NoteId {
  const [only] = account.shown();
  const title = only?.local?.title ?? '';
  if (only === undefined) throw new Error('There is no note.');
  return account.notes.edit(only.id, { title, text }, { title, text: only.local?.text ?? '' });
}

/** Exports of one note on Monday and on Friday, with different words. */
async function twoExports() {
  const ada = createAccount('ada');
  ada.notes.add({ title: 'plan', text: 'Monday' });
  const monday = await exportFile(ada);
  editOnly(ada, 'Friday');
  return { ada, monday, friday: await exportFile(ada) };
}

describe('two exports of a note with different words', () => {
  test.each([
    ['the older first', false],
    ['the newer first', true],
  ])(
    'two exports of a note with different words that are imported at once add two notes and no more: %s',
    async (_what, isReversed) => {
      const { monday, friday } = await twoExports();
      const files = isReversed ? [friday, monday] : [monday, friday];
      const bob = createAccount('bob');
      expect(await bob.import(files)).toMatchObject({ added: 2, known: 0 });
      expect(texts(bob)).toEqual(['Friday', 'Monday']);
      for (const again of [files, files.toReversed(), [monday], [friday]])
        expect(await bob.import(again)).toMatchObject({ added: 0, known: again.length });
    },
  );

  test('two exports with different words that are imported in turn add one note each, also after an edit', async () => {
    const { monday, friday } = await twoExports();
    const bob = createAccount('bob');
    expect(await bob.import(monday)).toMatchObject({ added: 1 });
    editOnly(bob, 'edited');
    expect(await bob.import(friday)).toMatchObject({ added: 1 });
    expect(texts(bob)).toEqual(['Friday', 'edited']);
    expect(await bob.import([monday, friday])).toMatchObject({ added: 0, known: 2 });
  });

  test('two exports with different words add nothing to the account that has the note, which stays as it is', async () => {
    const { ada, monday, friday } = await twoExports();
    editOnly(ada, 'Sunday');
    expect(await ada.import([monday, friday])).toMatchObject({ added: 0, known: 2 });
    expect(texts(ada)).toEqual(['Sunday']);
  });

  test('notes of two exports with different words are known after their way through other accounts', async () => {
    const { monday, friday } = await twoExports();
    const [bob, cleo] = [createAccount('bob'), createAccount('cleo')];
    await bob.import([friday, monday]);
    await cleo.import(await exportFile(bob));
    expect(texts(cleo)).toEqual(['Friday', 'Monday']);
    expect(await cleo.import([monday, friday])).toMatchObject({ added: 0, known: 2 });
    expect(await bob.import(await exportFile(cleo))).toMatchObject({ added: 0, known: 2 });
  });
});

describe('words that were written in another account', () => {
  test('words that were edited in another account are imported once, beside the note that they came from', async () => {
    const { ada, friday } = await twoExports();
    const bob = createAccount('bob');
    await bob.import(friday);
    editOnly(bob, 'by Bob');
    const back = await exportFile(bob);
    expect(await ada.import(back)).toMatchObject({ added: 1, known: 0 });
    expect(texts(ada)).toEqual(['Friday', 'by Bob']);
    expect(await ada.import(back)).toMatchObject({ added: 0, known: 1 });
  });

  test('words add nothing to the account in which they were written, by whatever exports they come back', async () => {
    const { ada, friday } = await twoExports();
    const [bob, cleo] = [createAccount('bob'), createAccount('cleo')];
    await bob.import(friday);
    editOnly(bob, 'by Bob');
    await cleo.import(await exportFile(bob));
    await ada.import(await exportFile(cleo));
    editOnly(bob, 'by Bob, later');
    expect(await bob.import(await exportFile(cleo))).toMatchObject({ added: 0, known: 1 });
    expect(await bob.import(await exportFile(ada))).toMatchObject({ added: 0, known: 2 });
    expect(texts(bob)).toEqual(['by Bob, later']);
  });
});

test('a note of Google Keep that was edited in another account is added beside the one from the Takeout', async () => {
  const zip = writeZip(temporaryFolder(), [{ name: 'a.json', content: keepFile(1, 'a') }]);
  const [ada, bob] = [createAccount('ada'), createAccount('bob')];
  await ada.import(zip);
  const plain = await exportFile(ada);
  editOnly(ada, 'edited');
  const edited = await exportFile(ada);
  expect(await bob.import([zip, plain, edited])).toMatchObject({ added: 2, known: 1 });
  for (const again of [zip, plain, edited]) expect(await bob.import(again)).toMatchObject({ added: 0 });
  expect(texts(bob)).toEqual(['edited', 'text of a']);
});

test('a newer Takeout brings words beside a note that was edited, in parts that Keep does not tell notes by', async () => {
  const takeout = (more = {}) =>
    writeZip(temporaryFolder(), [
      { name: 'a.json', content: keepFile(1, 'a', { textContent: 'milk', ...more }) },
    ]);
  const [older, newer] = [takeout(), takeout({ textContentHtml: '<p>milk</p><p>bread</p>' })];
  const account = createAccount();
  await account.import(older);
  editOnly(account, 'edited');
  expect(await account.import(older)).toMatchObject({ added: 0, known: 1 });
  expect(await account.import(newer)).toMatchObject({ added: 1, known: 0 });
  expect(texts(account)).toEqual(['edited', 'milk\nbread']);
  expect(await account.import([older, newer])).toMatchObject({ added: 0, known: 2 });
});

describe('a note that got its date between two exports', () => {
  async function beforeAndAfter(): Promise<[string, string]> {
    const ada = createAccount('ada');
    const id = ada.notes.add({ title: 'a', text: '' });
    const before = await exportFile(ada);
    const record = ada.store.read(id);
    if (record === null) throw new Error('There is no note.');
    ada.store.write({ ...record, created: record.created + 1_234_567 });
    return [before, await exportFile(ada)];
  }

  test('a note that got its date between two exports is added once if they are imported in turn', async () => {
    const [before, after] = await beforeAndAfter();
    const bob = createAccount('bob');
    expect(await bob.import(before)).toMatchObject({ added: 1 });
    expect(await bob.import(after)).toMatchObject({ added: 0, known: 1 });
  });

  test('a note that got its date between two exports is added once if they are imported at once', async () => {
    const bob = createAccount('bob');
    expect(await bob.import(await beforeAndAfter())).toMatchObject({ added: 1, known: 1 });
  });
});

describe('a note that got another id, because the cloud refused it', () => {
  const zip = () => writeZip(temporaryFolder(), [{ name: 'a.json', content: keepFile(1, 'a') }]);
  test.each([
    ['from a Takeout', async () => zip()],
    ['from an export', async () => (await twoExports()).friday],
  ])('an imported note that got another id is known, also after an edit: %s', async (_what, sourceOf) => {
    const source = await sourceOf();
    const account = createAccount('bob');
    await account.import(source);
    for (const { id } of account.shown()) account.store.rename(id, 'another name' as NoteId);
    expect(await account.import(source)).toMatchObject({ added: 0, known: 1 });
    editOnly(account, 'edited');
    expect(await account.import(source)).toMatchObject({ added: 0, known: 1 });
  });

  test('an imported note that got another id is known when it returns to the account that it came from', async () => {
    const ada = createAccount('ada');
    await ada.import(zip());
    const bob = createAccount('bob');
    await bob.import(await exportFile(ada));
    for (const { id } of bob.shown()) bob.store.rename(id, 'another name' as NoteId);
    expect(await ada.import(await exportFile(bob))).toMatchObject({ added: 0, known: 1 });
  });
});

test('an import adds a note that was deleted for ever even if a conflict copy of it is here', async () => {
  const source = (await twoExports()).monday;
  const bob = createAccount('bob');
  await bob.import(source);
  const [original] = bob.shown();
  if (original === undefined) throw new Error('There is no note.');
  bob.notes.edit(original.id, { title: 'mine', text: 'copy' }, { title: 'before', text: 'something else' });
  bob.notes.deleteForever(original.id);
  expect(await bob.import(source)).toMatchObject({ added: 1 });
  expect(texts(bob)).toEqual(['Monday', 'copy']);
});
