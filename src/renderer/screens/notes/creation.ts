/**
 * What is in the creation box. It is stored outside of the screen, so that words which could not be saved yet are still
 * there after a look at another screen; what is typed is stored as a draft, too.
 */
import { atom } from 'jotai';
import { contentAbove, joinedContent } from '#shared/draft.ts';
import { AppError } from '#shared/error.ts';
import { hasContent, type NoteContent, type Uid } from '#shared/note.ts';
import { LOG_LINES } from '#shared/spec.ts';
import { call } from '../../bridge/client.ts';
import { draftSaver } from '../../drafts/savers.ts';
import { sessionAtom, uidOf } from '../../session/state.ts';
import { store } from '../../state/store.ts';
import { tellFailure } from '../../toast/notices.ts';

export interface Creation {
  readonly content: NoteContent;
  readonly expanded: boolean;
  /** The saving that is under way; what is typed meanwhile would not go along. */
  readonly saving: object | null;
  /** Counts how often a draft came back that may take the focus. */
  readonly restored: number;
}

const EMPTY: NoteContent = { title: '', text: '' };
const COLLAPSED: Creation = { content: EMPTY, expanded: false, saving: null, restored: 0 };

export const creationAtom = atom(COLLAPSED);

export function expandCreation(): void {
  change({ expanded: true });
}

/** @param uid the account that it is typed for (S14) */
export function typeCreation(uid: Uid, content: NoteContent): void {
  draftSaver(uid, { place: 'new' }).type(hasContent(content) ? { place: 'new', content } : null);
  // A box that is about to go, as somebody else has signed in, may still take a key.
  if (uidOf(store.get(sessionAtom)) === uid) change({ content, expanded: true });
}

/**
 * Opens the box with what was being typed when the app ended.
 * @param focused whether it may take the focus, should nobody have it
 * @returns whether there was room: false where something is being typed already
 */
export function restoreCreation(content: NoteContent, focused: boolean): boolean {
  const now = store.get(creationAtom);
  if (hasContent(now.content) || now.saving !== null) return false;
  change({ content, expanded: true, restored: focused ? now.restored + 1 : now.restored });
  return true;
}

/** Puts words above what is being typed, where there is no other place for them. */
export function putInCreation(uid: Uid, earlier: NoteContent): void {
  typeCreation(uid, joinedContent(earlier, store.get(creationAtom).content));
}

/** Nothing of one account is seen under another. */
export function forgetCreation(): void {
  store.set(creationAtom, COLLAPSED);
}

/**
 * Adds the note if there is one, and collapses the box. The words stay in it until they are durable.
 * @param uid the account that it was typed for (S14)
 */
export async function leaveCreation(uid: Uid): Promise<void> {
  if (uidOf(store.get(sessionAtom)) !== uid) return;
  const { content, saving } = store.get(creationAtom);
  // From here on this says whether the box was opened again while its note is being saved.
  change({ expanded: false });
  if (saving !== null || !hasContent(content)) return;
  const mine = {};
  change({ saving: mine });
  try {
    await draftSaver(uid, { place: 'new' }).save(() => call('notes:add', uid, content, 'new'));
    if (!isCurrent(mine)) return;
    // Words that were put above it meanwhile have not gone with it.
    const left = contentAbove(store.get(creationAtom).content, content);
    change({ content: EMPTY, saving: null });
    if (left !== null) typeCreation(uid, left);
  } catch (error) {
    if (!isCurrent(mine)) return;
    change({ saving: null, expanded: true });
    // Spec §8: without a signed-in user nothing is saved, and that is only logged.
    if (error instanceof AppError && error.code === 'not-signed-in')
      console.error(LOG_LINES.notAuthenticated);
    else tellFailure(error);
  }
}

/** Whether the box is still that of the account whose note was being saved. */
function isCurrent(saving: object): boolean {
  return store.get(creationAtom).saving === saving;
}

function change(part: Partial<Creation>): void {
  store.set(creationAtom, (creation) => ({ ...creation, ...part }));
}
