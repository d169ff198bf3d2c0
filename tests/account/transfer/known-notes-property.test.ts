/**
 * Exports that go back and forth between accounts, in any order and as often as anybody likes: an import adds
 * exactly the words that its account has never had.
 */
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createAccount, type TestAccount } from './support/account.ts';
import { exportFile, unzip } from './support/export-file.ts';

const NAMES = ['ada', 'bob', 'cleo'] as const;

interface Person {
  readonly account: TestAccount;
  /** Every text that a note of the account has ever had. */
  readonly had: Set<string>;
}

const anyNumber = fc.nat();
const who = fc.nat(NAMES.length - 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), who }),
  fc.record({ kind: fc.constant('edit' as const), who, which: anyNumber }),
  /** The cloud's date of a note replaces the estimated one. */
  fc.record({ kind: fc.constant('date' as const), who, which: anyNumber }),
  fc.record({ kind: fc.constant('export' as const), who }),
  fc.record({
    kind: fc.constant('import' as const),
    who,
    files: fc.array(anyNumber, { minLength: 1, maxLength: 3 }),
    /** The cloud refuses the imported notes, and "Try again" gives them other names. */
    isRenamed: fc.boolean(),
  }),
);

async function textsOf(file: string): Promise<string[]> {
  const files = Object.values(await unzip(file));
  return files.map((markdown) => /^text \d+$/m.exec(markdown)?.[0] ?? '');
}

test('an import adds the words that the account has never had, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const people: Person[] = NAMES.map((name) => ({ account: createAccount(name), had: new Set() }));
      const files: string[] = [];
      let count = 0;
      const newText = (): string => `text ${(count += 1)}`;

      async function importInto({ account, had }: Person, source: readonly string[], isRenamed: boolean) {
        const texts = (await Promise.all(source.map(textsOf))).flat();
        const missing = new Set(texts.filter((text) => !had.has(text)));
        const before = new Set(account.shown().map(({ id }) => id));
        expect(await account.import(source)).toMatchObject({
          added: missing.size,
          known: texts.length - missing.size,
          empty: 0,
          broken: [],
        });
        const added = account.shown().filter(({ id }) => !before.has(id));
        expect(new Set(added.map(({ local }) => local?.text))).toEqual(missing);
        for (const text of missing) had.add(text);
        if (isRenamed)
          for (const { id } of added) account.store.rename(id, `renamed ${(count += 1)}` as NoteId);
        expect(await account.import(source)).toMatchObject({ added: 0, known: texts.length });
      }

      for (const next of steps) {
        const person = people[next.who];
        if (person === undefined) throw new Error('There is no such person.');
        const { account, had } = person;
        const shown = account.shown();
        if (next.kind === 'add') {
          const text = newText();
          account.notes.add({ title: '', text });
          had.add(text);
        } else if (next.kind === 'export') {
          if (shown.length > 0) files.push(await exportFile(account));
        } else if (next.kind === 'import') {
          const source = next.files.flatMap((index) => files[index % files.length] ?? []);
          if (source.length > 0) await importInto(person, [...new Set(source)], next.isRenamed);
        } else {
          const record = shown[next.which % shown.length];
          const local = record?.local ?? null;
          if (record === undefined || local === null) continue;
          if (next.kind === 'date') account.store.write({ ...record, created: record.created + 1_234_567 });
          else {
            const text = newText();
            account.notes.edit(record.id, { title: '', text }, { title: '', text: local.text ?? '' });
            had.add(text);
          }
        }
      }
    }),
    { numRuns: 25 },
  );
});
