/**
 * Where accounts keep their files: one folder each, named by a digest of the user id, so that nothing of one
 * account is ever in another's reach (S10) and no id, however odd, becomes part of a path.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemCodeOf } from '#shared/error.ts';
import type { Uid } from '#shared/note.ts';
import { systemClock } from './clock.ts';
import { syncFolder } from './device/sync-folder.ts';

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
  makeFolder(): Promise<void>;
  remove(): Promise<void>;
}

const TYPED_WORDS = /^typed-words.*\.json$/;
const UNREADABLE = /^typed-words.*\.unreadable/;
/** In the name of a folder that no account has any more. */
const REMOVED = '.removed-';
/** Counts names of files, so that no two of one start of the app are the same. */
let lastNumber = 0;

export function accountFiles(userData: string, uid: Uid, now = systemClock.now): AccountFiles {
  const digest = createHash('sha256').update(uid).digest('hex').slice(0, 32);
  const folder = path.join(userData, 'accounts', digest);

  async function namesLike(pattern: RegExp): Promise<readonly string[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => pattern.test(name)).toSorted();
  }

  return {
    folder,
    database: path.join(folder, 'notes.sqlite'),
    newTypedWordsFile() {
      lastNumber += 1;
      // Names sort by age as long as the clock is right; where it is not, nothing depends on it.
      const time = String(now()).padStart(15, '0');
      return path.join(folder, `typed-words-${time}-${String(lastNumber).padStart(6, '0')}.json`);
    },
    typedWordsFiles: async () => (await namesLike(TYPED_WORDS)).map((name) => path.join(folder, name)),
    unreadableWordsFiles: async () => (await namesLike(UNREADABLE)).length,
    async makeFolder() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Opening does not wait for it, and what cannot go now goes with the next one.
      void removeLeftovers(path.dirname(folder)).catch(() => undefined);
    },
    async remove() {
      try {
        // At once: what an end of the app left of it would be taken for damaged notes.
        await rename(folder, `${folder}${REMOVED}${randomUUID()}`);
      } catch (error) {
        if (systemCodeOf(error) === 'ENOENT') return;
        throw error;
      }
      await syncFolder(path.dirname(folder));
      await removeLeftovers(path.dirname(folder));
    },
  };
}

/** Removes what is left of folders of accounts that were removed. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.includes(REMOVED)) continue;
    await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
}
