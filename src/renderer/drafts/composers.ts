/** The composers of the main page, one per account and place, connected to the main process. */
import type { Draft, DraftKey } from '#shared/note/draft.ts';
import { hasCode, messageOf } from '#shared/base/error.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { call } from '../bridge/client.ts';
import { sessionAtom, uidOf } from '../state/session.ts';
import { store } from '../state/store.ts';
import { type Notice, showNotice } from '../toast/notices.ts';
import { type Composer, createComposer } from './composer.ts';
import { forgetDrafted, markDrafted, markUnstored } from './unsaved-words.ts';

const composers = new Map<string, Composer>();

/** By account. Resolves when the account's stored drafts were read, or cannot be read. */
const reads = new Map<Uid, PromiseWithResolvers<void>>();
const readers = new Set<(uid: Uid) => void>();

function readOf(uid: Uid): PromiseWithResolvers<void> {
  const read = reads.get(uid) ?? Promise.withResolvers<void>();
  reads.set(uid, read);
  return read;
}

/** From now on, drafts of the account are sent: its composers have the stored ones. */
export function markDraftsRead(uid: Uid): void {
  readOf(uid).resolve();
}

/** @param read reads the account's drafts, because words are stored that this page does not know (S14.3) */
export function onUnreadDrafts(read: (uid: Uid) => void): void {
  readers.add(read);
}

/** @param uid the account that the words are typed for (S14) */
export function composerOf(uid: Uid, key: DraftKey): Composer {
  const name = key.place === 'edit' ? `${uid} edit ${key.id}` : `${uid} ${key.place}`;
  const existing = composers.get(name);
  if (existing !== undefined) return existing;
  const composer = createComposer(key, {
    store: (draft) => call('drafts:keep', uid, draft),
    drop: () => call('drafts:drop', uid, key),
    discard: (words, draft) => call('drafts:discard', uid, words, draft),
    onFailure(error) {
      if (hasCode(error, 'drafts-unread')) for (const read of readers) read(uid);
      else showSaveFailure('Your words are not saved yet', error);
    },
    onFailing: (isFailing) => markUnstored(name, isFailing),
    // Reported while the page of the account closes.
    onLost: (error) => showSaveFailure('Your last words could not be saved', error, { ofDevice: true }),
    // Words for an account that the page has left go to a file and replace no draft, so they need not wait.
    ...(uidOf(store.get(sessionAtom)) === uid && { ready: readOf(uid).promise }),
  });
  composers.set(name, composer);
  if (key.place === 'edit')
    store.sub(composer.atom, () => {
      if (isCurrent(composer)) markDrafted(key.id, composer.hasDraft);
    });
  return composer;
}

export function editComposer(uid: Uid, id: NoteId): Composer {
  return composerOf(uid, { place: 'edit', id });
}

/** False after the page has left the composer's account. */
export function isCurrent(composer: Composer): boolean {
  return [...composers.values()].includes(composer);
}

export function keyOf(draft: Draft): DraftKey {
  return draft.place === 'edit' ? { place: 'edit', id: draft.id } : { place: draft.place };
}

/** Sends all waiting drafts at once. @returns whether all of them are stored */
export async function flushDrafts(): Promise<boolean> {
  const stored = await Promise.all([...composers.values()].map(({ saver }) => saver.flush()));
  return stored.every(Boolean);
}

/** Sends all drafts again, because a damaged file may have lost them. */
export function resendDrafts(): void {
  for (const { saver } of composers.values()) saver.resend();
}

/**
 * Ends all composers, because the page has left the account. Waiting drafts are still sent to that account.
 */
export function endDrafts(): void {
  for (const { saver } of composers.values()) saver.end();
  composers.clear();
  reads.clear();
  forgetDrafted();
}

function showSaveFailure(what: string, error: unknown, options: Pick<Notice, 'ofDevice'> = {}): void {
  // The account was just closed; the main process still stores what arrives late for it.
  if (hasCode(error, 'not-signed-in')) return;
  showNotice({ text: `${what}: ${messageOf(error)}`, failure: true, ...options });
}
