/** The earlier versions of the open note (S12) and the chosen one. Discarded words are among them. */
import { useCallback, useState } from 'react';
import type { ComparedVersion, EarlierPage, EarlierRow } from '#shared/note/history.ts';
import type { NoteId } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { PAGE, readPages } from '../../bridge/read-pages.ts';
import { useAnswer } from '../../bridge/use-answer.ts';
import { useChosen, useCompared } from './versions.ts';

/** A version, or the present note, which is the sheet itself. */
export type Moment = number | 'now';

export interface EarlierVersionsState {
  /** Null until the first answer. */
  readonly page: EarlierPage | null;
  readonly failure: string | null;
  /** The version shown in place of the sheet; null while the sheet is shown. */
  readonly shown: EarlierRow | null;
  readonly compared: ComparedVersion | null;
  /** Why the version's words cannot be shown, or null. */
  readonly comparisonFailure: string | null;
  readonly choose: (moment: Moment) => void;
  readonly showMore: () => void;
}

/** @param isOpen whether the versions are shown; each opening begins with the latest one */
export function useEarlierVersions(id: NoteId | null, isOpen: boolean): EarlierVersionsState {
  const [wanted, setWanted] = useState(PAGE);
  const [isNow, setIsNow] = useState(false);
  const [chosenId, setChosenId] = useState<NoteId | null>(null);
  const shownId = isOpen ? id : null;
  const { value, failure } = useAnswer(useCallback(() => readVersions(shownId, wanted), [shownId, wanted]));
  const page = shownId !== null && value?.id === shownId ? value.page : null;
  const [chosen, choose] = useChosen(page?.rows ?? []);
  // The user may be typing in the sheet when the first version is made, here or by another device.
  if (page?.rows.length === 0 && !isNow) setIsNow(true);
  // Reopening the list resets the selection.
  if (chosenId !== shownId) {
    setChosenId(shownId);
    setIsNow(false);
    setWanted(PAGE);
    choose(0, 0);
  }
  const shown = isNow ? null : chosen;
  const compared = useCompared(shownId, shown?.version ?? null);
  return {
    page,
    failure: shownId === null ? null : failure,
    shown,
    compared: compared.value,
    comparisonFailure: shown === null ? null : compared.failure,
    choose(moment) {
      setIsNow(moment === 'now');
      if (moment !== 'now') choose(moment);
    },
    showMore: () => setWanted(wanted + PAGE),
  };
}

async function readVersions(
  id: NoteId | null,
  wanted: number,
): Promise<{ id: NoteId; page: EarlierPage } | null> {
  if (id === null) return null;
  let present: EarlierPage['present'] = { written: null, change: [] };
  const ask = async (offset: number, limit: number): Promise<EarlierPage> => {
    const page = await call('history:versions', id, offset, limit);
    ({ present } = page);
    return page;
  };
  const { total, rows } = await readPages(ask, wanted);
  return { id, page: { total, present, rows } };
}
