/** Reports each conflict copy of sync once (S5.13), in a notice with a link to its comparison. */
import { atom } from 'jotai';
import type { NewCopy } from '#shared/note/conflict.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { sessionAtom, uidOf } from '../../state/session.ts';
import { store } from '../../state/store.ts';
import { dismiss, showNotice, shownNoticesAtom } from '../../toast/notices.ts';
import { editingAtom } from '../state/editing.ts';

/** Copies with a notice. The account may not have stored that yet. */
const toldIds = new Set<NoteId>();
/** The last notice, which may be closed already, and its copies. */
const lastNoticeAtom = atom<{ readonly notice: string; readonly copies: readonly NewCopy[] } | null>(null);

/** @param uid the account that the page shows */
export async function tellOfNewCopies(uid: Uid): Promise<void> {
  const all = await call('conflict:new-copies');
  // Another account may have signed in meanwhile (S10).
  if (uidOf(store.get(sessionAtom)) !== uid) return;
  tell(all.filter(({ id }) => !toldIds.has(id)));
  const ids = all.map(({ id }) => id);
  for (const id of ids) toldIds.add(id);
  if (ids.length > 0) await call('conflict:told', uid, ids);
}

/** Resets this when the page leaves the account. */
export function forgetNewCopies(): void {
  toldIds.clear();
  store.set(lastNoticeAtom, null);
}

function tell(copies: readonly NewCopy[]): void {
  const [newest] = copies;
  if (newest === undefined) return;
  const last = store.get(lastNoticeAtom);
  const shown = store.get(shownNoticesAtom).some(({ id }) => id === last?.notice) ? last : null;
  const together = [...copies, ...(shown?.copies ?? [])];
  if (shown !== null) dismiss(shown.notice);
  const notice = showNotice({
    text: textFor(together),
    lasting: true,
    link: { name: 'Compare', follow: () => store.set(editingAtom, { id: newest.id, compare: true }) },
  });
  store.set(lastNoticeAtom, { notice, copies: together });
}

function textFor(copies: readonly NewCopy[]): string {
  const [first] = copies;
  if (copies.length > 1)
    return `${copies.length} notes changed here and on another device. Both versions of each are kept.`;
  const what = first === undefined || first.name === '' ? 'A note' : `“${first.name}”`;
  return `${what} changed here and on another device. Both versions are kept.`;
}
