/**
 * Requests about many notes at once: how many notes a request may name, and how a page gets the ids of a
 * whole view, or what nearly matches its query, one part after the other.
 */
import type { NearNote } from '../note/near.ts';
import type { NoteId } from '../note/note.ts';
import type { Place, View } from '../note/view.ts';

/** One transaction of so many notes takes well under half a second; a page sends more in slices. */
export const MOST_AT_ONCE = 1000;

export interface IdsRequest extends View {
  /** `IdsPage.below` of the answer before; null begins at the top. */
  readonly below: Place | null;
  /** How many ids at the most, 1 to `MOST_AT_ONCE`. */
  readonly limit: number;
}

export interface IdsPage {
  /**
   * In the order of the view. If finding them takes long, there are fewer than were asked for, or none,
   * although more follow.
   */
  readonly ids: readonly NoteId[];
  /**
   * The place in the list down to which all ids are answered; null at its end. It is no row number, so that
   * notes which come and go above it while a page reads on change nothing below.
   */
  readonly below: Place | null;
}

export interface NearPage {
  /** Pinned notes first, newest first in each part; there may be none although more follow. */
  readonly notes: readonly NearNote[];
  /** As in `IdsPage`: where to go on, null at the list's end. */
  readonly below: Place | null;
}
