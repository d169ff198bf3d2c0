/**
 * Tells how an export or import ended, unless the settings are open and show it.
 * @param props.silent whether the settings are open
 */
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { TransferState } from '#shared/transfer.ts';
import { showNotice } from '../toast/notices.ts';
import { transferAtom } from './state.ts';
import { endOf } from './words.ts';

export function TransferNotice({ silent }: { readonly silent: boolean }): null {
  const state = useAtomValue(transferAtom);
  const before = useRef<TransferState | null>(null);
  const follow = useEffectEvent((next: TransferState | null): void => {
    const last = before.current;
    before.current = next;
    const end = next === null ? null : endOf(next);
    const failed = next?.status === 'failed';
    // An import that was interrupted before the app started fails without having been seen as running.
    const isNew = last?.status === 'running' || (failed && (last === null || endOf(last) !== end));
    if (isNew && end !== null && !silent) showNotice({ text: end, failure: failed });
  });
  useEffect(() => follow(state), [state]);
  return null;
}
