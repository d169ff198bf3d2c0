import * as fc from '#tests/support/fast-check.ts';
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { daysBefore, isOldTrash } from '#account/sync/trash-age.ts';
import { UNVERIFIED, type UpdateTime } from '#shared/note/remote-store.ts';
import { fields } from '#tests/support/fields.ts';

const at = (text: string): UpdateTime => text as UpdateTime;
const NOW = at('001700000000.500000000');

test('daysBefore returns the same time of day the given number of days earlier', () => {
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
  ['expires if it is in the trash unchanged for longer than the limit', {}, true],
  [
    'does not expire if its updateTime is not the one that the cloud reported',
    { remote: { fields: trashed, updateTime: UNVERIFIED } },
    false,
  ],
  ['does not expire if it is not in the trash', { local: fields('a', 'b') }, false],
  [
    'does not expire if it is archived, although it is flagged as deleted',
    { local: { ...trashed, isArchived: true } },
    false,
  ],
  ['does not expire if it has a pending change', { pending }, false],
  [
    'does not expire if it has a refused change',
    { pending: { ...pending, refused: 'note-too-large' } },
    false,
  ],
  ['does not expire if it was never pushed', { remote: null }, false],
  ['does not expire if it is deleted for ever already', { local: null }, false],
])('a note %s', (_what, part, goes) => {
  expect(isOldTrash({ ...old, ...part }, OLD, daysBefore(NOW, 7))).toBe(goes);
});

test('a note in the trash that was changed exactly at the limit does not expire', () => {
  const updateTime = at('001699395200.500000000');
  const record = { ...old, remote: { fields: trashed, updateTime } };
  expect(isOldTrash(record, updateTime, daysBefore(NOW, 7))).toBe(false);
});
