import { describe, expect, test } from 'vitest';
import {
  type LocalNotes,
  type Loading,
  nextLocalNotes,
  nextLoading,
} from '#renderer/screens/notes/loading.ts';
import type { SyncPhase, SyncState } from '#shared/sync-state.ts';

const sync = (phase: SyncPhase, loaded: boolean): SyncState => ({ phase, pending: 0, refused: 0, loaded });
const after = (...states: (SyncState | null)[]): Loading =>
  states.reduce<Loading>((loading, state) => nextLoading(loading, { type: 'sync', state }), 'unknown');

describe('§4 the loading flag', () => {
  test('is never up where the notes are on this device already', () => {
    expect(after(null)).toBe('unknown');
    expect(after(sync('off', false))).toBe('unknown');
    expect(after(null, sync('off', false), sync('connecting', true))).toBe('done');
    expect(after(sync('offline', true))).toBe('done');
  });

  test('is not up while the notes on this device are opened again, or cannot be', () => {
    expect(after(sync('opening', false), sync('closed', false))).toBe('unknown');
    expect(after(sync('connecting', false), sync('opening', false))).toBe('waiting');
    expect(after(sync('opening', true), sync('connecting', true))).toBe('done');
  });

  test('is up until the first snapshot and goes down after the delay', () => {
    expect(after(sync('connecting', false))).toBe('waiting');
    expect(after(sync('connecting', false), sync('offline', false))).toBe('waiting');
    const settling = after(sync('connecting', false), sync('live', true));
    expect(settling).toBe('settling');
    expect(nextLoading(settling, { type: 'delay-over' })).toBe('done');
  });

  test('stays down, and the delay ends nothing but itself', () => {
    expect(after(sync('live', true), sync('connecting', false))).toBe('done');
    expect(nextLoading('waiting', { type: 'delay-over' })).toBe('waiting');
  });
});

describe('what is held although nothing was ever loaded', () => {
  const typed = { pending: true };
  const other = { pending: false };
  const held = (...looks: (readonly { pending: boolean }[] | null)[]): LocalNotes =>
    looks.reduce<LocalNotes>(nextLocalNotes, 'unknown');

  test('is what was there at the first look, pushed or not', () => {
    expect(held(null)).toBe('unknown');
    expect(held(null, [other])).toBe('some');
    expect(held([typed])).toBe('some');
  });

  test('is what was typed since, also once it is pushed', () => {
    expect(held([])).toBe('none');
    expect(held([], [typed, other])).toBe('some');
    expect(held([], [typed], [other])).toBe('some');
    expect(held([], [typed], null, [])).toBe('some');
  });

  test('is not what comes with the first snapshot', () => {
    expect(held(null, [], [other], [other, other])).toBe('none');
  });
});
