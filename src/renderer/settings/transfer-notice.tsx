/** Says how an export or import ended to whoever has closed the settings meanwhile, or was not there. */
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { TransferState } from '#shared/transfer.ts';
import { tell } from '../toast/notices.ts';
import { appDialogAtom } from './app-dialog.ts';
import { transferAtom } from './state.ts';
import { endOf } from './transfer-words.ts';

export function TransferNotice(): null {
  const state = useAtomValue(transferAtom);
  const dialog = useAtomValue(appDialogAtom);
  const before = useRef<TransferState | null>(null);
  const follow = useEffectEvent((next: TransferState | null): void => {
    const last = before.current;
    before.current = next;
    const end = next === null ? null : endOf(next);
    const failed = next?.status === 'failed';
    // An import that was interrupted before the app started is a failure that nobody has seen run.
    const isNew = last?.status === 'running' || (failed && (last === null || endOf(last) !== end));
    if (isNew && end !== null && dialog !== 'settings') tell({ text: end, failure: failed });
  });
  useEffect(() => follow(state), [state]);
  return null;
}
