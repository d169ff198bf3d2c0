/** Tells the person of conflict copies that sync has made (S5.13), each once, with a way to compare it with its note. */
import type { NewCopy } from '#shared/conflict.ts';
import type { Uid } from '#shared/note.ts';
import { call } from '../../bridge/client.ts';
import { sessionAtom, uidOf } from '../../session/state.ts';
import { store } from '../../state/store.ts';
import { dismiss, showNotice, shownNoticesAtom } from '../../toast/notices.ts';
import { editingAtom } from '../state/editing.ts';

/** The copies that the last notice tells of. */
let told: { readonly notice: string; readonly copies: readonly NewCopy[] } | null = null;

/** @param uid the account that the page shows */
export async function tellOfNewCopies(uid: Uid): Promise<void> {
  const all = await call('conflict:new-copies');
  // Meanwhile another account may have signed in (S10).
  if (uidOf(store.get(sessionAtom)) !== uid) return;
  // Of the others the person has been told already, and the account has not stored that yet.
  const copies = all.filter(({ id }) => told?.copies.every((copy) => copy.id !== id) ?? true);
  tell(copies);
  const ids = all.map(({ id }) => id);
  if (ids.length > 0) await call('conflict:told', uid, ids);
}

/** The page has left the account. */
export function forgetNewCopies(): void {
  told = null;
}

function tell(copies: readonly NewCopy[]): void {
  const [newest] = copies;
  if (newest === undefined) return;
  const stillShown = told !== null && store.get(shownNoticesAtom).some(({ id }) => id === told?.notice);
  const together = stillShown ? [...copies, ...(told?.copies ?? [])] : copies;
  if (stillShown && told !== null) dismiss(told.notice);
  const notice = showNotice({
    text: textFor(together),
    lasting: true,
    link: { name: 'Compare', follow: () => store.set(editingAtom, { id: newest.id, compare: true }) },
  });
  told = { notice, copies: together };
}

function textFor(copies: readonly NewCopy[]): string {
  const [first] = copies;
  if (copies.length > 1)
    return `${copies.length} notes were changed here and on another device. Both versions of each are kept.`;
  const what = first === undefined || first.name === '' ? 'A note' : `“${first.name}”`;
  return `${what} was changed here and on another device. Both are kept.`;
}
