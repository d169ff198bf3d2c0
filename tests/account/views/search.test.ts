import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from '#tests/support/fast-check.ts';
import { expect, onTestFinished, test } from 'vitest';
import { LISTS, type NoteFields } from '#shared/note/note.ts';
import { isEmptySearch } from '#shared/note/view.ts';
import { isBlank } from '#shared/text/search.ts';
import { searchedWords as words } from '#tests/support/searched-words.ts';
import { settledNote } from '../support/store.ts';
import {
  copyNotes,
  noteIdOf,
  openSearched,
  pinnedOf,
  plainly,
  restoreNotes,
  type Searched,
  SMALL_STEPS,
} from './search-support.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const LABELS = ['Work', 'work', 'two words', 'ÄPFEL', 'a\u0308pfel'];
const filters = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom('work', 'WORK', 'two words', 'äpfel', 'none'), {
      minLength: 1,
      maxLength: 2,
    }),
  },
);

const queries = fc
  .oneof(
    { weight: 8, arbitrary: words },
    // Notes contain such words, too, and a label does not change their matches.
    { weight: 1, arbitrary: words.map((text) => `label:work ${text}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(words, fc.integer({ min: 1, max: 4_000 })).map(([w, n]) => w.repeat(n)),
    },
  )
  .map((text) => text.slice(0, 10_000))
  .filter((text) => !isBlank(text));

type Change =
  | {
      readonly kind: 'write';
      readonly note: number;
      readonly title: string | null;
      readonly text: string | null;
      readonly flags: Partial<NoteFields>;
      readonly created: number;
    }
  | { readonly kind: 'remove'; readonly note: number }
  | { readonly kind: 'long'; readonly note: number; readonly text: string; readonly times: number };

type Action =
  | Change
  | { readonly kind: 'index'; readonly slices: number }
  | { readonly kind: 'restart' | 'copy' | 'restore' }
  | {
      readonly kind: 'ask';
      readonly query: string;
      readonly labels: readonly string[];
      readonly wanted: number;
      /** What happens between the first hits and the rest. */
      readonly meanwhile: readonly (Change | { kind: 'index'; slices: number })[];
    };

const note = fc.nat(30);
const mostlyNot = fc.constantFrom(true, false, false);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      note,
      title: fc.option(words),
      text: fc.option(
        fc.oneof(
          { weight: 5, arbitrary: words },
          { weight: 1, arbitrary: words.map((text) => `Label:Work ${text}`) },
        ),
      ),
      flags: fc.record({
        isArchived: mostlyNot,
        isDeleted: mostlyNot,
        isPinned: fc.option(fc.boolean()),
        labels: fc.option(fc.subarray(LABELS)),
      }),
      // A note with another date gets another key. The dates are within one minute or in several.
      created: fc.oneof(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }).map((n) => n * 2 ** 26),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), note }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('long' as const),
      note,
      text: words,
      times: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
);
const indexing = fc.record({ kind: fc.constant('index' as const), slices: fc.integer({ min: 1, max: 4 }) });
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: change },
  { weight: 3, arbitrary: indexing },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('restart', 'copy', 'restore') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      query: queries,
      labels: filters,
      wanted: fc.integer({ min: 1, max: 20 }),
      meanwhile: fc.array(fc.oneof(change, indexing), { maxLength: 3 }),
    }),
  },
);

function make({ notes, index }: Searched, act: Change | { kind: 'index'; slices: number }): void {
  if (act.kind === 'index') {
    for (let slice = 0; slice < act.slices; slice += 1) index.indexSome(true);
    return;
  }
  const id = noteIdOf(act.note);
  if (act.kind === 'write') {
    const { title, text, flags, created } = act;
    const before = settledNote(id, '', created);
    const fields = { ...NO_FIELDS, title, text, ...flags };
    notes.write({ ...before, local: fields, remote: before.remote && { ...before.remote, fields } });
    return;
  }
  const record = notes.read(id);
  if (record === null || record.local === null) return;
  if (act.kind === 'remove') notes.write({ ...record, local: null, remote: null, pending: null });
  else notes.write({ ...record, local: { ...record.local, text: act.text.repeat(act.times) } });
}

/** Searches as a user types the query, unit by unit if it is short, in each of the lists. */
function ask(
  on: Searched,
  { query: whole, labels, wanted, meanwhile }: Extract<Action, { kind: 'ask' }>,
): void {
  const from = whole.length > 12 ? whole.length - 1 : -1;
  for (let length = from + 1; length <= whole.length; length += 1) {
    const query = whole.slice(0, length);
    if (isEmptySearch({ query, labels })) continue;
    for (const list of LISTS) {
      const before = plainly(on, list, query, labels);
      // One step finds only the first keys.
      const first = on.finder.find({ list, query, labels }, wanted, 1);
      expect(first.keys).toEqual(before.slice(0, first.keys.length));
      expect(first.pinned).toBe(pinnedOf(on, first.keys));
      if (length === whole.length) for (const act of meanwhile) make(on, act);
      const after = plainly(on, list, query, labels);
      expect(on.finder.find({ list, query, labels }, wanted, Infinity).keys.slice(0, wanted)).toEqual(
        after.slice(0, wanted),
      );
      const pinned = pinnedOf(on, after);
      expect(on.finder.findMore(Infinity, Infinity)).toEqual({ keys: after, pinned, isComplete: true });
    }
  }
}

/** @returns the notes and the index that are open afterwards */
function run(folder: string, on: Searched, act: Action): Searched {
  switch (act.kind) {
    case 'ask':
      ask(on, act);
      return on;
    case 'restart':
    case 'copy':
    case 'restore':
      on.close();
      if (act.kind === 'copy') copyNotes(folder);
      if (act.kind === 'restore') restoreNotes(folder);
      return openSearched(folder, { limits: SMALL_STEPS });
    default:
      make(on, act);
      return on;
  }
}

test('the index never differs from the plain definition, whatever happens in between', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60, size: 'max' }), (actions) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'inkling-search-'));
      openSearched(folder).close();
      copyNotes(folder);
      let on = openSearched(folder, { limits: SMALL_STEPS });
      try {
        for (const act of actions) on = run(folder, on, act);
        expect(on.troubles).toEqual([]);
      } finally {
        on.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 20 },
  );
});

test('texts and queries that the index cannot handle are answered by the plain definition', () => {
  const on = openSearched(temporaryFolder(), { limits: SMALL_STEPS });
  onTestFinished(() => on.close());
  const texts = [
    'ab\0cd',
    'abcd',
    'ab\ufffecd',
    'ab\uffffcd',
    'ab\ufffdcd',
    'ab\ud83dcd',
    'ab😀cd',
    'a\nb',
    'ab"cd',
    'ab*',
  ];
  const long = 'one beginning of many '.repeat(10);
  for (const [at, text] of [...texts, `${long}and`, `${long}other`].entries()) {
    on.notes.write(settledNote(noteIdOf(at), text, at + 1));
  }
  while (on.index.indexSome(true));
  const examples = [
    ...texts,
    'b\0',
    '\ud83d',
    '\ude00',
    'b\ufffe',
    '\n',
    'of note2\nab',
    `${long}a`,
    `${long}o`,
    `${long}x`,
    'b*',
    'b"',
  ];
  for (const query of examples) {
    const found = on.finder.find({ list: 'active', query, labels: [] }, Infinity, Infinity).keys;
    expect(found, JSON.stringify(query)).toEqual(plainly(on, 'active', query));
  }
});
