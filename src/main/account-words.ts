/**
 * Words that are typed for one account while it cannot take them (S14), in files beside its database. Each opening of the account
 * makes drafts of the files that are there. What is typed from then on goes to another file, so that no file is written by one
 * thread while another reads it, and none is renamed.
 */
import type { AccountService } from '#shared/account-service.ts';
import { type Draft, newNoteDraft } from '#shared/draft.ts';
import type { AppError } from '#shared/error.ts';
import type { AccountRequest } from '#shared/ipc/requests.ts';
import { contentOf, hasContent } from '#shared/note.ts';
import type { AccountFiles } from './account-files.ts';
import { createTypedWordsFile, type TypedWordsFile } from './device/typed-words-file.ts';
import { THREAD_ENDED } from './request-queue.ts';

export interface AccountWords extends Pick<TypedWordsFile, 'keep' | 'list' | 'markUnseen'> {
  /**
   * Answers a request that the account cannot be asked: its words are durable in a file then.
   * @throws what is the problem, but for a draft; why the words could not be kept
   */
  answerFor(request: AccountRequest, problem: AppError): Promise<void>;
  /** From now on no page shows any of the words so far, or shows them as the latest of its drafts. */
  forgetShown(): void;
  /**
   * Has the account make drafts of all words that are there, those of earlier sessions first, and of those that come meanwhile.
   * What it refuses waits until the next time.
   * @param onRefusal told why words still wait
   */
  moveTo(account: OpenAccount, onRefusal: (error: unknown) => void): Promise<void>;
  /** Files and drafts with words that the account does not have. */
  count(): Promise<number>;
  /**
   * Removes all files of the account, unless words have come to one of these meanwhile. What comes later is written afterwards.
   * @returns how many files hold words
   */
  removeAccount(): Promise<number>;
}

export interface OpenAccount {
  /** Whether it is open still. */
  isOpen(): boolean;
  /** As `AccountService` has it; rejects with `THREAD_ENDED` where it ends meanwhile. */
  adopt(...args: Parameters<AccountService['adopt']>): Promise<void>;
}

/** @param signedOutWords what is typed while nobody is signed in: the account that is opened next takes it */
export function createAccountWords(files: AccountFiles, signedOutWords: TypedWordsFile): AccountWords {
  let file = files.newTypedWordsFile();
  let current = createTypedWordsFile(file);
  /** Written in this session, and shown by its pages as the latest of their drafts; the account was not asked to take them yet. */
  const shown = new Set<string>();
  /** The account has the words of these, which may be there still. */
  const adopted = new Set<string>();

  function keep(draft: Draft): Promise<void> {
    shown.add(file);
    return current.keep(draft);
  }

  function join(draft: Draft): Promise<void> {
    shown.add(file);
    return current.join(draft);
  }

  /** What stands in no box of a page is no later state of any draft: its file is none that pages show. */
  function keepApart(draft: Draft): Promise<void> {
    return current.whileIdle(() => createTypedWordsFile(files.newTypedWordsFile()).keep(draft));
  }

  async function others(): Promise<readonly string[]> {
    return (await files.typedWordsFiles()).filter((other) => other !== file && !adopted.has(other));
  }

  /** @returns the files that are complete now, the oldest first @throws the file system's error */
  async function beginNewFile(): Promise<readonly string[]> {
    const written = current;
    file = files.newTypedWordsFile();
    current = createTypedWordsFile(file);
    // Reading waits for all writes before it.
    await written.all().catch(() => undefined);
    const complete = await others();
    for (const other of shown) if (other !== file && !complete.includes(other)) shown.delete(other);
    return complete;
  }

  return {
    keep,
    list: (window) => current.list(window),
    markUnseen: (window) => current.markUnseen(window),
    async answerFor({ channel, args }, problem) {
      if (channel === 'drafts:keep') return keep(args[1]);
      if (channel === 'drafts:drop') return current.drop(args[1]);
      if (channel === 'notes:add') {
        const [, note, place] = args;
        const draft = newNoteDraft(place ?? 'new', contentOf(note), note.marks);
        await (place === null ? keepApart(draft) : join(draft));
      }
      if (channel === 'notes:edit') {
        const [, id, content, base] = args;
        await join({ place: 'edit', id, content, base });
      }
      throw problem;
    },
    forgetShown: () => shown.clear(),
    async moveTo(account, onRefusal) {
      async function move(other: string, isShown: boolean): Promise<void> {
        if (!account.isOpen()) return;
        try {
          await account.adopt(other, isShown);
          adopted.add(other);
        } catch (error) {
          if (error === THREAD_ENDED) return;
          onRefusal(error);
        }
        shown.delete(other);
      }
      try {
        do {
          if (!account.isOpen()) return;
          const complete = await beginNewFile();
          const areShown = complete.filter((other) => shown.has(other));
          for (const other of complete) if (!areShown.includes(other)) await move(other, false);
          // They are from before this session, and somebody may have written on since.
          const fromSignedOut = files.newTypedWordsFile();
          if (account.isOpen() && (await signedOutWords.moveTo(fromSignedOut)))
            await move(fromSignedOut, false);
          for (const other of areShown) await move(other, true);
        } while (shown.size > 0);
      } catch (error) {
        // From now on pages may have kept later ones.
        shown.clear();
        onRefusal(error);
      }
    },
    async count() {
      try {
        const drafts = await current.all();
        const withWords = drafts.filter(({ place, content }) => place === 'edit' || hasContent(content));
        return withWords.length + (await others()).length + (await files.unreadableWordsFiles());
      } catch {
        // What cannot be read may be worth keeping.
        return 1;
      }
    },
    removeAccount: () =>
      current.whileIdle(async () => {
        const holding = (await files.typedWordsFiles()).filter((other) => !adopted.has(other));
        if (holding.length === 0) await files.remove();
        return holding.length;
      }),
  };
}
