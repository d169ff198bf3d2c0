/** An `Auth` with its ports in the test's hands; everything it starts is ended after the test. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createAuth } from '#main/auth/auth.ts';
import type { Auth, AuthEndpoints, AuthPorts, Encryption } from '#main/auth/contract.ts';
import type { SessionState } from '#shared/session.ts';
import { browse, type Visit } from '#tests/support/browser.ts';
import { type ManualClock, createManualClock } from '#tests/support/manual-clock.ts';

export interface Rig {
  readonly auth: Auth;
  readonly clock: ManualClock;
  readonly log: readonly string[];
  readonly sessionFile: string;
  readonly states: readonly SessionState[];
  /** What the browser did with each address that the app opened. */
  readonly visits: readonly Promise<Visit>[];
  readonly opened: readonly string[];
  /** The app started again on the same user data, after this one has ended. */
  restart(changes?: Partial<AuthPorts>): Promise<Rig>;
}

export const CONFIG = { apiKey: 'key', clientId: 'desktop', clientSecret: 'not-so-secret' };

export function createEncryption(changes: Partial<Encryption> = {}): Encryption {
  const key = randomBytes(32);
  return {
    isAvailable: () => true,
    backend: () => 'keychain',
    encrypt(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), bytes]);
    },
    decrypt(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    ...changes,
  };
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-auth-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** @param changes to the ports; without an `openBrowser` the browser goes straight through. */
export async function createRig(endpoints: AuthEndpoints, changes: Partial<AuthPorts> = {}): Promise<Rig> {
  const folder = await temporaryFolder();
  return build({
    config: { ...CONFIG, endpoints },
    sessionFile: join(folder, 'session.bin'),
    encryption: createEncryption(),
    ...changes,
  });
}

function build(given: Partial<AuthPorts> & Pick<AuthPorts, 'config' | 'sessionFile' | 'encryption'>): Rig {
  const clock = createManualClock(Date.now());
  const log: string[] = [];
  const states: SessionState[] = [];
  const visits: Promise<Visit>[] = [];
  const opened: string[] = [];
  const ports: AuthPorts = {
    now: clock.now,
    after: clock.after,
    log: {
      info: (message) => log.push(`info ${message}`),
      warn: (message) => log.push(`warn ${message}`),
      error: (message) => log.push(`error ${message}`),
    },
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
  onTestFinished(() => auth.dispose());
  return {
    auth,
    clock,
    log,
    sessionFile: ports.sessionFile,
    states,
    visits,
    opened,
    async restart(next = {}) {
      auth.dispose();
      const again = build({ ...given, ...next });
      await again.auth.restore();
      return again;
    },
  };
}
