/**
 * Where accounts keep their files: one folder each, named by a digest of the user id, so that nothing of one
 * account is ever in another's reach (S10) and no id, however odd, becomes part of a path.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '#shared/clock.ts';
import { systemCodeOf } from '#shared/error.ts';
import type { Uid } from '#shared/note.ts';
import { createTaskQueue } from '#shared/task-queue.ts';
import { systemClock } from './clock.ts';
import { replaceFile, syncFolder } from '#disk/durable-file.ts';

export interface AccountFiles {
  /** Folder of everything that this device keeps of the account. */
  readonly folder: string;
  readonly database: string;
  /** The path of a new file of words that are typed while the account cannot take them. */
  newTypedWordsFile(): string;
  /** Paths of such files that are there, the oldest first. */
  typedWordsFiles(): Promise<readonly string[]>;
  /** How many of them could not be read and were set aside. */
  unreadableWordsFiles(): Promise<number>;
  /** From now on the account is in use. */
  makeFolder(): Promise<void>;
  /**
   * Where another program holds a file for longer than a few seconds, as Windows lets it, the folder goes at the next start.
   * @throws the file system's error
   */
  remove(): Promise<void>;
}

const TYPED_WORDS = /^typed-words.*\.json$/;
const UNREADABLE = /^typed-words.*\.unreadable/;
/** In the name of a folder that no account has any more. */
const REMOVED = '.removed-';
/** A file in the folder of an account that was to be removed and could not be. */
const SIGNED_OUT = 'signed-out';
/** Waits before it is tried again to remove a folder, milliseconds. */
const RETRY_MS = [100, 500, 2000];
/** A folder that comes into use is not removed at the same time. */
const inOrder = createTaskQueue();
/** Counts names of files, so that no two of one start of the app are the same. */
let lastNumber = 0;

export function accountFiles(userData: string, uid: Uid, clock: Clock = systemClock): AccountFiles {
  const digest = createHash('sha256').update(uid).digest('hex').slice(0, 32);
  const folder = path.join(userData, 'accounts', digest);

  async function namesLike(pattern: RegExp): Promise<readonly string[]> {
    return (await namesIn(folder)).filter((name) => pattern.test(name)).toSorted();
  }

  return {
    folder,
    database: path.join(folder, 'notes.sqlite'),
    newTypedWordsFile() {
      lastNumber += 1;
      // Names sort by age as long as the clock is right; where it is not, nothing depends on it.
      const time = String(clock.now()).padStart(15, '0');
      return path.join(folder, `typed-words-${time}-${String(lastNumber).padStart(6, '0')}.json`);
    },
    typedWordsFiles: async () => (await namesLike(TYPED_WORDS)).map((name) => path.join(folder, name)),
    unreadableWordsFiles: async () => (await namesLike(UNREADABLE)).length,
    async makeFolder() {
      await inOrder(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        // Durably, before anything is written: a mark that came back would remove words that are nowhere else (S11).
        if (await ifThere(unlink(path.join(folder, SIGNED_OUT)))) await syncFolder(folder);
      });
      // Opening does not wait for it, and what cannot go now goes with the next one.
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

/** Removes what a sign-out of an earlier run of the app could not, but for folders in which words were kept since. */
export async function removeSignedOut(userData: string): Promise<void> {
  const parent = path.join(userData, 'accounts');
  await inOrder(async () => {
    for (const name of await namesIn(parent)) {
      const folder = path.join(parent, name);
      const names = name.includes(REMOVED) ? [] : await namesIn(folder);
      if (!names.includes(SIGNED_OUT)) continue;
      if (names.some((other) => TYPED_WORDS.test(other) || UNREADABLE.test(other))) continue;
      await renameToRemoved(folder);
    }
  });
  await removeLeftovers(parent);
}

/** At once, and durably: what an end of the app left of an account's folder would be taken for damaged notes. */
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

/** None where there is no such folder, or this is none. */
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

/** Whether what this was to be done to is there. @throws any other error of the file system */
async function ifThere(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
