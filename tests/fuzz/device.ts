/**
 * A device: the real handling of accounts over files of its own, people who sign in and out, restarts, and a disk that
 * can fail. Everything that the rules promise of signing out (S10, S11) is checked here as it happens.
 */
import { existsSync } from 'node:fs';
import type { NoteContent, NoteId, Uid } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import type { Account } from '#main/account.ts';
import { createAccounts } from '#main/accounts.ts';
import { accountDatabase, removeAccount } from '#main/store/account-files.ts';
import { createSyncEngine } from '#main/sync/engine.ts';
import type { Clock } from '#main/sync/ports.ts';
import { type DeviceAccount, openDeviceAccount } from './device-account.ts';
import { noteIdOf } from './device-name.ts';
import type { Disk } from './failing-store.ts';
import type { Connect, Person, Report } from './people.ts';

export interface Device {
  readonly name: string;
  readonly disk: Disk;
  /** The account that is open; null while nobody is signed in. */
  readonly account: DeviceAccount | null;
  /** How far a sign-out is: still open, or closed and about to be forgotten. */
  readonly leaving: 'no' | 'open' | 'closed';
  /** The edit dialog that stands open. */
  dialog: Dialog | null;
  /** Signs in, or in again. */
  signIn(person: Person): void;
  /** @param pause lets time pass while the sign-out is under way */
  signOut(pause: () => Promise<void>): Promise<void>;
  /** The app ends and starts again with the same session. */
  restart(): void;
  close(): void;
}

export interface Dialog {
  readonly id: NoteId;
  /** What the note held when it was opened. */
  readonly base: NoteContent;
}

export interface DevicePorts {
  readonly name: string;
  /** The app's user-data folder. */
  readonly folder: string;
  readonly people: readonly Person[];
  readonly clock: Clock;
  readonly connect: Connect;
  /** Notes that the engine reads or writes without a pause. */
  readonly sliceSteps: number;
  readonly report: Report;
  /** Another engine, to see that the run fails where it breaks a rule. */
  readonly createEngine?: typeof createSyncEngine | undefined;
}

const SIGNED_OUT: SessionState = { status: 'signed-out', signingIn: false };

export function createDevice(ports: DevicePorts): Device {
  const { name, folder, people, clock, connect, sliceSteps, report } = ports;
  const disk: Disk = { full: false, failures: 0 };
  /** How often each account was opened here. */
  const openings = new Map<Uid, number>();
  let opened: DeviceAccount | null = null;
  let leaving: Device['leaving'] = 'no';
  let made = 0;

  function makeId(): NoteId {
    made += 1;
    return noteIdOf(name, made);
  }

  function open(uid: Uid): DeviceAccount {
    const person = people.find((one) => one.uid === uid);
    if (person === undefined) throw new Error(`Nobody is ${uid}`);
    const { createEngine = createSyncEngine } = ports;
    const file = accountDatabase(folder, uid);
    openings.set(uid, (openings.get(uid) ?? 0) + 1);
    const own = { person, file, disk, clock, makeId, sliceSteps, createEngine };
    opened = openDeviceAccount({ ...own, remote: connect(person) });
    for (const { id, fields } of opened.shown()) {
      const foreign = person.ledger.foreign(fields);
      if (foreign.length > 0)
        report(`[S10] ${name} shows ${uid} in ${id} what is not theirs: ${foreign.join()}`);
    }
    return opened;
  }

  function start() {
    const accounts = createAccounts({
      // Of an account, this part of the app uses no more than these have.
      open: (uid) => open(uid) as unknown as Account,
      remove: (uid) => removeAccount(folder, uid),
      onSwitch: () => undefined,
      onError: (message) => report(`${name}: ${message}`),
    });
    accounts.startSync();
    return accounts;
  }

  let accounts = start();
  const current = (): DeviceAccount | null => (accounts.current() === null ? null : opened);

  function follow(session: SessionState): void {
    device.dialog = null;
    accounts.follow(session);
  }

  const device: Device = {
    name,
    disk,
    dialog: null,
    get account() {
      return current();
    },
    get leaving() {
      return leaving;
    },
    signIn: ({ uid }) => follow(signedIn(uid)),
    async signOut(pause) {
      const left = current();
      if (left === null || leaving === 'open') return;
      leaving = 'open';
      let unpushed = 0;
      const opening = openings.get(left.uid);
      await accounts.leave(async () => {
        await pause();
        const { pending, refused } = left.store.counts();
        unpushed = pending + refused;
        follow(SIGNED_OUT);
        leaving = 'closed';
        await pause();
      });
      // Whoever came in between and leaves, too, is no concern of this one.
      if (device.leaving === 'closed') leaving = 'no';
      if (openings.get(left.uid) !== opening) return;
      const kept = existsSync(accountDatabase(folder, left.uid));
      if (kept && unpushed === 0) report(`[S11] ${name} keeps the notes of ${left.uid} after a sign-out`);
      if (!kept && unpushed > 0) report(`[S11] ${name} removed ${unpushed} unpushed notes of ${left.uid}`);
    },
    restart() {
      const uid = current()?.uid ?? null;
      accounts.close();
      accounts = start();
      follow(uid === null ? SIGNED_OUT : signedIn(uid));
    },
    close: () => accounts.close(),
  };
  return device;
}

function signedIn(uid: Uid): SessionState {
  const user = { uid, email: `${uid}@example.org`, name: uid, picture: null };
  return { status: 'signed-in', user, expired: false, signingIn: false };
}
