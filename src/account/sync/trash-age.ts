/**
 * Decides when a note has been in the trash for long enough to be deleted for ever without
 * the user's request (S13.1).
 *
 * The time counts from the `updateTime` that the cloud last gave the note: moving the note to the trash set
 * it, and every later change sets it again and restarts the time. So a note may stay longer than it must,
 * never shorter. Both points in time are the cloud's, because a device's clock may be wrong.
 */
import { listOf } from '#shared/note/note.ts';
import { parseUpdateTime, type UpdateTime } from '#shared/note/remote-store.ts';
import type { NoteRecord } from './note-record.ts';

const DAY_SECONDS = 24 * 60 * 60;

export function daysBefore(time: UpdateTime, days: number): UpdateTime {
  const [seconds = '', fraction = ''] = time.split('.');
  const earlier = Math.max(0, Number(seconds) - days * DAY_SECONDS);
  return parseUpdateTime(`${String(earlier).padStart(seconds.length, '0')}.${fraction}`);
}

/**
 * Whether the note may be deleted. A record with a pending change, refused or not, holds
 * unsynced work and stays.
 * @param trashUpdateTime the `updateTime` at which the cloud had the note in the trash;
 *   no other proves anything
 */
export function isOldTrash(
  { local, remote, pending }: NoteRecord,
  trashUpdateTime: UpdateTime,
  unchangedSince: UpdateTime,
): boolean {
  if (local === null || remote === null || pending !== null) return false;
  return (
    listOf(local) === 'trashed' && remote.updateTime === trashUpdateTime && trashUpdateTime < unchangedSince
  );
}
