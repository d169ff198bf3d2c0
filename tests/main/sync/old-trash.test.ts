import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import type { NoteRecord } from '#main/sync/note-record.ts';
import { daysBefore, isOldTrash } from '#main/sync/old-trash.ts';
import type { UpdateTime } from '#main/sync/ports.ts';
import { fields } from '#tests/support/fields.ts';

const at = (text: string): UpdateTime => text as UpdateTime;
const NOW = at('001700000000.500000000');

test('so many days earlier it is the same moment of the day', () => {
  expect(daysBefore(NOW, 7)).toBe('001699395200.500000000');
  expect(daysBefore(at('000000000001.000000001'), 7)).toBe('000000000000.000000001');
  fc.assert(
    fc.property(fc.nat(4_000_000_000), fc.nat(999_999_999), fc.nat(365), (seconds, nanos, days) => {
      const time = at(`${String(seconds).padStart(12, '0')}.${String(nanos).padStart(9, '0')}`);
      const earlier = daysBefore(time, days);
      expect(earlier).toMatch(/^\d{12}\.\d{9}$/);
      expect(earlier <= time).toBe(true);
    }),
  );
});

const trashed = fields('a', 'b', { isDeleted: true });
const old: NoteRecord = {
  id: 'old' as NoteId,
  local: trashed,
  remote: { fields: trashed, updateTime: at('001699395200.499999999') },
  extra: {},
  created: 1,
  pending: null,
};
const pending = { sequence: 1, version: 1, attempts: [], refused: null };

test.each<[string, Partial<NoteRecord>, boolean]>([
  ['unchanged for longer', {}, true],
  [
    'changed exactly so long ago',
    { remote: { fields: trashed, updateTime: at('001699395200.500000000') } },
    false,
  ],
  ['not in the trash', { local: fields('a', 'b') }, false],
  ['in the archive, although flagged deleted', { local: { ...trashed, isArchived: true } }, false],
  ['with a change that waits', { pending }, false],
  ['with a change that the cloud refuses', { pending: { ...pending, refused: 'too large' } }, false],
  ['never pushed', { remote: null }, false],
  ['deleted for ever already', { local: null }, false],
])('a note that is %s', (_what, part, goes) => {
  expect(isOldTrash({ ...old, ...part }, daysBefore(NOW, 7))).toBe(goes);
});
