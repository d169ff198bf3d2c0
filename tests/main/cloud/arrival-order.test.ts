import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import { inArrivalOrder } from '#main/cloud/arrival-order.ts';
import type { RemoteChange, UpdateTime } from '#main/sync/ports.ts';
import { fields } from '#tests/support/fields.ts';

function present(id: string, created: number): RemoteChange {
  const updateTime = '000000000001.000000000' as UpdateTime;
  return {
    kind: 'present',
    note: { id: id as NoteId, fields: fields('', ''), extra: {}, created, updateTime },
  };
}

const absent = (id: string): RemoteChange => ({ kind: 'absent', id: id as NoteId });

test('newest first, of one date by ascending names, what is absent before', () => {
  const changes = [
    present('d', 3),
    present('c', 2),
    absent('x'),
    present('b', 2),
    present('a', 2),
    absent('w'),
  ];
  const order = inArrivalOrder(changes).map((change) =>
    change.kind === 'present' ? change.note.id : change.id,
  );
  expect(order).toEqual(['x', 'w', 'd', 'a', 'b', 'c']);
});
