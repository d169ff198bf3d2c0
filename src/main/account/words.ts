/**
 * Words that are typed for one account while it cannot take them (S14), in files beside its database. Each time the account
 * opens, the existing files become drafts. What is typed from then on goes to a new file, so that no thread writes a file while
 * another thread reads it, and no file has to be renamed.
 */
import type { AccountService } from '#shared/ipc/account-service.ts';
import { type Draft, newNoteDraft } from '#shared/note/draft.ts';
import type { AppError } from '#shared/base/error.ts';
import type { AccountRequest } from '#shared/ipc/requests.ts';
import { contentOf, hasContent } from '#shared/note/note.ts';
import type { AccountFiles } from './files.ts';
import { createTypedWordsFile, type TypedWordsFile } from '../device/typed-words-file.ts';
import { THREAD_ENDED } from './request-queue.ts';

export interface AccountWords {
  /**
   * Stores the words of a request that cannot be sent to the account durably in a file. Requests about drafts are answered from
   * that file.
   * @throws `problem` for any other request, once its words are stored; the reason why they could not be stored
   */
  storeWords(request: AccountRequest, problem: AppError): Promise<unknown>;
  /**
   * Has the account turn all stored words into drafts, the oldest first. Words that it refuses wait until the next call.
   * @param onRefusal is told why words still wait
   */
  moveTo(account: OpenAccount, onRefusal: (error: unknown) => void): Promise<void>;
  /** Files and drafts with words that the account does not have. */
  count(): Promise<number>;
  /**
   * Removes all files of the account, unless one of them holds words that the account does not have. Words that come later are
   * written afterwards.
   * @returns how many files hold such words; nothing is removed if there are any
   */
  removeAccount(): Promise<number>;
}

export interface OpenAccount {
  /** Whether the account is still open. */
  isOpen(): boolean;
  /** As `AccountService.adopt`; rejects with `THREAD_ENDED` if the thread ends meanwhile. */
  adopt(...args: Parameters<AccountService['adopt']>): Promise<void>;
}

/**
 * @param signedOutWords words that are typed while nobody is signed in
 * @param mayClaim whether the account may take these now (S14.4)
 */
export function createAccountWords(
  files: AccountFiles,
  signedOutWords: TypedWordsFile,
  mayClaim: () => boolean,
): AccountWords {
  let file = files.newTypedWordsFile();
  let current = createTypedWordsFile(file);
  /** Files whose words the account has. They may still exist. */
  const adopted = new Set<string>();

  /** For words that stand in no box of a page: a page that stores its draft does not know them. */
  function storeApart(draft: Draft): Promise<void> {
    return current.whileIdle(() => createTypedWordsFile(files.newTypedWordsFile()).store(draft));
  }

  /** The files with words that the account does not have, except for the one that is being written. */
  async function waitingFiles(): Promise<readonly string[]> {
    return (await files.typedWordsFiles()).filter((name) => name !== file && !adopted.has(name));
  }

  /** @returns the files that are complete now, the oldest first @throws the file system's error */
  async function beginNewFile(): Promise<readonly string[]> {
    const written = current;
    file = files.newTypedWordsFile();
    current = createTypedWordsFile(file);
    // Reading waits for all writes before it.
    await written.all().catch(() => undefined);
    return waitingFiles();
  }

  return {
    async storeWords({ channel, args }, problem) {
      if (channel === 'drafts:list') return current.list(args[0]);
      if (channel === 'drafts:keep') return current.store(args[1]);
      if (channel === 'drafts:drop') return current.drop(args[1]);
      if (channel === 'drafts:discard') {
        // Only the account has a history. When it opens, these words are a draft again, whatever is typed there until then.
        const [, words, next] = args;
        await storeApart(words);
        return next === null ? current.drop(words) : current.store(next);
      }
      if (channel === 'notes:add') {
        const [, note, place] = args;
        const draft = newNoteDraft(place ?? 'new', contentOf(note), note.marks);
        await (place === null ? storeApart(draft) : current.join(draft));
      }
      if (channel === 'notes:edit') {
        const [, id, content, base] = args;
        await current.join({ place: 'edit', id, content, base });
      }
      throw problem;
    },
    async moveTo(account, onRefusal) {
      async function move(wordsFile: string): Promise<void> {
        if (!account.isOpen()) return;
        try {
          await account.adopt(wordsFile);
          adopted.add(wordsFile);
        } catch (error) {
          if (error !== THREAD_ENDED) onRefusal(error);
        }
      }
      try {
        if (!account.isOpen()) return;
        for (const wordsFile of await beginNewFile()) await move(wordsFile);
        const fromSignedOut = files.newTypedWordsFile();
        if (account.isOpen() && mayClaim() && (await signedOutWords.moveTo(fromSignedOut)))
          await move(fromSignedOut);
      } catch (error) {
        onRefusal(error);
      }
    },
    async count() {
      try {
        const drafts = await current.all();
        const withWords = drafts.filter(({ place, content }) => place === 'edit' || hasContent(content));
        return withWords.length + (await waitingFiles()).length + (await files.unreadableWordsFiles());
      } catch {
        // What cannot be read may have words that are nowhere else.
        return 1;
      }
    },
    removeAccount: () =>
      current.whileIdle(async () => {
        const holding = (await files.typedWordsFiles()).filter((name) => !adopted.has(name));
        if (holding.length === 0) await files.remove();
        return holding.length;
      }),
  };
}
