/**
 * Tells how an export or import ended, unless the settings are open and show it. The report of an import
 * opens in any case.
 * @param props.silent whether the settings are open
 */
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { TransferState } from '#shared/ipc/transfer.ts';
import { showNotice } from '../toast/notices.ts';
import { importSheetAtom } from './import-sheet-state.ts';
import { transferAtom } from './state.ts';
import { endOf } from './words.ts';

export function TransferNotice({ silent }: { readonly silent: boolean }): null {
  const state = useAtomValue(transferAtom);
  const openSheet = useSetAtom(importSheetAtom);
  const before = useRef<TransferState | null>(null);
  const follow = useEffectEvent((next: TransferState | null): void => {
    const last = before.current;
    before.current = next;
    const end = next === null ? null : endOf(next);
    const failed = next?.status === 'failed';
    // An import that was interrupted before the app started fails without having been seen as running.
    // The steps before may not have been drawn, if they were short.
    const isNew = last === null ? failed : last.status !== next?.status || (failed && endOf(last) !== end);
    if (!isNew || end === null) return;
    if (next?.status === 'imported') openSheet(true);
    else if (!silent) showNotice({ text: end, failure: failed });
  });
  useEffect(() => follow(state), [state]);
  return null;
}
