import { expect, test } from 'vitest';
import { nextAnnouncement, SILENCE } from '#renderer/sync/sync-announcement.tsx';
import type { SyncPhase, SyncState } from '#shared/ipc/sync-state.ts';

/** The announced sentences, one per change of the text. */
function said(
  ...states: readonly (readonly [SyncPhase, pending?: number, refused?: number] | null)[]
): string[] {
  let announced = SILENCE;
  const texts: string[] = [];
  for (const given of states) {
    const state: SyncState | null = given && {
      phase: given[0],
      pending: given[1] ?? 0,
      refused: given[2] ?? 0,
      loaded: true,
    };
    const next = nextAnnouncement(announced, state);
    if (next.text !== announced.text) texts.push(next.text);
    announced = next;
  }
  return texts;
}

test('saving is never announced', () => {
  expect(said(['connecting'], ['live'], ['live', 1], ['live'], ['live', 3], ['live'])).toEqual([]);
});

test('being offline is announced once, and its end when no change is pending any more', () => {
  const states = [['live'], ['offline', 1], ['offline', 2], ['connecting', 2], ['offline', 2]] as const;
  expect(said(...states)).toEqual(['You are offline. Your changes are safe on this device.']);
  expect(said(...states, ['live', 2], ['live'])).toEqual([
    'You are offline. Your changes are safe on this device.',
    'Your notes are in sync again.',
  ]);
});

test('a cloud that refuses is announced once, and is not called offline', () => {
  expect(said(['live'], ['cloud-refuses', 1], ['cloud-refuses', 2], ['live'])).toEqual([
    'The cloud refuses. Your changes are safe on this device.',
    'Your notes are in sync again.',
  ]);
});

test('a refused note is announced, and again when there are more', () => {
  expect(
    said(['live'], ['live', 0, 1], ['live', 2, 1], ['live', 0, 3], ['live', 0, 2], ['live']).length,
  ).toBe(3);
  expect(said(['live', 0, 1])).toEqual(['The cloud refused 1 note. It is safe on this device.']);
});

test('the reopening of the notes, its failure and the sync after it are announced once each', () => {
  expect(
    said(['live'], ['opening'], ['opening', 1], ['closed'], ['closed'], ['connecting'], ['live']),
  ).toEqual([
    'Your notes are being opened again. What you type is saved.',
    'Your notes could not be opened. What you type is saved.',
    'Your notes are in sync again.',
  ]);
});

test('nothing of one account is announced under another', () => {
  expect(said(['offline', 1], null, ['live'])).toEqual([
    'You are offline. Your changes are safe on this device.',
    '',
  ]);
});
