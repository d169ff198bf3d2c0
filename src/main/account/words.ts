/**
 * Words of one account that wait outside of its database (`../device/waiting-words.ts`). They are stored
 * there while the account cannot take them (S14.2), and the account takes them once it is open.
 */
import type { AppError } from '#shared/base/error.ts';
import type { AccountService } from '#shared/ipc/account-service.ts';
import type { AccountRequest } from '#shared/ipc/requests.ts';
import { newNoteDraft } from '#shared/note/draft.ts';
import { contentOf, type Uid } from '#shared/note/note.ts';
import type { WaitingEntry, WaitingWordsStore } from '../device/waiting-words.ts';
import { THREAD_ENDED } from './request-queue.ts';

/**
 * Stores the words of a request that cannot be sent to its account. Requests about drafts are answered from
 * the store.
 * @throws `problem` for any other request, once its words are stored; the store's error if they could not be
 *   stored
 */
export async function storeWords(
  store: WaitingWordsStore,
  uid: Uid,
  { channel, args }: AccountRequest,
  problem: AppError,
): Promise<unknown> {
  if (channel === 'drafts:list') return store.drafts(uid, args[0]);
  if (channel === 'drafts:keep') return store.store(uid, args[1]);
  if (channel === 'drafts:drop') return store.drop(uid, args[1]);
  if (channel === 'drafts:discard') {
    // Only the account has a history. When it opens, these words become a draft again, even if others were
    // typed in that place.
    const [, words, next] = args;
    await store.add(uid, words);
    return next === null ? store.drop(uid, words) : store.store(uid, next);
  }
  if (channel === 'notes:add') {
    const [, note, place] = args;
    const draft = newNoteDraft(place ?? 'new', contentOf(note), note.marks);
    await (place === null ? store.add(uid, draft) : store.join(uid, draft));
  }
  if (channel === 'notes:edit') {
    const [, id, content, base] = args;
    await store.join(uid, { place: 'edit', id, content, base });
  }
  throw problem;
}

export interface OpenAccount {
  /** Whether the account is still open. */
  isOpen(): boolean;
  /** Like `AccountService.take`; rejects with `THREAD_ENDED` if the thread ends meanwhile. */
  take(...args: Parameters<AccountService['take']>): Promise<void>;
}

/**
 * Has the account take all words that wait for it, the oldest first. An entry that cannot be taken now does
 * not block the others.
 * @param onTrouble called with the reason if words still wait
 */
export async function takeWords(
  store: WaitingWordsStore,
  uid: Uid,
  account: OpenAccount,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  async function takeOne(entry: WaitingEntry, all: readonly WaitingEntry[]): Promise<void> {
    if (!store.isTaken(entry)) {
      const words = await store.read(entry);
      if (words === null || !account.isOpen()) return;
      await account.take(
        entry.id,
        words,
        all.map(({ id }) => id),
      );
    }
    await store.removeTaken(entry);
  }
  const reportTrouble = (error: unknown): void => {
    if (error !== THREAD_ENDED) onTrouble(error);
  };
  try {
    const entries = await store.entriesOf(uid);
    for (const entry of entries) {
      if (!account.isOpen()) return;
      await takeOne(entry, entries).catch(reportTrouble);
    }
  } catch (error) {
    reportTrouble(error);
  }
}
