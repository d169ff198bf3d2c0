import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import type { NoteFields, NoteId } from '#shared/note/note.ts';
import type { ExtraFields, FieldValue } from '#shared/note/extra-fields.ts';
import { newRecord } from '#account/sync/local-action.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { createAccount, type TestAccount } from './support/account.ts';
import { exportFile, exportFolder, unzip } from './support/export-file.ts';
import { keepFile } from './support/keep-files.ts';
import { writeZip } from './support/zip-writer.ts';
import { toMarkdown } from '#account/transfer/notes/own-markdown.ts';
import { anyFields } from '#tests/support/any-fields.ts';
import { fields as fieldsOf } from '#tests/support/fields.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const words = fc.string({ unit: anyCodePoint, maxLength: 30 }).map((text) => text.toWellFormed());
/** Words, and the pieces of front matter, headings and line ends. */
const typed = fc.oneof(
  { weight: 2, arbitrary: words },
  fc
    .array(fc.constantFrom('\n', '\r\n', '---', '# ', 'a: b', ' ', 'a', '\nTags:\n  x', '"', '\u2028'), {
      maxLength: 6,
    })
    .map((parts) => parts.join('')),
);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
const { value: fieldValue } = fc.letrec<{ value: FieldValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant<FieldValue>({ nullValue: null }),
    fc.boolean().map((booleanValue) => ({ booleanValue })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((one) => ({ integerValue: String(one) })),
    fc
      .oneof(finite, fc.constantFrom('NaN', 'Infinity', '-Infinity', '-0'))
      .map((doubleValue) => ({ doubleValue })),
    words.map((stringValue) => ({ stringValue })),
    fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => ({ timestampValue: date.toISOString().replace('Z', '456789Z') })),
    fc.uint8Array().map((bytes) => ({ bytesValue: Buffer.from(bytes).toString('base64') })),
    fc.constantFrom('notes/a', 'a/b/c/d').map((referenceValue) => ({ referenceValue })),
    fc
      .record({ latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.integer({ min: -180, max: 180 }) })
      .map((geoPointValue) => ({ geoPointValue })),
    fc.array(finite).map((vectorValue) => ({ vectorValue })),
    fc.array(tie('value'), { maxLength: 3 }).map((arrayValue) => ({ arrayValue })),
    fc
      .dictionary(fc.constantFrom('a', 'b.c', 'ü', 'constructor'), tie('value'))
      .map((mapValue) => ({ mapValue })),
  ),
}));

const note = fc.record({
  fields: fc
    .tuple(anyFields, fc.option(typed), fc.option(typed))
    .map(([fields, title, text]): NoteFields => ({ ...fields, title, text }))
    .filter(({ title, text }) => (title ?? '') !== '' || (text ?? '') !== ''),
  extra: fc.dictionary(
    fc.constantFrom('fieldOfAnotherClient', 'shade', 'x y', 'constructor', 'prototype', '__proto__'),
    fieldValue,
  ),
  created: fc.integer({ min: 0, max: 4_000_000_000_000_000 }),
});

function put(account: TestAccount, fields: NoteFields, extra: ExtraFields, at: number, id: string): void {
  const sequence = account.store.nextSequence();
  account.store.write(newRecord(id as NoteId, fields, extra, { created: at, sequence }));
}

/** The fields of all notes in their order, without those that an import adds. */
function held(account: TestAccount): unknown[] {
  return account.shown().map(({ local, extra }) => {
    const ownExtra = Object.entries(extra).filter(([name]) => !/^(?:imported|original)/.test(name));
    return { ...local, extra: Object.fromEntries(ownExtra) };
  });
}

const distinct = fc.uniqueArray(note, { selector: ({ created: at }) => at, maxLength: 12 });

test('any notes are the same, in the same order, after an export and an import elsewhere', async () => {
  await fc.assert(
    fc.asyncProperty(distinct, async (notes) => {
      fc.pre(notes.length > 0);
      const account = createAccount('ada');
      for (const [index, one] of notes.entries())
        put(account, one.fields, one.extra, one.created, `note ${index}`);
      const bob = createAccount('bob');
      const result = await bob.import(await exportFile(account));
      expect(result).toMatchObject({ added: notes.length, known: 0, empty: 0, broken: [] });
      expect(held(bob)).toEqual(held(account));
    }),
    { numRuns: 100 },
  );
});

test('any notes are the same, in the same order, after a way through the unpacked files of an export', async () => {
  await fc.assert(
    fc.asyncProperty(distinct, async (notes) => {
      fc.pre(notes.length > 0);
      const account = createAccount('ada');
      for (const [index, one] of notes.entries())
        put(account, one.fields, one.extra, one.created, `note ${index}`);
      const folder = await exportFolder(account);
      const bob = createAccount('bob');
      expect(await bob.import(folder)).toMatchObject({
        added: notes.length,
        known: 0,
        empty: 0,
        broken: [],
      });
      expect(held(bob)).toEqual(held(account));
      expect(await bob.import(folder)).toMatchObject({ added: 0, known: notes.length });
      expect(await account.import(folder)).toMatchObject({ added: 0, known: notes.length });
    }),
    { numRuns: 50 },
  );
});

describe('an export', () => {
  test('an export of notes that the account still has adds nothing', async () => {
    const account = createAccount();
    const ids = [1, 2, 3].map((number) => account.notes.add({ title: `${number}`, text: '' }));
    const file = await exportFile(account);
    for (const id of ids) account.notes.edit(id, { title: 'edited', text: '' }, { title: '', text: '' });
    expect(await account.import(file)).toMatchObject({ added: 0, known: 3, empty: 0, broken: [] });
  });

  test('an export brings back notes that were deleted for ever, once', async () => {
    const account = createAccount();
    for (const title of ['1', '2', '3']) account.notes.add({ title, text: '' });
    const file = await exportFile(account);
    for (const { id } of account.shown()) account.notes.deleteForever(id);
    expect(await account.import(file)).toMatchObject({ added: 3, known: 0 });
    expect(await account.import(file)).toMatchObject({ added: 0, known: 3 });
    expect(account.shown().map(({ local }) => local?.title)).toEqual(['3', '2', '1']);
  });

  test('notes of a Takeout are known after they were exported, imported and exported again', async () => {
    const account = createAccount();
    const zip = writeZip(temporaryFolder(), [{ name: 'a.json', content: keepFile(1, 'a') }]);
    const writtenHere = account.notes.add({ title: 'own', text: '' });
    await account.import(zip);
    const first = await exportFile(account);
    account.notes.deleteForever(writtenHere);
    await account.import(first);
    const second = await exportFile(account);
    for (const { id } of account.shown()) account.notes.deleteForever(id);
    for (const source of [second, first, zip]) await account.import(source);
    expect(account.shown().map(({ local }) => local?.title)).toEqual(['own', 'a']);
    expect(account.shown().map(({ extra }) => extra['importedFrom'])).toEqual([
      { stringValue: 'inkling' },
      { stringValue: 'google-keep' },
    ]);
  });
});

/** Edits words that have changed meanwhile, so that the edit becomes a conflict copy. @returns its id */
function editInConflict(account: TestAccount, id: NoteId, text: string): NoteId {
  return account.notes.edit(
    id,
    { title: 'mine', text },
    { title: 'before', text: 'something else entirely' },
  );
}

function theNote(account: TestAccount, text: string): NoteRecord {
  const found = account.shown().find(({ local }) => local?.text === text);
  if (found === undefined) throw new Error(`There is no note "${text}".`);
  return found;
}

function conflictOf(account: TestAccount, text: string): string | null | undefined {
  return theNote(account, text).local?.conflictOf;
}

const zipOfOne = (more = {}) =>
  writeZip(temporaryFolder(), [
    { name: 'a.json', content: keepFile(1, 'a', { textContent: 'original', ...more }) },
  ]);

describe('a conflict copy', () => {
  /**
   * A note from Keep, its conflict copy, and a copy of that copy: all three have the fields of the one
   * origin.
   */
  async function withCopies(name: string): Promise<TestAccount> {
    const account = createAccount(name);
    await account.import(zipOfOne());
    const copy = editInConflict(account, theNote(account, 'original').id, 'copy');
    editInConflict(account, copy, 'copy of the copy');
    return account;
  }

  test('a conflict copy is imported beside its original and names it, even if both have one origin', async () => {
    const bob = createAccount('bob');
    const result = await bob.import(await exportFile(await withCopies('ada')));
    expect(result).toMatchObject({ added: 3, known: 0, empty: 0, broken: [] });
    expect(conflictOf(bob, 'original')).toBeNull();
    expect(conflictOf(bob, 'copy')).toBe(theNote(bob, 'original').id);
    expect(conflictOf(bob, 'copy of the copy')).toBe(theNote(bob, 'copy').id);
  });

  test('a conflict copy that was deleted for ever is imported again and names its original', async () => {
    const ada = await withCopies('ada');
    const file = await exportFile(ada);
    ada.notes.deleteForever(theNote(ada, 'copy').id);
    expect(await ada.import(file)).toMatchObject({ added: 1, known: 2 });
    expect(conflictOf(ada, 'copy')).toBe(theNote(ada, 'original').id);
  });

  test('a conflict copy is imported and names its original if only that was imported before', async () => {
    const bob = createAccount('bob');
    await bob.import(zipOfOne());
    const original = theNote(bob, 'original').id;
    expect(await bob.import(await exportFile(await withCopies('ada')))).toMatchObject({ added: 2, known: 1 });
    expect(conflictOf(bob, 'copy')).toBe(original);
  });

  test('a conflict copy that was made in another account names the original of this account', async () => {
    const ada = createAccount('ada');
    const original = ada.notes.add({ title: '', text: 'original' });
    const bob = createAccount('bob');
    await bob.import(await exportFile(ada));
    editInConflict(bob, theNote(bob, 'original').id, 'copy');
    expect(await ada.import(await exportFile(bob))).toMatchObject({ added: 1, known: 1 });
    expect(conflictOf(ada, 'copy')).toBe(original);
  });
});

describe('notes that return from other accounts', () => {
  async function expectNothingNew(ada: TestAccount): Promise<void> {
    const [bob, cleo] = [createAccount('bob'), createAccount('cleo')];
    const before = held(ada);
    await bob.import(await exportFile(ada));
    expect(bob.shown()).toHaveLength(before.length);
    await cleo.import(await exportFile(bob));
    expect(await bob.import(await exportFile(cleo))).toMatchObject({ added: 0, broken: [] });
    expect(await ada.import(await exportFile(bob))).toMatchObject({ added: 0, known: before.length });
    expect(await ada.import(await exportFile(cleo))).toMatchObject({ added: 0, known: before.length });
    expect(held(ada)).toEqual(before);
  }

  test('notes of an account that return from other accounts add nothing', async () => {
    const ada = createAccount('ada');
    for (const title of ['1', '2']) ada.notes.add({ title, text: '' });
    await expectNothingNew(ada);
  });

  test.each([
    ['with a date', {}],
    ['with the date of an edit only', { createdTimestampUsec: 0 }],
    ['without any date', { createdTimestampUsec: 0, userEditedTimestampUsec: 0 }],
  ])('notes of Google Keep %s that return from other accounts add nothing', async (_what, more) => {
    const ada = createAccount('ada');
    await ada.import(zipOfOne(more));
    await expectNothingNew(ada);
  });

  test('conflict copies and restored words that return from other accounts add nothing', async () => {
    const ada = createAccount('ada');
    await ada.import(zipOfOne());
    const writtenHere = ada.notes.add({ title: '', text: 'own' });
    for (const id of [theNote(ada, 'original').id, writtenHere]) editInConflict(ada, id, `copy of ${id}`);
    const { id: original, local, extra, created } = theNote(ada, 'original');
    if (local !== null) put(ada, { ...local, text: 'earlier words' }, extra, created, `beside ${original}`);
    await expectNothingNew(ada);
  });
});

describe('an export that is not as Inkling writes it', () => {
  /** The file of a note, with other lines for these names. */
  function markdownOf(more: Readonly<Record<string, unknown>> = {}, title = 'a'): string {
    const whole = {
      id: 'a' as NoteId,
      list: 'active' as const,
      createdAt: '2026-01-02T00:00:00Z',
      extra: {},
    };
    return Object.entries(more).reduce(
      (file, [name, value]) => {
        const line = `${name}: ${JSON.stringify(value)}\n`;
        const present = new RegExp(`^${name}: .*\\n`, 'm').exec(file)?.[0];
        return file.replace(present ?? '---\n', () => (present === undefined ? `---\n${line}` : line));
      },
      toMarkdown({ ...whole, ...fieldsOf(title, 'words') }),
    );
  }

  async function imported(...files: readonly string[]) {
    const account = createAccount();
    const folder = temporaryFolder();
    for (const [index, content] of files.entries()) writeFileSync(path.join(folder, `${index}.md`), content);
    return { account, result: await account.import(folder) };
  }

  test.each<[string, Record<string, unknown>]>([
    ['an invalid id', { id: 'a/b' }],
    ['an invalid date', { created: 'yesterday' }],
    ['a field value of no type', { extra: { a: { b: 1 } } }],
    ['an integer that is too large', { extra: { a: { integerValue: '9223372036854775808' } } }],
    ['an invalid date among the fields', { extra: { a: { timestampValue: '2026' } } }],
    ['a reference that leads nowhere', { extra: { a: { referenceValue: 'notes/../b' } } }],
    ['a field name that Firestore keeps for itself', { extra: { __a__: { nullValue: null } } }],
  ])(
    'a file of an export with %s is somebody’s own Markdown, of which no words are lost',
    async (_what, bad) => {
      const { account, result } = await imported(markdownOf(bad), markdownOf({}, 'b'));
      expect(result).toMatchObject({ added: 2, broken: [] });
      const importedNote = account.shown().find(({ local }) => local?.title === 'a');
      expect(importedNote?.extra['importedFrom']).toEqual({ stringValue: 'markdown' });
      expect(importedNote?.local?.text).toMatch(/^words/);
    },
  );

  test('fields that Inkling writes itself are not taken from an export', async () => {
    const extra = {
      uid: { stringValue: 'eve' },
      createdAt: { nullValue: null },
      fieldOfAnotherClient: { stringValue: 'calm' },
    };
    const { account } = await imported(markdownOf({ extra }));
    const [only] = account.shown() as [NoteRecord];
    expect(Object.keys(only.extra).toSorted()).toEqual([
      'fieldOfAnotherClient',
      'importedFrom',
      'importedId',
      'importedWords',
      'originalCreatedAt',
    ]);
  });

  test('extra fields with names such as __proto__ are imported and exported like any other', async () => {
    const odd =
      '{"constructor": {"stringValue": "a"}, "prototype": {"nullValue": null}, "__proto__": {"booleanValue": true}}';
    const extra: ExtraFields = JSON.parse(`{"in": {"mapValue": ${odd}}, ${odd.slice(1)}`);
    const { account } = await imported(markdownOf({ extra }));
    const [only] = account.shown() as [NoteRecord];
    expect(JSON.parse(JSON.stringify(only.extra))).toMatchObject(extra);
    expect(Object.keys(only.extra)).toEqual(
      expect.arrayContaining(['constructor', 'prototype', '__proto__']),
    );
    const again = Object.values(await unzip(await exportFile(account))).join('');
    expect(again).toContain(JSON.stringify(extra).slice(1, -1));
  });
});
