import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { daysBefore, isOldTrash } from '#account/sync/trash-age.ts';
import { UNVERIFIED, type UpdateTime } from '#shared/remote-store.ts';
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

const OLD = at('001699395200.499999999');
const trashed = fields('a', 'b', { isDeleted: true });
const old: NoteRecord = {
  id: 'old' as NoteId,
  local: trashed,
  remote: { fields: trashed, updateTime: OLD },
  extra: {},
  created: 1,
  pending: null,
};
const pending = { sequence: 1, revision: 1, attempts: [], refused: null };

test.each<[string, Partial<NoteRecord>, boolean]>([
  ['unchanged for longer', {}, true],
  [
    'of another version than the cloud told of',
    { remote: { fields: trashed, updateTime: UNVERIFIED } },
    false,
  ],
  ['not in the trash', { local: fields('a', 'b') }, false],
  ['in the archive, although flagged deleted', { local: { ...trashed, isArchived: true } }, false],
  ['with a change that waits', { pending }, false],
  ['with a change that the cloud refuses', { pending: { ...pending, refused: 'too large' } }, false],
  ['never pushed', { remote: null }, false],
  ['deleted for ever already', { local: null }, false],
])('a note that is %s', (_what, part, goes) => {
  expect(isOldTrash({ ...old, ...part }, OLD, daysBefore(NOW, 7))).toBe(goes);
});

test('a note that was changed exactly so long ago stays', () => {
  const updateTime = at('001699395200.500000000');
  const record = { ...old, remote: { fields: trashed, updateTime } };
  expect(isOldTrash(record, updateTime, daysBefore(NOW, 7))).toBe(false);
});
