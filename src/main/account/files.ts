/**
 * Where the files of accounts are: one folder each, named by a digest of the user id, so that no account can reach the
 * files of another one (S10).
 */
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '#shared/base/clock.ts';
import { systemCodeOf } from '#shared/base/error.ts';
import type { Uid } from '#shared/note/note.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { systemClock } from '../base/clock.ts';
import { accountDigest } from '../device/account-digest.ts';
import { closeToOthers } from '#disk/close-to-others.ts';
import { replaceFile } from '#disk/durable-file.ts';
import { makeFolder, syncFolder } from '#disk/folder.ts';

export interface AccountFiles {
  /** Folder of everything that this device stores of the account. */
  readonly folder: string;
  readonly database: string;
  /** The path of a new file for words that are typed while the account cannot take them. */
  newTypedWordsFile(): string;
  /** Paths of the existing files of typed words, oldest first. */
  typedWordsFiles(): Promise<readonly string[]>;
  /** How many files of typed words could not be read and were set aside. */
  unreadableWordsFiles(): Promise<number>;
  /** Makes the folder and marks the account as in use. */
  makeFolder(): Promise<void>;
  /**
   * Removes the folder. If another program holds a file in it for longer than a few seconds, as Windows allows, the folder
   * is removed at the next start.
   * @throws the file system's error
   */
  remove(): Promise<void>;
}

const TYPED_WORDS = /^typed-words.*\.json$/;
const UNREADABLE = /^typed-words.*\.unreadable/;
/** Part of the name of a folder that no account uses any more. */
const REMOVED = '.removed-';
/** A file that marks the folder of an account that could not be removed when it signed out. */
const SIGNED_OUT = 'signed-out';
/** Pauses between attempts to remove a folder, in milliseconds. */
const RETRY_MS = [100, 500, 2000];
/** `makeFolder` and `removeSignedOut` never work on a folder at the same time. */
const inOrder = createTaskQueue();
/** Counts the names of files, so that no two in one run of the app are the same. */
let lastNumber = 0;

export function accountFiles(userData: string, uid: Uid, clock: Clock = systemClock): AccountFiles {
  const folder = path.join(userData, 'accounts', accountDigest(uid));

  async function namesLike(pattern: RegExp): Promise<readonly string[]> {
    return (await namesIn(folder)).filter((name) => pattern.test(name)).toSorted();
  }

  return {
    folder,
    database: path.join(folder, 'notes.sqlite'),
    newTypedWordsFile() {
      lastNumber += 1;
      // Names sort by age if the clock is right. Nothing depends on that.
      const time = String(clock.now()).padStart(15, '0');
      return path.join(folder, `typed-words-${time}-${String(lastNumber).padStart(6, '0')}.json`);
    },
    typedWordsFiles: async () => (await namesLike(TYPED_WORDS)).map((name) => path.join(folder, name)),
    unreadableWordsFiles: async () => (await namesLike(UNREADABLE)).length,
    async makeFolder() {
      await inOrder(async () => {
        await makeFolder(folder);
        await closeToOthers(folder);
        // Removed durably before anything is written: if the mark came back, words could be removed that are nowhere
        // else (S11).
        if (await ifThere(unlink(path.join(folder, SIGNED_OUT)))) await syncFolder(folder);
      });
      // Opening does not wait for this. What cannot be removed now is removed at the next opening.
      void removeLeftovers(path.dirname(folder)).catch(() => undefined);
    },
    async remove() {
      for (const ms of RETRY_MS) {
        if (await isDone(renameToRemoved(folder))) break;
        await new Promise<void>((resolve) => void clock.after(ms, resolve));
      }
      try {
        await renameToRemoved(folder);
      } catch (error) {
        await replaceFile(path.join(folder, SIGNED_OUT), '');
        throw error;
      }
      await removeLeftovers(path.dirname(folder));
    },
  };
}

/** Removes folders that a sign-out in an earlier run of the app could not remove, unless words have been stored in them since. */
export async function removeSignedOut(userData: string): Promise<void> {
  const parent = path.join(userData, 'accounts');
  await inOrder(async () => {
    for (const name of await namesIn(parent)) {
      const folder = path.join(parent, name);
      const names = name.includes(REMOVED) ? [] : await namesIn(folder);
      if (!names.includes(SIGNED_OUT)) continue;
      if (names.some((entry) => TYPED_WORDS.test(entry) || UNREADABLE.test(entry))) continue;
      await renameToRemoved(folder);
    }
  });
  await removeLeftovers(parent);
}

/** Renames the folder at once and durably: if the app ended in the middle, the rest of it would be taken for damaged notes. */
async function renameToRemoved(folder: string): Promise<void> {
  if (await ifThere(rename(folder, `${folder}${REMOVED}${randomUUID()}`)))
    await syncFolder(path.dirname(folder));
}

/** Removes what is left of folders of accounts that were removed. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await namesIn(parent)) {
    if (!name.includes(REMOVED)) continue;
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Empty if there is nothing at this path, or no folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** Whether the file or folder that the work is about exists. @throws any other error of the file system */
async function ifThere(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
