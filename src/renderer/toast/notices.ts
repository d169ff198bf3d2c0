/** What parts outside of React want to tell people; the page shows it as toasts. */
import { atom } from 'jotai';
import { messageOf } from '#shared/error.ts';
import { store } from '../state/store.ts';

export interface Notice {
  readonly text: string;
  readonly undo?: () => void;
  readonly failure?: boolean;
  /** Stays until it is closed. */
  readonly lasting?: boolean;
}

/** What has not been shown yet. */
export const noticesAtom = atom<readonly Notice[]>([]);

export function tell(notice: Notice): void {
  store.set(noticesAtom, (waiting) => [...waiting, notice]);
}

/** Tells why something failed, where there is nothing else to do about it. */
export function tellFailure(error: unknown): void {
  tell({ text: messageOf(error), failure: true });
}
