/** An `Auth` whose ports the test controls; everything it starts is ended after the test. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createAuth } from '#main/auth/auth.ts';
import type { Auth, AuthEndpoints, AuthPorts, Encryption, SignInPorts } from '#main/auth/contract.ts';
import type { Uid } from '#shared/note/note.ts';
import type { SessionProtection, SessionState, User } from '#shared/ipc/session.ts';
import { logTo } from '#tests/support/log-lines.ts';
import { browse, type Visit } from '@inkling/local-cloud/browser.ts';
import { type ManualClock, createManualClock } from '#tests/support/manual-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

export interface Rig {
  readonly auth: Auth;
  readonly clock: ManualClock;
  readonly log: readonly string[];
  readonly sessionFile: string;
  readonly states: readonly SessionState[];
  readonly protections: readonly SessionProtection[];
  /** What the browser did with each address that the app opened. */
  readonly visits: readonly Promise<Visit>[];
  readonly opened: readonly string[];
  /** For each call of `onOpenedTwice`, whether there was a session. */
  readonly openedTwice: readonly boolean[];
  /** As `Auth.signIn`. */
  readonly signIn: () => Promise<User>;
  /** As `Auth.idToken`, for the signed-in account. */
  readonly idToken: () => Promise<string>;
  /** Ends this app and starts it again on the same user data. */
  restart(changes?: RigChanges): Promise<Rig>;
}

export const CONFIG = { apiKey: 'key', clientId: 'desktop', clientSecret: 'not-so-secret' };

const NOBODY = 'nobody' as Uid;

const KNOWN_KEY = Buffer.alloc(32);
const KNOWN_MARK = 0;

/** A device's key store, whose state the test can change. */
export interface KeyStore {
  readonly encryption: Encryption;
  /** How `encrypt` works: with the store's own key, with a publicly known key, or not at all. */
  state: 'open' | 'locked' | 'no key';
  /** Every call waits for this. */
  unlocking: Promise<void>;
}

export function createKeyStore(): KeyStore {
  const storeKey = randomBytes(32);
  const store: KeyStore = {
    state: 'open',
    unlocking: Promise.resolve(),
    encryption: {
      async encrypt(text) {
        await store.unlocking;
        if (store.state === 'no key') throw new Error('no key');
        const byKnownKey = store.state === 'locked';
        const iv = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', byKnownKey ? KNOWN_KEY : storeKey, iv);
        const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
        return Buffer.concat([Buffer.of(byKnownKey ? KNOWN_MARK : 1), iv, cipher.getAuthTag(), bytes]);
      },
      async decrypt(bytes) {
        await store.unlocking;
        const byKnownKey = bytes[0] === KNOWN_MARK;
        if (!byKnownKey && store.state !== 'open') throw new Error('out of reach');
        const decipher = createDecipheriv(
          'aes-256-gcm',
          byKnownKey ? KNOWN_KEY : storeKey,
          bytes.subarray(1, 13),
        );
        decipher.setAuthTag(bytes.subarray(13, 29));
        const text = Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString('utf8');
        return { text, outdated: byKnownKey && store.state === 'open' };
      },
      isByKnownKey: (bytes) => bytes[0] === KNOWN_MARK,
    },
  };
  return store;
}

/** @param changes replace ports; without `openBrowser` the browser completes each sign-in at once */
export type RigChanges = Partial<AuthPorts & SignInPorts>;

export const SIGNED_OUT = { status: 'signed-out', signingIn: false };

export async function createRig(endpoints: AuthEndpoints, changes: RigChanges = {}): Promise<Rig> {
  const folder = temporaryFolder();
  return build({
    config: { ...CONFIG, endpoints },
    sessionFile: join(folder, 'session.bin'),
    encryption: createKeyStore().encryption,
    ...changes,
  });
}

export async function signedInRig(
  google: { readonly endpoints: AuthEndpoints },
  changes?: RigChanges,
): Promise<Rig> {
  const rig = await createRig(google.endpoints, changes);
  await rig.signIn();
  return rig;
}

/** Names of the files in the session's folder. */
export function filesBesideSession({ sessionFile }: Rig): Promise<string[]> {
  return readdir(dirname(sessionFile));
}

function build(given: RigChanges & Pick<AuthPorts, 'config' | 'sessionFile' | 'encryption'>): Rig {
  const clock = createManualClock(Date.now());
  const log: string[] = [];
  const states: SessionState[] = [];
  const protections: SessionProtection[] = [];
  const visits: Promise<Visit>[] = [];
  const opened: string[] = [];
  const openedTwice: boolean[] = [];
  const ports: AuthPorts = {
    fetch,
    now: clock.now,
    after: clock.after,
    storeWithoutKeyStore: () => null,
    log: logTo(log),
    ...given,
    async openBrowser(url) {
      opened.push(url);
      if (given.openBrowser !== undefined) return given.openBrowser(url);
      const visit = browse(url);
      visit.catch(() => undefined);
      visits.push(visit);
    },
  };
  const auth = createAuth(ports);
  auth.onChange((state) => states.push(state));
  auth.onProtection((protection) => protections.push(protection));
  const signInPorts: SignInPorts = {
    hasUnclaimedWords: async () => false,
    onOpenedTwice: (hasSession) => void openedTwice.push(hasSession),
    ...given,
  };
  onTestFinished(() => auth.dispose());
  return {
    auth,
    clock,
    log,
    sessionFile: ports.sessionFile,
    states,
    protections,
    visits,
    opened,
    openedTwice,
    signIn: () => auth.signIn(signInPorts),
    idToken: () => auth.idToken(auth.state.status === 'signed-in' ? auth.state.user.uid : NOBODY),
    async restart(next = {}) {
      auth.dispose();
      const again = build({ ...given, ...next });
      await again.auth.restore();
      return again;
    },
  };
}
