/** Does something to many notes, a slice after the other, so that neither a request nor a transaction takes long. */
import { MOST_AT_ONCE } from '#shared/ipc/bulk.ts';
import type { NoteId } from '#shared/note.ts';

export interface SlicesEnd {
  /** What was changed, also where it did not come to its end. */
  readonly changed: readonly NoteId[];
  /** Why it ended before its end; null where it did not, or was stopped. */
  readonly failure: { readonly error: unknown } | null;
}

/**
 * @param act answers with the notes that it changed
 * @param goesOn is told after each slice how many notes have had their turn, and answers whether to go on
 */
export async function inSlices(
  ids: readonly NoteId[],
  act: (slice: readonly NoteId[]) => Promise<readonly NoteId[]>,
  goesOn: (done: number) => boolean = () => true,
): Promise<SlicesEnd> {
  const changed: NoteId[] = [];
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    const slice = ids.slice(at, at + MOST_AT_ONCE);
    try {
      changed.push(...(await act(slice)));
    } catch (error) {
      return { changed, failure: { error } };
    }
    if (!goesOn(at + slice.length)) break;
  }
  return { changed, failure: null };
}
