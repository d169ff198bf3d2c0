/**
 * The people who can sign in, with their Firebase user ids and refresh tokens. Everything is stored in the
 * journal, so a session survives a restart of the cloud.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Account, JournalRecord, RefreshToken } from '../storage/records.ts';

export type { Account } from '../storage/records.ts';

/** The accounts in the chooser of a new data folder. */
const DEFAULT_ACCOUNTS = [
  { sub: '100000000000000000001', email: 'ada@example.com', name: 'Ada Lovelace' },
  { sub: '100000000000000000002', email: 'ben@example.com', name: 'Ben Carter' },
] as const;

export interface Person {
  /** Google's id of the account; derived from the address by default. */
  readonly sub?: string | undefined;
  readonly email: string;
  readonly name?: string | undefined;
  readonly picture?: string | null | undefined;
}

interface Stored {
  readonly accounts: Map<string, Account>;
  readonly refreshTokens: Map<string, RefreshToken>;
}

export class Accounts {
  readonly #stored: Stored;
  readonly #persist: (record: JournalRecord) => void;

  constructor(stored: Stored, persist: (record: JournalRecord) => void) {
    this.#stored = stored;
    this.#persist = persist;
    if (stored.accounts.size === 0) for (const person of DEFAULT_ACCOUNTS) this.upsert(person);
  }

  list(): readonly Account[] {
    return [...this.#stored.accounts.values()];
  }

  bySub(sub: string): Account | null {
    return this.#stored.accounts.get(sub) ?? null;
  }

  byUid(uid: string): Account | null {
    return this.list().find((account) => account.uid === uid) ?? null;
  }

  /** Adds the account or changes its name, address and picture. */
  upsert(person: Person): Account {
    const sub = person.sub ?? subOf(person.email);
    const existingAccount = this.bySub(sub);
    const account: Account = {
      sub,
      email: person.email,
      name: person.name ?? existingAccount?.name ?? person.email,
      picture: person.picture ?? existingAccount?.picture ?? null,
      uid: uidOf(sub),
      state: existingAccount?.state ?? 'active',
      revokedAt: existingAccount?.revokedAt ?? 0,
    };
    this.#put(account);
    return account;
  }

  /** Changes whether an account may be used. Issued tokens are not revoked. */
  setState(uid: string, state: Account['state']): boolean {
    const account = this.byUid(uid);
    if (account === null) return false;
    this.#put({ ...account, state });
    return true;
  }

  /** Revokes every issued token, even one that counts as issued a second from now. */
  revoke(uid: string): boolean {
    const account = this.byUid(uid);
    if (account === null) return false;
    this.#put({ ...account, revokedAt: issueTime(account) });
    return true;
  }

  issueRefreshToken(account: Account): RefreshToken {
    const issuedAt = issueTime(account);
    const token = `AMf-${randomBytes(48).toString('base64url')}`;
    const refreshToken = { token, uid: account.uid, issuedAt, authTime: issuedAt };
    this.#persist({ type: 'refresh-token', refreshToken });
    this.#stored.refreshTokens.set(token, refreshToken);
    return refreshToken;
  }

  refreshToken(token: string): RefreshToken | null {
    return this.#stored.refreshTokens.get(token) ?? null;
  }

  #put(account: Account): void {
    this.#persist({ type: 'account', account });
    this.#stored.accounts.set(account.sub, account);
  }
}

/**
 * The time at which a token issued now counts as issued, in seconds since the epoch: always after the last
 * revocation, even within the same second.
 */
export function issueTime(account: Account): number {
  return Math.max(nowSeconds(), account.revokedAt + 1);
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** 21 digits, as Google's ids are. */
function subOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);
  return `1${BigInt(`0x${digest}`).toString().padStart(20, '0')}`;
}

/** 28 letters and digits, as Firebase's user ids are; the same for one account on every machine. */
function uidOf(sub: string): string {
  const digest = createHash('sha256').update(`google.com:${sub}`).digest('base64');
  return digest
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .padEnd(28, '0')
    .slice(0, 28);
}
