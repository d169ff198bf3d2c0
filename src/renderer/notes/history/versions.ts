/** Shared by lists of stored versions (S12): the rows, the chosen one, and its words. */
import { useCallback, useState } from 'react';
import type { ComparedVersion } from '#shared/note/history.ts';
import type { NoteId } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { type AnswerState, useAnswer } from '../../bridge/use-answer.ts';

export interface Versioned {
  readonly version: number;
}

/**
 * The chosen row, and a function that chooses another. A row stays chosen when a newer one arrives; if it
 * disappears, the row in its place is chosen. Initially it is the latest.
 */
export function useChosen<Row extends Versioned>(
  rows: readonly Row[],
): [chosen: Row | null, choose: (version: number, place?: number) => void] {
  const [picked, setPicked] = useState({ version: 0, place: 0 });
  const found = rows.findIndex(({ version }) => version === picked.version);
  const place = found === -1 ? Math.min(picked.place, rows.length - 1) : found;
  const chosen = rows[place] ?? null;
  if (chosen !== null && (chosen.version !== picked.version || place !== picked.place))
    setPicked({ version: chosen.version, place });
  return [chosen, (version, at = place) => setPicked({ version, place: at })];
}

/**
 * The words of this version, never of the one chosen before, because buttons act on them.
 * @param id of the note; null for a version of a deleted note
 */
export function useCompared(id: NoteId | null, version: number | null): AnswerState<ComparedVersion> {
  const { value, failure } = useAnswer(useCallback(() => compare(id, version), [id, version]));
  return { value: value?.version === version ? value.compared : null, failure };
}

async function compare(id: NoteId | null, version: number | null) {
  const compared = version === null ? null : await call('history:compare', id, version);
  return { version, compared };
}

/** The id of the version's tab. */
export function tabOf(version: number | 'now'): string {
  return `version-${version}`;
}
