import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LISTS } from '#shared/note.ts';
import { isBlank } from '#shared/search.ts';
import type { NoteFlags } from '#shared/note.ts';
import { createChanges } from '#main/store/changes.ts';
import type { Question } from '#main/store/search/ask.ts';
import { anyCodePoint } from '#tests/support/arbitraries.ts';
import { settledNote, temporaryFolder } from '../support.ts';
import { finish, noteIdOf, plainly, type Searched, searched } from './support.ts';

/** Pieces that meet one another often, and whatever else there is. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'ab', 'ba', ' ', 'A', 'B') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'ß',
      'SS',
      'ſ',
      'σ',
      'ς',
      'Σ',
      'é',
      'e\u0301',
      '\u0301',
      'İ',
      'ı',
      'ŉ',
      'ﬃ',
      'ΐ',
      '\u0345',
      '😀',
      '\ud83d',
      '\ude00',
      '👩🏽‍🚀',
      '日本',
      '本',
      'かな',
      '%',
      '_',
      '"',
      "'",
      '\\',
      '\0',
      '\n',
      'K',
    ),
  },
  { weight: 1, arbitrary: anyCodePoint },
);
const words = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const queries = fc
  .oneof(
    { weight: 8, arbitrary: words },
    {
      weight: 1,
      arbitrary: fc.tuple(words, fc.integer({ min: 1, max: 4_000 })).map(([w, n]) => w.repeat(n)),
    },
  )
  .map((text) => text.slice(0, 10_000))
  .filter((text) => !isBlank(text));

type Action =
  | {
      readonly kind: 'write';
      readonly note: number;
      readonly title: string | null;
      readonly text: string | null;
      readonly flags: NoteFlags;
      readonly created: number;
    }
  | { readonly kind: 'remove'; readonly note: number }
  | { readonly kind: 'long'; readonly note: number; readonly text: string; readonly times: number }
  | { readonly kind: 'build' }
  | { readonly kind: 'half a build'; readonly steps: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'ask'; readonly query: string; readonly page: readonly [number, number] };

const note = fc.nat(30);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      note,
      title: fc.option(words),
      text: fc.option(words),
      flags: fc.record({ isArchived: fc.boolean(), isDeleted: fc.boolean() }),
      created: fc.integer({ min: 1, max: 40 }),
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
  { weight: 2, arbitrary: fc.constant({ kind: 'build' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('half a build' as const),
      steps: fc.integer({ min: 1, max: 60 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      query: queries,
      page: fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 40 })),
    }),
  },
);

function write(notes: Searched['notes'], act: Extract<Action, { kind: 'write' }>): void {
  const before = settledNote(noteIdOf(act.note), '', act.created);
  const fields = { title: act.title, text: act.text, ...act.flags };
  notes.write({
    ...before,
    local: fields,
    remote: { fields, updateTime: before.remote?.updateTime ?? ('' as never) },
  });
}

function run(on: Searched, actions: readonly Action[]): void {
  let search = on.open();
  for (const act of actions) {
    switch (act.kind) {
      case 'write':
        write(on.notes, act);
        break;
      case 'long': {
        const one = on.notes.read(noteIdOf(act.note));
        if (one === null || one.local === null) break;
        on.notes.write({ ...one, local: { ...one.local, text: act.text.repeat(act.times) } });
        break;
      }
      case 'remove': {
        const one = on.notes.read(noteIdOf(act.note));
        if (one !== null) on.notes.write({ ...one, local: null, remote: null, pending: null });
        break;
      }
      case 'build':
        finish(search.build());
        break;
      case 'half a build': {
        const work = search.build();
        for (let step = 0; step < act.steps; step += 1) work.next();
        search = on.open();
        break;
      }
      case 'restart':
        search = on.open();
        break;
      case 'ask':
        ask(on, search, act);
        break;
      default:
        throw new Error(`No such action: ${String(act satisfies never)}`);
    }
  }
}

/** As it is typed, unit by unit where it is short, in each of the lists. */
function ask(
  on: Searched,
  search: ReturnType<Searched['open']>,
  act: Extract<Action, { kind: 'ask' }>,
): void {
  const [offset, limit] = act.page;
  const typed =
    act.query.length > 12
      ? [act.query]
      : Array.from({ length: act.query.length }, (_, at) => act.query.slice(0, at + 1));
  for (const query of typed.filter((text) => !isBlank(text))) {
    for (const list of LISTS) {
      const question: Question = { list, query, offset, limit };
      expect(finish(search.find(question))).toEqual(plainly(on, question));
    }
  }
}

describe('the index never differs from the plain definition', () => {
  test('whatever is written, moved and removed in between', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60, size: 'max' }), (actions) => {
        const folder = mkdtempSync(path.join(tmpdir(), 'inkling-search-'));
        const on = searched(path.join(folder, 'notes.sqlite'));
        try {
          run(on, actions);
        } finally {
          on.close();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

describe('the index', () => {
  function temporary(): Searched {
    const on = searched(path.join(temporaryFolder(), 'notes.sqlite'));
    onTestFinished(() => on.close());
    return on;
  }

  function fill(on: Searched, from: number, to: number): void {
    on.notes.transaction(() => {
      for (let index = from; index < to; index += 1) {
        on.notes.write(settledNote(noteIdOf(index), `words of number ${index}`, index + 1));
      }
    });
  }

  test('goes on after a restart where it was killed', () => {
    const on = temporary();
    fill(on, 0, 9_000);
    const work = on.open().build();
    let learnt = 0;
    for (let step = work.next(); learnt === 0 && step.done !== true; step = work.next())
      learnt = step.value ?? 0;
    for (let step = 0; step < 2_000; step += 1) work.next();
    const again = on.open();
    expect(on.unindexed()).toBe(9_000 - 4_096);
    expect(finish(again.find(questionOf('number 8999'))).total).toBe(1);
    finish(again.build());
    on.open();
    expect(on.unindexed()).toBe(0);
  });

  test('has nothing of a block that was begun and never finished', () => {
    const on = temporary();
    const fillLong = (word: string): void =>
      on.notes.transaction(() => {
        for (let index = 0; index < 400; index += 1) {
          const text = `${word} ${'and more of it '.repeat(400)}`;
          on.notes.write(settledNote(noteIdOf(index), text, index + 1));
        }
      });
    fillLong('before');
    const work = on.open().build();
    // So much that a part of it is in the file already.
    for (let step = 0; step < 420; step += 1) work.next();
    on.open();
    expect(on.storedTexts()).toBeGreaterThan(0);
    fillLong('after');
    const search = on.open();
    finish(search.build());
    expect(finish(search.find(questionOf('before'))).total).toBe(0);
    expect(finish(search.find(questionOf('after'))).total).toBe(400);
  });

  test('of another database of notes is not believed', () => {
    const on = temporary();
    fill(on, 0, 16);
    finish(on.open().build());
    on.db.exec("UPDATE search_index SET id = 'another'");
    on.open();
    expect(on.unindexed()).toBe(16);
  });

  test('that misses changes which nobody remembers is made anew', () => {
    const on = temporary();
    fill(on, 0, 16);
    finish(on.open().build());
    fill(on, 16, 24);
    on.notes.write(settledNote(noteIdOf(3), 'other words', 4));
    on.db.exec('DELETE FROM changes WHERE sequence < (SELECT max(sequence) FROM changes)');
    const search = on.open();
    expect(on.unindexed()).toBe(24);
    expect(finish(search.find(questionOf('other words'))).total).toBe(1);
  });

  test('keeps what it knows when the list of changes is cut up to there', () => {
    const on = temporary();
    fill(on, 0, 16);
    const learnt: number[] = [];
    for (const step of on.open().build()) if (step !== null) learnt.push(step);
    const changes = createChanges(on.db);
    for (const through of learnt) changes.cutBefore(through);
    expect(on.db.prepare('SELECT sequence FROM changes').all()).toEqual([{ sequence: 16 }]);
    on.open();
    expect(on.unindexed()).toBe(0);
  });

  test('is worn when most of it is about notes that are gone', () => {
    const on = temporary();
    fill(on, 0, 16);
    const search = on.open();
    expect(search.isWorn()).toBe(false);
    for (let round = 0; round < 1_100; round += 1) {
      on.notes.transaction(() => {
        for (let index = 0; index < 16; index += 1) {
          on.notes.write(settledNote(noteIdOf(index), `round ${round}`, index + 1));
        }
      });
    }
    search.needsBuild();
    expect(search.isWorn()).toBe(true);
  });
});

function questionOf(query: string): Question {
  return { list: 'active', query, offset: 0, limit: 10 };
}
