/** The keepers of all drafts of the open account, wired to the main process. */
import type { Draft, DraftKey } from '#shared/draft.ts';
import { AppError, messageOf } from '#shared/error.ts';
import { call } from '../bridge/client.ts';
import { tell } from '../toast/notices.ts';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';

const keepers = new Map<string, DraftKeeper>();

/** The keeper of what is typed in this place. */
export function keeperOf(key: DraftKey): DraftKeeper {
  return keepers.get(nameOf(key)) ?? addKeeper(key, false);
}

/** The keeper of a draft that is in the store from before. */
export function keeperOfStored(draft: Draft): DraftKeeper {
  const key: DraftKey = draft.place === 'edit' ? { place: 'edit', id: draft.id } : { place: draft.place };
  return keepers.get(nameOf(key)) ?? addKeeper(key, true);
}

/** Sends at once what waits, in all places. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...keepers.values()].map((keeper) => keeper.flush()));
}

/** S10: what was typed under one account is never sent under another. */
export function forgetDrafts(): void {
  for (const keeper of keepers.values()) keeper.end();
  keepers.clear();
}

function addKeeper(key: DraftKey, stored: boolean): DraftKeeper {
  const keeper = createDraftKeeper({
    keep: (draft) => call('drafts:keep', draft),
    drop: () => call('drafts:drop', key),
    onFailure: tellUnkept,
    stored,
  });
  keepers.set(nameOf(key), keeper);
  return keeper;
}

function nameOf(key: DraftKey): string {
  return key.place === 'edit' ? `edit ${key.id}` : key.place;
}

function tellUnkept(error: unknown): void {
  // The account has just been closed: the session's own change tells the rest.
  if (error instanceof AppError && error.code === 'not-signed-in') return;
  tell({ text: `What you type could not be kept yet: ${messageOf(error)}`, failure: true });
}
