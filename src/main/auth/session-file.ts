/**
 * The session as it outlives the app: who is signed in and the refresh token, nothing else, encrypted for this
 * user of this device. Writing is atomic and for the owner's eyes only; calls run in the order they were made. A
 * file that cannot be read is set aside, never deleted without being asked to. An empty file is a session that was
 * ended. Without encryption nothing is written, and the session lives as long as the app does.
 */
import { chmod, open, readFile, rename, rm, truncate } from 'node:fs/promises';
import * as v from 'valibot';
import { AppError, systemCodeOf } from '#shared/error.ts';
import type { User } from '#shared/session.ts';
import type { AuthPorts } from './contract.ts';
import { kindOf } from './error-kind.ts';
import { TokenSchema, UidSchema } from './identity-toolkit.ts';
import { parseJson } from './http.ts';

export interface StoredSession {
  readonly user: User;
  readonly refreshToken: string;
  /** Google refused the refresh token; kept so that a start without the network asks for a new sign-in too. */
  readonly expired: boolean;
}

export interface SessionFile {
  /** `null` where there is no session or none that can be read; the latter is warned of. */
  load(): Promise<StoredSession | null>;
  /** Never fails: a session that cannot be stored is warned of and lives in memory. */
  save(session: StoredSession): Promise<void>;
  /**
   * Removes every trace of a session.
   * @throws AppError `internal` where one can be neither removed nor emptied
   */
  clear(): Promise<void>;
}

const SessionSchema = v.pipe(
  v.object({
    version: v.literal(1),
    user: v.object({
      uid: UidSchema,
      email: v.string(),
      name: v.string(),
      picture: v.nullable(v.string()),
    }),
    refreshToken: TokenSchema,
    expired: v.boolean(),
  }),
  v.transform(({ user, refreshToken, expired }): StoredSession => ({ user, refreshToken, expired })),
);

export function createSessionFile(ports: Pick<AuthPorts, 'sessionFile' | 'encryption' | 'log'>): SessionFile {
  const { sessionFile: file, encryption, log } = ports;
  const temporary = `${file}.tmp`;
  const setAside = `${file}.unreadable`;
  let warned = false;
  let last: Promise<unknown> = Promise.resolve();

  function inOrder<T>(task: () => Promise<T>): Promise<T> {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  }

  function canEncrypt(): boolean {
    const available = encryption.isAvailable();
    const problem = !available
      ? 'This system offers no encryption: you will be asked to sign in at every start.'
      : encryption.backend() === 'basic_text'
        ? 'This system has no key store: the stored session is only lightly protected.'
        : null;
    if (problem !== null && !warned) {
      warned = true;
      log.warn(problem);
    }
    return available;
  }

  async function load(): Promise<StoredSession | null> {
    try {
      const bytes = await readFile(file);
      if (bytes.length === 0 || !canEncrypt()) return null;
      const session = decode(bytes);
      if (session !== null) return session;
      log.warn(`The stored session cannot be decrypted on this device; it is set aside as ${setAside}`);
      await rename(file, setAside);
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT')
        log.warn(`The stored session could not be read: ${kindOf(error)}`);
    }
    return null;
  }

  function decode(bytes: Buffer): StoredSession | null {
    try {
      const parsed = v.safeParse(SessionSchema, parseJson(encryption.decrypt(bytes)));
      return parsed.success ? parsed.output : null;
    } catch {
      return null;
    }
  }

  async function save(session: StoredSession): Promise<void> {
    try {
      if (canEncrypt()) {
        const { user, refreshToken, expired } = session;
        await write(encryption.encrypt(JSON.stringify({ version: 1, user, refreshToken, expired })));
      } else {
        // An older session, of whatever account, must not come back at the next start.
        await forget(file);
      }
    } catch (error) {
      log.warn(`The session could not be stored: ${kindOf(error)}`);
    }
  }

  async function write(bytes: Buffer): Promise<void> {
    // One that a crash left behind may have other permissions.
    await remove(temporary);
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  }

  async function clear(): Promise<void> {
    const problems: string[] = [];
    for (const path of [file, temporary, setAside]) {
      await forget(path).catch((error: unknown) => problems.push(kindOf(error)));
    }
    const [problem] = problems;
    if (problem !== undefined) {
      throw new AppError('internal', `The stored session could not be removed: ${problem}`);
    }
  }

  return {
    load: async () => inOrder(load),
    save: async (session) => inOrder(async () => save(session)),
    clear: async () => inOrder(clear),
  };
}

/** Removes the file, or at least what it holds: a folder that may not be changed still lets its files be emptied. */
async function forget(path: string): Promise<void> {
  try {
    await remove(path);
  } catch (error) {
    await chmod(path, 0o600).catch(() => undefined);
    await truncate(path).catch(() => {
      throw error;
    });
  }
}

async function remove(path: string): Promise<void> {
  // Windows' scanners hold a file for a moment.
  await rm(path, { force: true, maxRetries: 3 });
}
