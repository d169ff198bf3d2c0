/**
 * Files of other programs that come again, with the same words or with others, before and after the user has
 * edited their notes: no word of a file is lost, and no note comes twice.
 */
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createAccount } from './support/account.ts';
import { keepFile, keepPage } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';

/** Words in parts of a file that do not tell which note of its program it is. */
const others = fc.subarray(['plum', 'fig', 'kiwi']);
const anyFile = fc.oneof(
  fc.record({
    kind: fc.constantFrom('keep', 'list' as const),
    day: fc.nat(1),
    html: others,
    web: others,
    people: others,
    pictures: others,
  }),
  fc.record({ kind: fc.constant('page' as const), day: fc.nat(1), web: others, people: others }),
  fc.record({ kind: fc.constant('simplenote' as const), day: fc.nat(1), people: others }),
);
type AnyFile = typeof anyFile extends fc.Arbitrary<infer Value> ? Value : never;

interface MadeFile {
  readonly ending: string;
  readonly content: string;
  /** Words that a note must have, each as a part of a word or a line of it. */
  readonly words: readonly string[];
}

function made(file: AnyFile): MadeFile {
  const own = `day${file.day}`;
  const emails = file.people.map((name) => `${name}@people`);
  if (file.kind === 'simplenote') {
    const note = {
      content: `simple\n${own}`,
      creationDate: '2020-01-01T00:00:00Z',
      collaboratorEmails: emails,
    };
    const content = JSON.stringify({ activeNotes: [note], trashedNotes: [] });
    return { ending: 'json', content, words: ['simple', own, ...emails] };
  }
  const pages = file.web.map((name) => `https://web/${name}`);
  if (file.kind === 'page') {
    const sharees = emails.map((email) => `<div class="sharee">${email}</div>`).join('');
    const links = pages.map((url) => `<div class="annotation"><a href="${url}">${url}</a></div>`).join('');
    const content = keepPage('paper', [own]).replace('</body>', `${links}${sharees}</body>`);
    return { ending: 'html', content, words: ['paper', own, ...emails, ...pages] };
  }
  const html = `<p>${[own, ...file.html].join('</p><p>')}</p>`;
  const pictures = file.pictures.map((name) => `${name}.jpg`);
  const content = keepFile(1, file.kind, {
    ...(file.kind === 'keep'
      ? { textContent: own, textContentHtml: html }
      : {
          textContent: '',
          listContent: [{ text: own, isChecked: false, children: file.html.map((text) => ({ text })) }],
        }),
    annotations: pages.map((url) => ({ url })),
    sharees: emails.map((email) => ({ email })),
    attachments: pictures.map((filePath) => ({ filePath })),
  } as never);
  return { ending: 'json', content, words: [file.kind, own, ...file.html, ...pages, ...emails, ...pictures] };
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      files: fc.array(anyFile, { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({ kind: fc.constant('edit' as const), which: fc.nat(), isAddition: fc.boolean() }),
  /** The cloud refuses the note, and "Try again" gives it another name. */
  fc.record({ kind: fc.constant('rename' as const), which: fc.nat() }),
);

test('each word of a file is in a note or in what the user has edited of it, and importing again adds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const account = createAccount();
      /** All words that the notes of each id have had. */
      const had = new Map<NoteId, string[]>();
      let count = 0;

      function remember(): void {
        for (const { id, local } of account.shown()) {
          const words = `${local?.title}\n${local?.text}`;
          const before = had.get(id) ?? [];
          if (before.at(-1) !== words) had.set(id, [...before, words]);
        }
      }

      for (const next of steps) {
        const shown = account.shown();
        const record = next.kind === 'import' ? undefined : shown[next.which % shown.length];
        if (next.kind === 'import') {
          const files = next.files.map(made);
          const entries = files.map(({ ending, content }, index) => [`${index}/${index}.${ending}`, content]);
          const folder = writeFiles(Object.fromEntries(entries));
          const { broken, leftOut } = await account.import(folder);
          expect({ broken, leftOut }).toEqual({ broken: [], leftOut: [] });
          remember();
          const all = [...had.values()].flat();
          for (const { words } of files)
            expect(
              all.some((text) => words.every((word) => text.includes(word))),
              words.join(' '),
            ).toBe(true);
          expect(await account.import(folder)).toMatchObject({ added: 0 });
        } else if (record?.local !== undefined && record.local !== null) {
          const { id, local } = record;
          const base = { title: local.title ?? '', text: local.text ?? '' };
          if (next.kind === 'rename') {
            const newId = `renamed ${(count += 1)}` as NoteId;
            account.store.rename(id, newId);
            had.set(newId, had.get(id) ?? []);
            had.delete(id);
          } else {
            const text = `${next.isAddition ? base.text : ''}\nedit ${(count += 1)}`;
            account.notes.edit(id, { ...base, text }, base);
            remember();
          }
        }
      }
      const imported = [...had.values()].map(([first]) => first);
      expect(new Set(imported).size, 'notes that came with words of their own').toBe(imported.length);
    }),
    { numRuns: 150 },
  );
});
