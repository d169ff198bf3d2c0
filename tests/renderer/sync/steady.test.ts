import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeSync } from '#renderer/sync/describe.ts';
import { createSteady, OPENING_MS, PATIENCE_MS, READABLE_MS } from '#renderer/sync/steady.ts';
import type { SyncState } from '#shared/sync-state.ts';

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
  const steady = createSteady((next) => shown.push(next === null ? undefined : describeSync(next)?.text));
  return { steady, shown, last: () => shown.at(-1) };
}

test('a save that is done at once is not seen', () => {
  const { steady, shown, last } = raise();
  steady.take(SAVED);
  for (let save = 0; save < 10; save += 1) {
    steady.take(SAVING);
    vi.advanceTimersByTime(PATIENCE_MS - 1);
    steady.take(SAVED);
  }
  vi.advanceTimersByTime(10 * PATIENCE_MS);
  expect(new Set(shown)).toEqual(new Set(['All changes saved']));
  expect(last()).toBe('All changes saved');
});

test('what takes longer is said in time, however often its number changes, and long enough to be read', () => {
  const { steady, last } = raise();
  steady.take(SAVED);
  steady.take(SAVING);
  vi.advanceTimersByTime(PATIENCE_MS - 1);
  steady.take(state('live', 2));
  expect(last()).toBe('All changes saved');
  vi.advanceTimersByTime(1);
  expect(last()).toBe('Saving…');
  steady.take(SAVED);
  vi.advanceTimersByTime(READABLE_MS - 1);
  expect(last()).toBe('Saving…');
  vi.advanceTimersByTime(1);
  expect(last()).toBe('All changes saved');
});

test.each([
  ['offline', state('offline', 1), 'Offline – 1 change waiting'],
  ['a refused note', state('live', 0, 1), '1 note could not be synced'],
  ['the end of the session', state('session-expired', 1), 'Not syncing'],
])('%s is told at once', (_name, trouble, text) => {
  const { steady, last } = raise();
  steady.take(SAVED);
  steady.take(SAVING);
  steady.take(trouble);
  expect(last()).toBe(text);
  vi.advanceTimersByTime(10 * PATIENCE_MS);
  expect(last()).toBe(text);
});

test('that the notes are opened again is told at once, and for long enough to be read', () => {
  const { steady, last } = raise();
  steady.take(SAVED);
  steady.take(SAVING);
  steady.take(state('opening', 1));
  expect(last()).toBe('Opening your notes again…');
  vi.advanceTimersByTime(OPENING_MS / 2);
  steady.take(state('connecting', 1));
  steady.take(SAVED);
  vi.advanceTimersByTime(OPENING_MS / 2 - 1);
  expect(last()).toBe('Opening your notes again…');
  vi.advanceTimersByTime(1);
  expect(last()).toBe('All changes saved');
  steady.take(state('opening'));
  vi.advanceTimersByTime(2 * OPENING_MS);
  steady.take(state('closed'));
  expect(last()).toBe('Notes could not be opened');
});

test('another account starts with nothing of the one before', () => {
  const { steady, shown } = raise();
  steady.take(SAVED);
  steady.take(SAVING);
  steady.take(state('opening'));
  steady.take(null);
  expect(shown.at(-1)).toBeUndefined();
  vi.advanceTimersByTime(10 * PATIENCE_MS);
  expect(shown.at(-1)).toBeUndefined();
});
