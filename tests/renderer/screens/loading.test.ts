import { describe, expect, test } from 'vitest';
import {
  type LocalNotes,
  type Loading,
  nextLocalNotes,
  nextLoading,
} from '#renderer/screens/notes/loading.ts';
import type { SyncPhase, SyncState } from '#shared/ipc/sync-state.ts';

const sync = (phase: SyncPhase, loaded: boolean): SyncState => ({ phase, pending: 0, refused: 0, loaded });
const after = (...states: (SyncState | null)[]): Loading =>
  states.reduce<Loading>((loading, state) => nextLoading(loading, { type: 'sync', state }), 'unknown');

describe('§4 the loading flag', () => {
  test('the loading flag never rises if the notes are on this device already', () => {
    expect(after(null)).toBe('unknown');
    expect(after(sync('off', false))).toBe('unknown');
    expect(after(null, sync('off', false), sync('connecting', true))).toBe('done');
    expect(after(sync('offline', true))).toBe('done');
  });

  test('neither reopening the notes nor a failure of it raises the loading flag', () => {
    expect(after(sync('opening', false), sync('closed', false))).toBe('unknown');
    expect(after(sync('connecting', false), sync('opening', false))).toBe('waiting');
    expect(after(sync('opening', true), sync('connecting', true))).toBe('done');
  });

  test('the loading flag rises until the first snapshot and falls after the delay', () => {
    expect(after(sync('connecting', false))).toBe('waiting');
    expect(after(sync('connecting', false), sync('offline', false))).toBe('waiting');
    const settling = after(sync('connecting', false), sync('live', true));
    expect(settling).toBe('settling');
    expect(nextLoading(settling, { type: 'delay-over' })).toBe('done');
  });

  test('the loading flag stays down once it has fallen, and the end of a delay does not lower it before a snapshot', () => {
    expect(after(sync('live', true), sync('connecting', false))).toBe('done');
    expect(nextLoading('waiting', { type: 'delay-over' })).toBe('waiting');
  });
});

describe('local notes before the first load', () => {
  const typed = { pending: true };
  const settled = { pending: false };
  const held = (...looks: (readonly { pending: boolean }[] | null)[]): LocalNotes =>
    looks.reduce<LocalNotes>(nextLocalNotes, 'unknown');

  test('notes found at the first look count as local, pushed or not', () => {
    expect(held(null)).toBe('unknown');
    expect(held(null, [settled])).toBe('some');
    expect(held([typed])).toBe('some');
  });

  test('a note typed since the first look counts as local, even after it is pushed', () => {
    expect(held([])).toBe('none');
    expect(held([], [typed, settled])).toBe('some');
    expect(held([], [typed], [settled])).toBe('some');
    expect(held([], [typed], null, [])).toBe('some');
  });

  test('notes of the first snapshot do not count as local', () => {
    expect(held(null, [], [settled], [settled, settled])).toBe('none');
  });
});
