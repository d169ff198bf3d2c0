/** The savers of drafts, one for each account and place, connected to the main process. */
import type { Draft, DraftKey } from '#shared/draft.ts';
import { hasCode, messageOf } from '#shared/error.ts';
import type { Uid } from '#shared/note.ts';
import { call } from '../bridge/client.ts';
import { showNotice } from '../toast/notices.ts';
import { createDraftSaver, type DraftSaver } from './draft-saver.ts';

const savers = new Map<string, DraftSaver>();

/** @param uid the account that the draft is typed for (S14) */
export function draftSaver(uid: Uid, key: DraftKey): DraftSaver {
  const name = key.place === 'edit' ? `${uid} edit ${key.id}` : `${uid} ${key.place}`;
  const known = savers.get(name);
  if (known !== undefined) return known;
  const saver = createDraftSaver({
    store: (draft) => call('drafts:keep', uid, draft),
    drop: () => call('drafts:drop', uid, key),
    onFailure: (error) => showSaveFailure('What you type could not be kept yet', error),
    onLost: (error) => showSaveFailure('What you typed last could not be kept', error),
  });
  savers.set(name, saver);
  return saver;
}

export function keyOf(draft: Draft): DraftKey {
  return draft.place === 'edit' ? { place: 'edit', id: draft.id } : { place: draft.place };
}

/** Sends at once what waits, in all places; answers whether all of it is stored. */
export async function flushDrafts(): Promise<boolean> {
  const stored = await Promise.all([...savers.values()].map((saver) => saver.flush()));
  return stored.every(Boolean);
}

/** Sends once more what is in the fields, which a damaged file may have lost. */
export function resendDrafts(): void {
  for (const saver of savers.values()) saver.resend();
}

/** Ends all savers, because the page has left the account. What was typed is still sent to that account. */
export function endDrafts(): void {
  for (const saver of savers.values()) saver.end();
  savers.clear();
}

function showSaveFailure(what: string, error: unknown): void {
  // The account was just closed; the main process still stores what arrives late for it.
  if (hasCode(error, 'not-signed-in')) return;
  showNotice({ text: `${what}: ${messageOf(error)}`, failure: true });
}
