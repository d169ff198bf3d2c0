import { expect, test } from 'vitest';
import { describeSync } from '#shared/ipc/describe-sync.ts';
import { countUnsynced, type SyncPhase } from '#shared/ipc/sync-state.ts';
import * as fc from '#tests/support/fast-check.ts';

const text = (phase: SyncPhase, pending = 0, refused = 0, unsaved = 0): string | undefined =>
  describeSync({ phase, pending, refused, unsaved, loaded: true })?.text;

test('the sync state is described in words for each phase and number of changes', () => {
  expect(text('off')).toBeUndefined();
  expect(text('opening', 3)).toBe('Opening your notes again…');
  expect(text('closed', 3)).toBe('Notes could not be opened');
  expect(text('connecting')).toBe('Connecting…');
  expect(text('live')).toBe('All changes saved');
  expect(text('live', 0, 0, 1)).toBe('Unsaved words in 1 note');
  expect(text('live', 0, 0, 2)).toBe('Unsaved words in 2 notes');
  expect(describeSync({ phase: 'live', pending: 0, refused: 0, unread: 1, loaded: true })?.text).toBe(
    'Unread words in 1 damaged file',
  );
  expect(text('live', 1, 0, 1)).toBe('Saving…');
  expect(text('live', 1)).toBe('Saving…');
  expect(text('live', 1200)).toBe('Saving…');
  expect(text('live', 2, 1)).toBe('1 note could not be synced');
  expect(text('live', 0, 1200)).toBe('1,200 notes could not be synced');
  expect(text('offline')).toBe('Offline');
  expect(text('offline', 1)).toBe('Offline – 1 change waiting');
  expect(text('offline', 3)).toBe('Offline – 3 changes waiting');
  expect(describeSync({ phase: 'live', pending: 0, refused: 0, missing: 300, loaded: true })?.text).toBe(
    '300 notes no longer in the cloud',
  );
  expect(text('cloud-refuses', 3)).toBe('The cloud refuses');
  expect(text('session-expired', 3)).toBe('Not syncing');
});

test('“All changes saved” is shown only if the count of unsynced changes is zero', () => {
  const count = fc.nat({ max: 2 });
  fc.assert(
    fc.property(count, count, count, count, (pending, refused, unsaved, unread) => {
      const state = { phase: 'live', pending, refused, unsaved, unread, loaded: true } as const;
      expect(describeSync(state)?.look === 'saved').toBe(countUnsynced(state) === 0);
    }),
  );
});
