/**
 * Where accounts keep their files: one folder each, named by a digest of the user id, so that nothing of one
 * account is ever in another's reach (S10) and no id, however odd, becomes part of a path.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Uid } from '#shared/note.ts';

export interface AccountFiles {
  /** Folder of everything that this device keeps of the account. */
  readonly folder: string;
  readonly database: string;
  /** Words that are typed while the account cannot take them. */
  readonly typedWords: string;
  makeFolder(): Promise<void>;
  /** Files of typed words that were given away for adoption, oldest first. */
  sealedWords(): Promise<readonly string[]>;
  /** The name of the next such file. */
  readonly nextSealedWords: () => Promise<string>;
  remove(): Promise<void>;
}

const SEALED = /^typed-words-\d{6}\.json$/;

export function accountFiles(userData: string, uid: Uid): AccountFiles {
  const digest = createHash('sha256').update(uid).digest('hex').slice(0, 32);
  const folder = path.join(userData, 'accounts', digest);

  async function sealedNames(): Promise<readonly string[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => SEALED.test(name)).toSorted();
  }

  return {
    folder,
    database: path.join(folder, 'notes.sqlite'),
    typedWords: path.join(folder, 'typed-words.json'),
    makeFolder: async () => void (await mkdir(folder, { recursive: true, mode: 0o700 })),
    sealedWords: async () => (await sealedNames()).map((name) => path.join(folder, name)),
    async nextSealedWords() {
      const last = (await sealedNames()).at(-1) ?? 'typed-words-000000.json';
      const number = Number(last.slice('typed-words-'.length, -'.json'.length)) + 1;
      return path.join(folder, `typed-words-${String(number).padStart(6, '0')}.json`);
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
