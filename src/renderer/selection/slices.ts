/** Applies an action to many notes in slices, so that no request or transaction takes long. */
import { MOST_AT_ONCE } from '#shared/ipc/bulk.ts';
import type { NoteId } from '#shared/note/note.ts';

export interface SlicesEnd {
  /** The changed notes, even if a later slice failed. */
  readonly changed: readonly NoteId[];
  /** Why a slice failed; null if none did, even if the action was stopped. */
  readonly failure: { readonly error: unknown } | null;
}

/**
 * @param act returns the notes that it changed
 * @param shouldContinue gets the number of finished notes after each slice; returns whether to go on
 */
export async function applyInSlices(
  ids: readonly NoteId[],
  act: (slice: readonly NoteId[]) => Promise<readonly NoteId[]>,
  shouldContinue: (done: number) => boolean = () => true,
): Promise<SlicesEnd> {
  const changed: NoteId[] = [];
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    const slice = ids.slice(at, at + MOST_AT_ONCE);
    try {
      changed.push(...(await act(slice)));
    } catch (error) {
      return { changed, failure: { error } };
    }
    if (!shouldContinue(at + slice.length)) break;
  }
  return { changed, failure: null };
}
