/** What concerns many notes at once: how many a request may name, and how a page gets the ids of a whole view. */
import type { ListName, NoteId } from '../note.ts';

/** One transaction of so many notes takes well under half a second; a page sends more in slices. */
export const MOST_AT_ONCE = 1000;

/** Below a key, or at the top, of a part of a list that is ordered by itself, such as that of pinned notes. */
export interface Place {
  readonly section: number;
  readonly key: number | null;
}

export interface IdsRequest {
  readonly list: ListName;
  /** As typed; blank means the whole list. */
  readonly query: string;
  /** `IdsPage.below` of the answer before; null begins at the top. */
  readonly below: Place | null;
  /** How many ids at the most, 1 to `MOST_AT_ONCE`. */
  readonly limit: number;
}

export interface IdsPage {
  /** In the order of the view. May be fewer than were asked for, or none, although there are more: where finding them takes long. */
  readonly ids: readonly NoteId[];
  /**
   * The place in the list down to which all is answered; null where it has ended. A place and no number of rows: what comes and
   * goes above it while a page reads on changes nothing below.
   */
  readonly below: Place | null;
}
