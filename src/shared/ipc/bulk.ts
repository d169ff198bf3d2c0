/**
 * Requests about many notes at once: how many notes a request may name, and how a page gets the ids or the
 * near matches of a whole view, page by page.
 */
import type { NearNote } from '../note/near.ts';
import type { NoteId } from '../note/note.ts';
import type { Place, View } from '../note/view.ts';

/** A transaction on so many notes takes well under half a second. A page sends more of them in slices. */
export const MOST_AT_ONCE = 1000;

export interface IdsRequest extends View {
  /** `IdsPage.below` of the answer before; null begins at the top. */
  readonly below: Place | null;
  /** The largest number of ids to answer, 1 to `MOST_AT_ONCE`. */
  readonly limit: number;
}

export interface IdsPage {
  /**
   * In the order of the view. If finding them takes long, there are fewer than requested, or none, although
   * more follow.
   */
  readonly ids: readonly NoteId[];
  /**
   * The place in the list down to which all ids have been answered; null at its end. It is not a row number,
   * so notes that come and go above it do not shift the rest.
   */
  readonly below: Place | null;
}

export interface NearPage {
  /** Pinned notes first, newest first in each section; there may be none although more follow. */
  readonly notes: readonly NearNote[];
  /** As in `IdsPage`. */
  readonly below: Place | null;
}
