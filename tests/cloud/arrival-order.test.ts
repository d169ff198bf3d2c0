import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { inArrivalOrder } from '#cloud/arrival-order.ts';
import type { RemoteChange, UpdateTime } from '#shared/note/remote-store.ts';
import { fields } from '#tests/support/fields.ts';

function present(id: string, created: number): RemoteChange {
  const updateTime = '000000000001.000000000' as UpdateTime;
  return {
    kind: 'present',
    note: { id: id as NoteId, fields: fields('', ''), extra: {}, created, updateTime },
  };
}

const absent = (id: string): RemoteChange => ({ kind: 'absent', id: id as NoteId });

function order(changes: readonly RemoteChange[]): string[] {
  return inArrivalOrder(changes).map((change) => (change.kind === 'present' ? change.note.id : change.id));
}

test('absent notes come first, then notes by time, and by ascending ids where their dates are the same', () => {
  const changes = [
    present('d', 3),
    present('c', 2),
    absent('x'),
    present('b', 2),
    present('a', 2),
    absent('w'),
  ];
  expect(order(changes)).toEqual(['x', 'w', 'a', 'b', 'c', 'd']);
});

test('the newest of many notes come before all others', () => {
  const names = Array.from({ length: 500 }, (_, number) => `n${String(number).padStart(3, '0')}`);
  const changes = names.map((name, number) => present(name, number)).toReversed();
  expect(order(changes)).toEqual([...names.slice(300), ...names.slice(0, 300)]);
});

test('notes of one date stay together at the end of the newest ones', () => {
  const names = Array.from({ length: 500 }, (_, number) => `n${String(number).padStart(3, '0')}`);
  const changes = names.map((name, number) => present(name, Math.floor(number / 120)));
  expect(order(changes)).toEqual([...names.slice(240), ...names.slice(0, 240)]);
  expect(order(names.map((name) => present(name, 1)))).toEqual(names);
});

test('an empty list of changes and one of only absent notes stay as they are', () => {
  expect(order([])).toEqual([]);
  expect(order([absent('x')])).toEqual(['x']);
});
