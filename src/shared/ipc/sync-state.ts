/** The state of syncing, as the account's thread reports it and pages show it. */
import type { NoteId } from '../note/note.ts';
import type { CloudRefusal } from '../base/cloud-refusal.ts';
import type { Obstacle } from '../base/obstacle.ts';
import type { Refusal } from '../base/reasons.ts';

/** How the notes on this device relate to those in the cloud. */
export interface SyncState {
  readonly phase: SyncPhase;
  /** Notes with a change that the cloud has not confirmed. */
  readonly pending: number;
  /** Notes that the cloud refuses; they stay on this device, and the rest goes on. */
  readonly refused: number;
  /**
   * Whether this account's notes have ever arrived on this device. Until then the notes home shows its
   * spinner (spec §2, §4).
   */
  readonly loaded: boolean;
  /** Notes with typed words that are not saved; left out if there are none. */
  readonly unsaved?: number | undefined;
  /** Damaged files, set aside, that may have unread, unsynced words; left out if there are none. */
  readonly unread?: number | undefined;
  /**
   * Notes that one snapshot removed together with most others, until the user has said whether they want them
   * back (S13.7); left out if there are none.
   */
  readonly missing?: number | undefined;
  /** Why the cloud cannot be reached, if known; only while `phase` is `offline`. */
  readonly obstacle?: Obstacle | undefined;
  /** Why the cloud refuses; only while `phase` is `cloud-refuses`. */
  readonly refusal?: CloudRefusal | undefined;
  /** False if the disk had no room for the last backup. A full disk has no room for a stored notice. */
  readonly hasRoomForBackup?: boolean | undefined;
}

export type SyncPhase =
  /** Nobody is signed in. */
  | 'off'
  /** The notes on this device are being opened again after a failure. */
  | 'opening'
  /** The notes on this device cannot be opened; the app keeps trying. */
  | 'closed'
  /** The first answer has not arrived yet. */
  | 'connecting'
  /** The live query is running. */
  | 'live'
  /** The cloud cannot be reached; the next attempt is scheduled. */
  | 'offline'
  /** The cloud answers, and refuses this account's notes as a whole; it is asked again slowly. */
  | 'cloud-refuses'
  /** The cloud no longer accepts this session. */
  | 'session-expired';

/** A note that the cloud refuses, with its reason (S8). */
export interface RefusedNote {
  readonly id: NoteId;
  /** The title's beginning, at most `TITLE_LENGTH` UTF-16 units. */
  readonly title: string;
  /** The text's beginning, at most `EXCERPT_LENGTH` UTF-16 units. */
  readonly excerpt: string;
  readonly reason: Refusal;
}

/** Counts everything that exists only on this device. All sentences about it use this number (S11). */
export function countUnsynced({
  pending,
  refused,
  unsaved = 0,
  unread = 0,
  missing = 0,
}: UnsyncedCounts): number {
  return pending + refused + unsaved + unread + missing;
}

export type UnsyncedCounts = Pick<SyncState, 'pending' | 'refused' | 'unsaved' | 'unread' | 'missing'>;

export const SYNC_OFF: SyncState = { phase: 'off', pending: 0, refused: 0, loaded: false };
