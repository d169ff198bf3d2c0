/** Applies an action to many notes in slices, so that no request or transaction takes long. */
import { MOST_AT_ONCE } from '#shared/ipc/bulk.ts';
import type { NoteId } from '#shared/note/note.ts';
import { withProgress } from './progress.ts';

/** Some notes, and what is done to them. */
interface Part {
  readonly ids: readonly NoteId[];
}

export interface SlicesEnd<P extends Part = Part> {
  /** The changed notes, even if a later slice failed. */
  readonly changed: readonly NoteId[];
  /** Why a slice failed; null if none did, even if the action was stopped. */
  readonly failure: { readonly error: unknown } | null;
  /** What remains to be done because the action was stopped. */
  readonly rest: readonly P[];
}

/** @param act answers with the notes that it changed */
type Act<P> = (slice: readonly P[]) => Promise<readonly NoteId[]>;

/** Shows the progress of an action on more notes than one request takes. */
export function applyWithProgress<P extends Part>(
  doing: string,
  parts: readonly P[],
  act: Act<P>,
): Promise<SlicesEnd<P>> {
  const total = countNotes(parts);
  if (total <= MOST_AT_ONCE) return applyInSlices(parts, act);
  return withProgress(doing, total, (shouldContinue) => applyInSlices(parts, act, shouldContinue));
}

/**
 * @param shouldContinue gets the number of finished notes after each slice; returns whether to go on
 */
export async function applyInSlices<P extends Part>(
  parts: readonly P[],
  act: Act<P>,
  shouldContinue: (done: number) => boolean = () => true,
): Promise<SlicesEnd<P>> {
  const changed: NoteId[] = [];
  const slices = [...slicesOf(parts)];
  let done = 0;
  for (const [index, slice] of slices.entries()) {
    try {
      changed.push(...(await act(slice)));
    } catch (error) {
      return { changed, failure: { error }, rest: [] };
    }
    done += countNotes(slice);
    if (!shouldContinue(done)) return { changed, failure: null, rest: slices.slice(index + 1).flat() };
  }
  return { changed, failure: null, rest: [] };
}

export function countNotes(parts: readonly Part[]): number {
  return parts.reduce((sum, { ids }) => sum + ids.length, 0);
}

export function idsIn(parts: readonly Part[]): readonly NoteId[] {
  return parts.flatMap(({ ids }) => ids);
}

/** Slices of as many notes as one request takes, whichever part they belong to. */
function* slicesOf<P extends Part>(parts: readonly P[]): Generator<readonly P[], void> {
  let slice: P[] = [];
  let room = MOST_AT_ONCE;
  for (const part of parts) {
    for (let at = 0; at < part.ids.length;) {
      const ids = part.ids.slice(at, at + room);
      slice.push({ ...part, ids });
      at += ids.length;
      room -= ids.length;
      if (room > 0) continue;
      yield slice;
      [slice, room] = [[], MOST_AT_ONCE];
    }
  }
  if (slice.length > 0) yield slice;
}
