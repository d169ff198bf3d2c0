import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeSync } from '#shared/ipc/describe-sync.ts';
import { createShownSync, OPENING_MS, READABLE_MS, SAVING_DELAY_MS } from '#renderer/sync/shown-sync.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const state = (phase: SyncState['phase'], pending = 0, refused = 0): SyncState => ({
  phase,
  pending,
  refused,
  loaded: true,
});
const SAVED = state('live');
const SAVING = state('live', 1);

function raise() {
  const shown: (string | undefined)[] = [];
  const update = createShownSync((next) => shown.push(next === null ? undefined : describeSync(next)?.text));
  return { update, shown, last: () => shown.at(-1) };
}

test('a short save is not shown', () => {
  const { update, shown, last } = raise();
  update(SAVED);
  for (let save = 0; save < 10; save += 1) {
    update(SAVING);
    vi.advanceTimersByTime(SAVING_DELAY_MS - 1);
    update(SAVED);
  }
  vi.advanceTimersByTime(10 * SAVING_DELAY_MS);
  expect(new Set(shown)).toEqual(new Set(['All changes saved']));
  expect(last()).toBe('All changes saved');
});

test('a longer save is shown in time, however often its number changes, and long enough to be read', () => {
  const { update, last } = raise();
  update(SAVED);
  update(SAVING);
  vi.advanceTimersByTime(SAVING_DELAY_MS - 1);
  update(state('live', 2));
  expect(last()).toBe('All changes saved');
  vi.advanceTimersByTime(1);
  expect(last()).toBe('Saving…');
  update(SAVED);
  vi.advanceTimersByTime(READABLE_MS - 1);
  expect(last()).toBe('Saving…');
  vi.advanceTimersByTime(1);
  expect(last()).toBe('All changes saved');
});

test.each([
  ['that the app is offline', state('offline', 1), 'Offline – 1 change waiting'],
  ['a refused note', state('live', 0, 1), '1 note could not be synced'],
  ['the end of the session', state('session-expired', 1), 'Not syncing'],
])('the sync status shows %s at once', (_name, trouble, text) => {
  const { update, last } = raise();
  update(SAVED);
  update(SAVING);
  update(trouble);
  expect(last()).toBe(text);
  vi.advanceTimersByTime(10 * SAVING_DELAY_MS);
  expect(last()).toBe(text);
});

test('the reopening of the notes is shown at once, and long enough to be read', () => {
  const { update, last } = raise();
  update(SAVED);
  update(SAVING);
  update(state('opening', 1));
  expect(last()).toBe('Opening your notes again…');
  vi.advanceTimersByTime(OPENING_MS / 2);
  update(state('connecting', 1));
  update(SAVED);
  vi.advanceTimersByTime(OPENING_MS / 2 - 1);
  expect(last()).toBe('Opening your notes again…');
  vi.advanceTimersByTime(1);
  expect(last()).toBe('All changes saved');
  update(state('opening'));
  vi.advanceTimersByTime(2 * OPENING_MS);
  update(state('closed'));
  expect(last()).toBe('Notes could not be opened');
});

test('the sync status of another account shows nothing of the previous one', () => {
  const { update, shown } = raise();
  update(SAVED);
  update(SAVING);
  update(state('opening'));
  update(null);
  expect(shown.at(-1)).toBeUndefined();
  vi.advanceTimersByTime(10 * SAVING_DELAY_MS);
  expect(shown.at(-1)).toBeUndefined();
});
