/**
 * The order in which changes are handed on. All notes of one commit have the same date, and the live query has those
 * of one date by their names, greatest first, as it has all notes newest first. The store, though, puts what comes
 * later above what it has of the same date. So the greatest name comes last of its date: every device then shows the
 * notes as the query orders them, whether they came in one snapshot or by a fetch.
 */
import type { RemoteChange } from '../sync/ports.ts';

/** Newest first, and those of one date by ascending names; what is absent comes before. */
export function inArrivalOrder(changes: readonly RemoteChange[]): RemoteChange[] {
  return changes.toSorted((one, other) => {
    if (one.kind === 'absent' || other.kind === 'absent') {
      return Number(one.kind === 'present') - Number(other.kind === 'present');
    }
    return other.note.created - one.note.created || (one.note.id < other.note.id ? -1 : 1);
  });
}
