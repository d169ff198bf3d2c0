/**
 * When a note has been in the trash for long enough to be deleted for ever without being asked for (S13.1).
 *
 * How long it has been there is counted from the version that the cloud last had of it: moving it to the trash made such
 * a version, and whatever was changed since made a later one and begins the time anew. So a note may stay longer than
 * it must, never shorter. Both points in time are the cloud's, because a device's clock may be wrong.
 */
import { listOf } from '#shared/note.ts';
import { parseUpdateTime, type UpdateTime } from '#shared/remote-store.ts';
import type { NoteRecord } from './note-record.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The moment so many days earlier. */
export function daysBefore(time: UpdateTime, days: number): UpdateTime {
  const [seconds = '', fraction = ''] = time.split('.');
  const earlier = Math.max(0, Number(seconds) - days * DAY_SECONDS);
  return parseUpdateTime(`${String(earlier).padStart(seconds.length, '0')}.${fraction}`);
}

/**
 * A record with a change that waits, refused or not, is somebody's work and stays.
 * @param told the version that the cloud has told to be in the trash: of any other version nothing is proven
 */
export function isOldTrash(
  { local, remote, pending }: NoteRecord,
  told: UpdateTime,
  unchangedSince: UpdateTime,
): boolean {
  if (local === null || remote === null || pending !== null) return false;
  return listOf(local) === 'trashed' && remote.updateTime === told && told < unchangedSince;
}
