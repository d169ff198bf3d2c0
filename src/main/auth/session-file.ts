/**
 * The stored session: the user and the refresh token, encrypted for this user of this device. Writing is
 * atomic, and only the owner may read the file. Calls run in order, with one exception: clearing the file
 * does not wait for a call that waits for a keyring, and that call then has no effect. A file that cannot be
 * read is set aside, and deleted only on request. If its key is not available, the file stays in place. An
 * empty file means that the session was ended. If the system offers no encryption, or only one that protects
 * nothing and that the user did not agree to, nothing is written, and the session ends with the app.
 */
import { chmod, open, readFile, rename, rm, truncate } from 'node:fs/promises';
import * as v from 'valibot';
import { AppError, codeTextOf, systemCodeOf } from '#shared/base/error.ts';
import type { SessionProtection, User } from '#shared/ipc/session.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { AuthPorts } from './contract.ts';
import { TokenSchema, UidSchema } from './identity-toolkit.ts';
import { parseJson } from './http.ts';

export interface StoredSession {
  readonly user: User;
  readonly refreshToken: string;
  /**
   * Whether Google refused the refresh token. Stored, so that a start without the network also asks to sign
   * in again.
   */
  readonly expired: boolean;
  /** See `SessionState`. Stored, so that the question is asked again after a restart. */
  readonly unconfirmed: boolean;
}

export interface SessionFile {
  /** Null if there is no session or, with a warning in the log, if it cannot be read. */
  load(): Promise<StoredSession | null>;
  /** Never fails: if the session cannot be stored, it stays in memory and a warning is logged. */
  save(session: StoredSession): Promise<void>;
  /** Resolves when the last `save` has ended. */
  readonly saved: Promise<void>;
  /**
   * Removes all files of a session.
   * @throws AppError `internal` if a file can be neither removed nor emptied
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
    unconfirmed: v.boolean(),
  }),
  v.transform(({ version: _version, ...session }): StoredSession => session),
);

const WARNINGS: { readonly [Protection in SessionProtection]?: Reason } = {
  'known-key': 'no-key-store',
  none: 'no-encryption',
};

interface SessionFilePorts extends Pick<
  AuthPorts,
  'sessionFile' | 'encryption' | 'storeWithoutKeyStore' | 'log'
> {
  /** Called when the file was stored or read and its protection has changed. */
  readonly onProtection: (protection: SessionProtection) => void;
}

export function createSessionFile(ports: SessionFilePorts): SessionFile {
  const { sessionFile: file, encryption, storeWithoutKeyStore, onProtection, log } = ports;
  const temporary = `${file}.tmp`;
  const setAside = `${file}.unreadable`;
  let protection: SessionProtection | null = null;
  let cleared = 0;
  let saved: Promise<void> = Promise.resolve();
  const inOrder = createTaskQueue();
  const onDisk = createTaskQueue();

  function tell(now: SessionProtection): void {
    if (protection === now) return;
    protection = now;
    const warning = WARNINGS[now];
    if (warning !== undefined) log.warn(warning);
    onProtection(now);
  }

  /** Null if the system provides no key. */
  async function encrypt(text: string): Promise<Buffer | null> {
    try {
      const bytes = await encryption.encrypt(text);
      tell(encryption.isByKnownKey(bytes) ? 'known-key' : 'key-store');
      return bytes;
    } catch {
      tell('none');
      return null;
    }
  }

  /** @param at value of `cleared` at the time of the call */
  async function load(at: number): Promise<StoredSession | null> {
    try {
      const bytes = await onDisk(() => readFile(file));
      if (bytes.length === 0) return null;
      const byKnownKey = encryption.isByKnownKey(bytes);
      if (byKnownKey && storeWithoutKeyStore() === false) {
        await onDisk(() => forget(file));
        return null;
      }
      const read = await decode(bytes);
      if (at !== cleared) return null;
      if (read !== null) {
        // The system has got a key store or a new key since the file was written.
        if (read.outdated) await save(read.session, at);
        else tell(byKnownKey ? 'known-key' : 'key-store');
        return read.session;
      }
      const now = await encrypt('any text');
      if (now === null || (encryption.isByKnownKey(now) && !byKnownKey)) {
        log.warn('session-waits-for-key');
        return null;
      }
      log.warn('session-not-decrypted');
      await onDisk(() => rename(file, setAside));
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') log.warn('session-unreadable', error);
    }
    return null;
  }

  async function decode(bytes: Buffer): Promise<{ session: StoredSession; outdated: boolean } | null> {
    try {
      const { text, outdated } = await encryption.decrypt(bytes);
      const parsed = v.safeParse(SessionSchema, parseJson(text));
      return parsed.success ? { session: parsed.output, outdated } : null;
    } catch {
      return null;
    }
  }

  async function save(session: StoredSession, at: number): Promise<void> {
    try {
      const bytes = await encrypt(JSON.stringify({ version: 1, ...session }));
      await onDisk(async () => {
        if (at !== cleared) return;
        if (bytes !== null && (!encryption.isByKnownKey(bytes) || storeWithoutKeyStore() === true)) {
          await write(bytes);
        } else {
          // The next start must not find an older session, perhaps of another account.
          await forget(file);
        }
      });
    } catch (error) {
      log.warn('session-not-stored', error);
    }
  }

  async function write(bytes: Buffer): Promise<void> {
    // A file from before a crash may have other permissions.
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
    const problems: unknown[] = [];
    for (const path of [file, temporary, setAside]) {
      await forget(path).catch((error: unknown) => problems.push(error));
    }
    const [cause] = problems;
    if (problems.length > 0)
      throw new AppError('internal', { id: 'session-not-removed', code: codeTextOf(cause) }, { cause });
  }

  return {
    async load() {
      const at = cleared;
      return inOrder(() => load(at));
    },
    async save(session) {
      const at = cleared;
      saved = inOrder(() => save(session, at));
      return saved;
    },
    get saved() {
      return saved;
    },
    async clear() {
      cleared += 1;
      return onDisk(clear);
    },
  };
}

/** Removes the file or, if the folder cannot be changed, empties it. */
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
  // On Windows, a virus scanner may hold a file for a moment.
  await rm(path, { force: true, maxRetries: 3 });
}
