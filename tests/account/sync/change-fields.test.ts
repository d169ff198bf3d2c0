/** Actions on one note, and their Undo and Redo (S5.12): the pure step. */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { type ChangedFields, changeFields } from '#account/sync/change-fields.ts';
import { COLORS, colorOf, NO_COLOR } from '#shared/note/colors.ts';
import { labelKey, readLabels, shownLabels } from '#shared/note/labels.ts';
import { marksBetween, refusesLabels, withMarks } from '#shared/note/marks.ts';
import type { FieldsChange, FieldValues } from '#shared/note/note-change.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';
import { contentOf, listOf, type NoteFields, type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import { isUnknownValue } from '#shared/note/unknown-value.ts';
import { anyFields } from '#tests/support/any-fields.ts';

const NOTE: NoteFields = {
  ...NO_FIELDS,
  title: 'Lease',
  text: 'one\ntwo\nthree',
  isArchived: false,
  isDeleted: false,
};

const names = fc.array(fc.constantFrom('Work', 'work', 'Home', 'x'), { maxLength: 3 });
const lines = fc
  .array(fc.constantFrom('☐ milk', '☑ milk', 'bread', 'two words', ''), { maxLength: 4 })
  .map((all) => all.join('\n'));

const anyMarks = fc.record(
  {
    isPinned: fc.boolean(),
    color: fc.constantFrom(...COLORS, NO_COLOR),
    addLabels: names,
    removeLabels: names,
  },
  { requiredKeys: [] },
);

/** An action of the user on a note: the state after it, and the change that the page records. */
const anyAction = fc.oneof(
  fc.constantFrom(...Object.values(TRANSITIONS)).map((flags) => (now: NoteFields) => {
    const after = { ...now, ...flags };
    const { isArchived, isDeleted } = now;
    return { after, change: { from: { isArchived, isDeleted }, to: { isArchived, isDeleted, ...flags } } };
  }),
  anyMarks.map((marks) => (now: NoteFields) => {
    const after = withMarks(now, marks);
    return { after, change: { from: marksBetween(after, now), to: marksBetween(now, after) } };
  }),
  fc
    .record({ title: lines.map((text) => text.replaceAll('\n', ' ')), text: lines })
    .map((words) => (now: NoteFields) => ({
      after: { ...now, ...words },
      change: { from: { words: contentOf(now) }, to: { words } },
    })),
);

const reversed = ({ from = {}, to }: FieldsChange): FieldsChange => ({ from: to, to: from });
const undo = (now: NoteFields, change: FieldsChange): ChangedFields => changeFields(now, reversed(change));

/** The part of a note that the user sees. */
function shown(fields: NoteFields) {
  const { isArchived, isDeleted, isPinned, color, labels } = fields;
  return {
    ...contentOf(fields),
    isArchived,
    isDeleted,
    conflictOf: fields.conflictOf ?? '',
    isPinned: isPinned === true,
    color: colorOf(color),
    labels: shownLabels(labels).toSorted(),
  };
}

/** The visible part and the values that this version does not know. */
function stored(fields: NoteFields) {
  const { isPinned, color, labels } = fields;
  return { ...shown(fields), unknown: [isPinned, color, labels].filter(isUnknownValue) };
}

const anyNote = fc
  .tuple(anyFields, names.map(readLabels))
  .map(([fields, labels]) => (isUnknownValue(fields.labels) ? fields : { ...fields, labels }));

describe('an action without conditions', () => {
  test.each([
    ['active', 'archive'],
    ['active', 'trash'],
    ['archived', 'unarchive'],
    ['archived', 'trash'],
    ['trashed', 'restore'],
  ] as const)(
    'an action moves a note out of the list %s by %s, and its reverse puts it back',
    (list, name) => {
      const before = { ...NOTE, isArchived: list === 'archived', isDeleted: list === 'trashed' };
      const moved = changeFields(before, { to: TRANSITIONS[name] });
      expect(moved).toMatchObject({ fields: { ...before, ...TRANSITIONS[name] }, hasSkipped: false });
      expect(listOf(moved.fields)).not.toBe(list);
      expect(changeFields(moved.fields, moved.reverse ?? { to: {} })).toMatchObject({
        fields: before,
        hasSkipped: false,
      });
    },
  );

  test('an action gives any note the marks that it names, whatever the note had', () => {
    fc.assert(
      fc.property(anyNote, anyMarks, (before, marks) => {
        const { fields, reverse, hasSkipped } = changeFields(before, { to: marks });
        expect(shown(fields)).toEqual(shown(withMarks(before, marks)));
        expect(hasSkipped).toBe(refusesLabels(before.labels, marks));
        expect(stored(changeFields(fields, reverse ?? { to: {} }).fields)).toEqual(stored(before));
      }),
    );
  });

  test.each([{ removeLabels: ['Work'] }, TRANSITIONS.unarchive, TRANSITIONS.restore])(
    'a note that is so already is not changed by %j',
    (to) => expect(changeFields(NOTE, { to })).toEqual({ fields: NOTE, reverse: null, hasSkipped: false }),
  );

  test('the end of a conflict is reversed, also where another client wrote no id of a note', () => {
    const settled = { conflictOf: '', ...TRANSITIONS.trash } as const;
    const { fields, reverse } = changeFields({ ...NOTE, conflictOf: 'a' }, { to: settled });
    expect(fields).toEqual({ ...NOTE, ...settled });
    expect(reverse).toEqual({
      from: { isDeleted: true, conflictOf: '' },
      to: { isDeleted: false, conflictOf: 'a' },
    });
    expect(changeFields({ ...NOTE, conflictOf: 'a/b' }, { to: { conflictOf: '' } })).toMatchObject({
      fields: { conflictOf: '' },
      reverse: { from: { conflictOf: '' } },
    });
  });
});

describe('[S5.12] undo and redo of a note that no other client has changed', () => {
  test('undo restores what the user saw, and redo repeats the action', () => {
    fc.assert(
      fc.property(anyNote, anyAction, (before, act) => {
        const { after, change } = act(before);
        const undone = undo(after, change);
        expect(stored(undone.fields)).toEqual(stored(before));
        expect(undone.hasSkipped).toBe(false);
        if (undone.reverse === null) {
          expect(shown(after)).toEqual(shown(before));
          return;
        }
        const redone = changeFields(undone.fields, undone.reverse);
        expect(shown(redone.fields)).toEqual(shown(after));
        expect(redone.hasSkipped).toBe(false);
        const again = changeFields(redone.fields, redone.reverse ?? { from: {}, to: {} });
        expect(shown(again.fields)).toEqual(shown(before));
      }),
    );
  });

  test('a series of actions is undone one by one, and redone one by one', () => {
    fc.assert(
      fc.property(anyNote, fc.array(anyAction, { maxLength: 6 }), (start, acts) => {
        const states = [start];
        const done: FieldsChange[] = [];
        for (const act of acts) {
          const { after, change } = act(states.at(-1) ?? start);
          states.push(after);
          done.push(reversed(change));
        }
        const redo: (FieldsChange | null)[] = [];
        let now = states.at(-1) ?? start;
        for (const state of states.slice(0, -1).toReversed()) {
          const { fields, reverse } = changeFields(now, done.pop() ?? { from: {}, to: {} });
          redo.push(reverse);
          now = fields;
          expect(stored(now)).toEqual(stored(state));
        }
        for (const state of states.slice(1)) {
          const change = redo.pop() ?? null;
          if (change !== null) now = changeFields(now, change).fields;
          expect(shown(now)).toEqual(shown(state));
        }
      }),
    );
  });
});

describe('[S5.12] undo of a note that another device has changed meanwhile', () => {
  test('a field that the action did not change is never changed by its undo', () => {
    fc.assert(
      fc.property(anyNote, anyAction, anyNote, (before, act, theirs) => {
        const { change }: { readonly change: FieldsChange } = act(before);
        const { after } = act(before);
        const { fields } = undo(theirs, change);
        const kinds: readonly (readonly [keyof FieldValues, (note: NoteFields) => unknown])[] = [
          ['isArchived', ({ isArchived }) => isArchived],
          ['isDeleted', ({ isDeleted }) => isDeleted],
          ['isPinned', ({ isPinned }) => isPinned],
          ['color', ({ color }) => color],
          ['words', contentOf],
        ];
        for (const [name, valueOf] of kinds)
          if (change.to[name] === undefined) expect(valueOf(fields)).toEqual(valueOf(theirs));
        const changedLabels = new Set(
          [...shownLabels(before.labels), ...shownLabels(after.labels)].map(labelKey),
        );
        const foreign = (note: NoteFields): string[] =>
          shownLabels(note.labels).filter((name) => !changedLabels.has(labelKey(name)));
        expect(foreign(fields)).toEqual(foreign(theirs));
      }),
    );
  });

  test('a value that differs from what the action wrote stays, and the user is told', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('RED', 'BLUE', 'GREEN'),
        fc.constantFrom('RED', 'BLUE', 'GREEN'),
        (ours, theirs) => {
          const change = { from: { color: NO_COLOR }, to: { color: ours } };
          const { fields, hasSkipped } = undo({ ...NOTE, color: theirs }, change);
          expect(fields.color).toBe(ours === theirs ? NO_COLOR : theirs);
          expect(hasSkipped).toBe(ours !== theirs);
        },
      ),
    );
  });

  test.each<[string, Partial<NoteFields>, FieldsChange, Partial<NoteFields>, boolean]>([
    [
      'a tick is undone, and a line that was added later stays',
      { text: '☑ milk\n☐ bread\n☐ eggs' },
      {
        from: { words: { title: 'Lease', text: '☐ milk\n☐ bread' } },
        to: { words: { title: 'Lease', text: '☑ milk\n☐ bread' } },
      },
      { text: '☐ milk\n☐ bread\n☐ eggs' },
      true,
    ],
    [
      'words that cannot be undone without later words stay',
      { text: 'their words' },
      {
        from: { words: { title: 'Lease', text: 'before' } },
        to: { words: { title: 'Lease', text: 'our words' } },
      },
      { text: 'their words' },
      true,
    ],
    [
      'a note that was archived here and restored there stays where it is, and nothing is reported',
      { isArchived: false },
      { from: { isArchived: false }, to: { isArchived: true } },
      { isArchived: false },
      false,
    ],
    [
      'a note that was moved to the trash here and archived there stays in the archive',
      { isArchived: true, isDeleted: false },
      { from: { isDeleted: false }, to: { isDeleted: true } },
      { isArchived: true, isDeleted: false },
      false,
    ],
    [
      'one field is undone although another one stays',
      { isPinned: true, color: 'BLUE' },
      { from: { isPinned: false, color: NO_COLOR }, to: { isPinned: true, color: 'RED' } },
      { isPinned: false, color: 'BLUE' },
      true,
    ],
    [
      'a settled conflict that was settled differently later stays',
      { conflictOf: 'other' },
      { from: { conflictOf: 'a' as NoteId }, to: { conflictOf: '' } },
      { conflictOf: 'other' },
      true,
    ],
  ])('%s', (_what, theirs, change, expected, hasSkipped) => {
    const now = { ...NOTE, ...theirs };
    const undone = undo(now, change);
    expect(undone.fields).toEqual({ ...now, ...expected });
    expect(undone.hasSkipped).toBe(hasSkipped);
  });

  test('redo after such an undo repeats what was undone, and no more', () => {
    const change = { from: { isPinned: false, color: NO_COLOR }, to: { isPinned: true, color: 'RED' } };
    const { fields, reverse } = undo({ ...NOTE, isPinned: true, color: 'BLUE' }, change);
    expect(reverse).toEqual({ from: { isPinned: false }, to: { isPinned: true } });
    expect(changeFields(fields, reverse ?? change).fields).toMatchObject({ isPinned: true, color: 'BLUE' });
  });
});
