/**
 * Words that are typed for one account while it cannot take them (S14), in files beside its database. Each opening of the account
 * makes drafts of the files that are there. What is typed from then on goes to another file, so that no file is written by one
 * thread while another reads it, and none is renamed.
 */
import { hasContent } from '#shared/note.ts';
import type { AccountFiles } from './account-files.ts';
import { createTypedWordsFile, type TypedWordsFile } from './device/typed-words-file.ts';

export interface AccountWords extends Pick<TypedWordsFile, 'keep' | 'join' | 'drop' | 'list'> {
  /** Whether there are words of this session that the account was not asked to take yet. */
  readonly areLeft: boolean;
  /** From now on no page shows any of the words so far, or shows them as the latest of its drafts. */
  forgetShown(): void;
  /**
   * Hands out the files that are there, the oldest first; from now on words go to another one.
   * @throws the file system's error
   */
  handOut(): Promise<WordsFiles>;
  /** The account was asked to take the words of this file. @param hasTaken whether it did, even if the file could not be removed */
  settle(file: string, hasTaken: boolean): void;
  /** Files and drafts with words that the account does not have. */
  count(): Promise<number>;
  /**
   * Removes all files of the account, unless words have come to one of these meanwhile. What comes later is written afterwards.
   * @returns how many files hold words
   */
  removeAccount(): Promise<number>;
}

export interface WordsFiles {
  /** Of earlier sessions, or refused before. */
  readonly before: readonly string[];
  /** Pages that are open show these words, as the latest of their drafts. */
  readonly shown: readonly string[];
}

export function createAccountWords(files: AccountFiles): AccountWords {
  let file = files.newTypedWords();
  let current = createTypedWordsFile(file);
  /** Written in this session; the account was not asked to take them yet. */
  const shown = new Set<string>();
  const taken = new Set<string>();

  function use<Result>(work: () => Result): Result {
    shown.add(file);
    return work();
  }

  async function others(): Promise<readonly string[]> {
    return (await files.typedWords()).filter((other) => other !== file && !taken.has(other));
  }

  return {
    get areLeft() {
      return shown.size > 0;
    },
    keep: (draft) => use(() => current.keep(draft)),
    join: (draft) => use(() => current.join(draft)),
    drop: (key) => current.drop(key),
    list: () => current.list(),
    forgetShown: () => shown.clear(),
    async handOut() {
      const written = current;
      file = files.newTypedWords();
      current = createTypedWordsFile(file);
      // Reading waits for whatever is on its way to the file.
      await written.list().catch(() => undefined);
      const there = await others();
      for (const other of shown) if (other !== file && !there.includes(other)) shown.delete(other);
      return {
        before: there.filter((other) => !shown.has(other)),
        shown: there.filter((other) => shown.has(other)),
      };
    },
    settle(other, hasTaken) {
      shown.delete(other);
      if (hasTaken) taken.add(other);
    },
    async count() {
      try {
        const drafts = await current.list();
        const withWords = drafts.filter(({ place, content }) => place === 'edit' || hasContent(content));
        return withWords.length + (await others()).length + (await files.unreadableWords());
      } catch {
        // What cannot be read may be worth keeping.
        return 1;
      }
    },
    removeAccount: () =>
      current.whileIdle(async () => {
        const holding = (await files.typedWords()).filter((other) => !taken.has(other));
        if (holding.length === 0) await files.remove();
        return holding.length;
      }),
  };
}
