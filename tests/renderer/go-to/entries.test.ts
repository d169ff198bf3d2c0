/** The entries of the go-to box for typed letters. */
import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import { entriesFor, isMeant } from '#renderer/go-to/entries.ts';
import { ALL_COMMANDS } from '#shared/ipc/commands.ts';

const NOTHING = { canActOnNotes: false, labels: [], notes: [] };
const commands = (typed: string, canActOnNotes = false): readonly string[] =>
  entriesFor(typed, { ...NOTHING, canActOnNotes }).flatMap((entry) =>
    entry.kind === 'command' ? [entry.command.id] : [],
  );

test.each([
  ['new', ['new-note', 'quick-note']],
  ['note new', ['new-note', 'quick-note']],
  ['nqn', ['quick-note']],
  ['LOG', ['log-out']],
  ['xyz', []],
])('%j offers the commands %j', (typed, ids) => {
  expect(commands(typed)).toEqual(ids);
});

test('without letters every available command is offered, but commands for notes only on notes', () => {
  const offered = (wanted: readonly string[]): readonly string[] =>
    ALL_COMMANDS.filter(({ offer }) => wanted.includes(offer)).map(({ id }) => id);
  expect(commands('')).toEqual(offered(['always']));
  expect(commands('', true)).toEqual(offered(['always', 'on notes']));
});

test('labels are offered only for typed letters', () => {
  const labels = ['home', 'work at home', 'garden'];
  expect(entriesFor('ho', { ...NOTHING, labels }).filter(({ kind }) => kind === 'label')).toEqual([
    { kind: 'label', name: 'home' },
    { kind: 'label', name: 'work at home' },
  ]);
  expect(entriesFor(' ', { ...NOTHING, labels }).filter(({ kind }) => kind === 'label')).toEqual([]);
});

test('any beginning of any word of a name matches it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALL_COMMANDS.map(({ name }) => name)),
      fc.nat(5),
      fc.nat(8),
      (name, which, length) => {
        const words = name.split(/[^\p{L}\p{N}]+/u);
        expect(isMeant(name, (words[which % words.length] ?? '').slice(0, length))).toBe(true);
      },
    ),
  );
});
