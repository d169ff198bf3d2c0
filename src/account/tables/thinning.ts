/**
 * Decides which versions the history can do without (S12.6): of each note, all versions of the last hour
 * stay, then the last one of each hour for a day, then the last one of each day; and all of them together
 * stay below a number of bytes. Pure. The database offers only versions that an edit of the user replaced,
 * so nothing else is ever thinned.
 *
 * Ages are by this device's clock, because a device that is offline for weeks needs them as well. A clock
 * that jumps ahead leaves the last version of each day, and one that is set back leaves more.
 */
import type { NoteId } from '#shared/note/note.ts';

export interface ThinnableVersion {
  readonly version: number;
  readonly id: NoteId;
  /** When it was replaced, by this device's clock, in milliseconds since the epoch. */
  readonly storedAt: number;
  /** The size of its words. */
  readonly bytes: number;
}

/** Whether the history can do without this version. To be asked about one version after the other, newest first. */
export type IsSuperfluous = (version: ThinnableVersion) => boolean;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const LEAST_LIMIT = 20_000_000;

/**
 * How many bytes the versions may have: a fifth of the size of everything else, which is a sixth of all.
 * @param all the size of the notes and the history together
 */
export function historyLimit(all: number): number {
  return Math.max(LEAST_LIMIT, all / 6);
}

/**
 * @param now milliseconds since the epoch
 * @param limit bytes
 */
export function createThinning(now: number, limit: number): IsSuperfluous {
  /** Of each note, the period of the latest version that stays. */
  const periods = new Map<NoteId, string>();
  let bytes = 0;
  return (version) => {
    const period = periodOf(version.storedAt, now);
    if (period !== null) {
      if (periods.get(version.id) === period) return true;
      periods.set(version.id, period);
    }
    // Added even if this version goes, so that all older ones go as well.
    bytes += version.bytes;
    return bytes > limit;
  };
}

/** The hour or the day of which one version stays; null if all of them do. */
function periodOf(storedAt: number, now: number): string | null {
  const age = now - storedAt;
  if (age < HOUR_MS) return null;
  return age < DAY_MS ? `hour ${Math.floor(storedAt / HOUR_MS)}` : `day ${Math.floor(storedAt / DAY_MS)}`;
}
