/**
 * Stands in for the account's thread in a run: the thread's own code in this process, behind a port as in the
 * app. Once it has ended, none of its code runs.
 */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type ServePorts, serveAccount } from '#account/serve.ts';
import type { OpenOptions } from '#shared/ipc/account-service.ts';
import { messageOf } from '#shared/base/error.ts';
import type { Thread } from '#main/account/threads.ts';
import type { Moment } from '#account/database/connection.ts';
import type { Disk } from '../disk/disk.ts';
import { logAfterCut, rememberLog, replaceLog, type UnflushedLog } from '../disk/power.ts';
import type { Random } from '../random.ts';
import type { Report } from '../people.ts';
import { createPortPair, type PortEnd } from './port-pair.ts';

export interface AccountThread extends Thread {
  /** Ends the thread by a crash: the files stay as they are at this moment. */
  kill(): void;
  /** Ends the thread by a power cut: unflushed data is partly lost. */
  cutPower(random: Random): void;
  /**
   * Must be called before a transaction that need not be flushed. @returns a function to call at its end
   */
  beginUnflushed(): () => void;
}

/** How the thread reaches the cloud. */
export interface ThreadRemote extends Pick<ServePorts, 'remote' | 'connect'> {
  /** Called when the thread has ended: nothing more is reported or sent. */
  disconnect(): void;
}

export interface AccountThreadPorts extends Pick<
  ServePorts,
  'clock' | 'makeId' | 'jobs' | 'createEngine' | 'sliceSteps'
> {
  readonly disk: Disk;
  readonly remote: ThreadRemote;
  /** The power was cut during a commit: the app must end now. */
  readonly onPowerCut: () => void;
  /** A commit was flushed, and everything before it. */
  readonly onFlush: () => void;
  /** Called before an account is opened. @param database path of its database */
  readonly onOpening: (database: string) => void;
  readonly report: Report;
}

export function startAccountThread(ports: AccountThreadPorts): AccountThread {
  const { clock, disk, onOpening, report } = ports;
  const [accountEnd, hostEnd] = createPortPair();
  const listeners: (() => void)[] = [];
  let database: string | null = null;
  let ended = false;
  let unflushed: UnflushedLog | null = null;
  let isUnflushedWork = false;
  let isPowerGoing = false;
  /** The files after a power cut during a commit. */
  let frozen: string | null = null;

  function end(): void {
    if (ended) return;
    ended = true;
    accountEnd.close();
    ports.remote.disconnect();
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  }

  /**
   * A timer must not throw, because nothing handles its error: it is reported and ends the thread.
   */
  function guarded(work: () => void): void {
    if (ended) return;
    try {
      work();
    } catch (error) {
      if (frozen !== null) return;
      report(`a timer threw: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`);
      fail(error);
    }
  }

  const fail = serveAccount(
    opensSeen(accountEnd, (options) => {
      ({ database } = options);
      onOpening(database);
    }),
    {
      makeId: ports.makeId,
      jobs: ports.jobs,
      createEngine: ports.createEngine,
      sliceSteps: ports.sliceSteps,
      clock: { ...clock, after: (ms, callback) => clock.after(ms, () => guarded(callback)) },
      remote: ports.remote.remote,
      connect: ports.remote.connect,
      end,
      injectFault(moment) {
        if (ended || frozen !== null) throw new Error('The thread has ended.');
        meetPower(moment);
        disk.meet(moment);
      },
    },
  );

  function meetPower(moment: Moment): void {
    if (database === null) return;
    if (moment === 'commit' && disk.power !== null) {
      disk.power.after -= 1;
      isPowerGoing ||= disk.power.after < 0;
      if (isPowerGoing) unflushed ??= rememberLog(database);
    }
    if (moment !== 'committed') return;
    if (isPowerGoing && disk.power !== null) {
      const { random } = disk.power;
      disk.power = null;
      accountEnd.close();
      frozen = copyAfterCut(random);
      queueMicrotask(ports.onPowerCut);
      throw new Error('The power was cut.');
    }
    if (isUnflushedWork) return;
    unflushed = null;
    ports.onFlush();
  }

  /**
   * The account's folder as it is now, or after a power cut. Closing a database may change its files.
   */
  function copyNow(): string | null {
    const folder = database === null ? null : path.dirname(database);
    return folder !== null && existsSync(folder) ? copyFolder(folder) : null;
  }

  function copyAfterCut(random: Random): string | null {
    const log = database === null || unflushed === null ? null : logAfterCut(database, unflushed, random);
    const copy = copyNow();
    if (copy !== null && log !== null && database !== null)
      replaceLog(path.join(copy, path.basename(database)), log);
    return copy;
  }

  function kill(random: Random | null = null): void {
    if (ended) return;
    accountEnd.close();
    const folder = database === null ? null : path.dirname(database);
    const copy = frozen ?? (random === null ? copyNow() : copyAfterCut(random));
    fail(new Error('killed'));
    end();
    if (folder === null || copy === null) return;
    // A call to the disk under way in Node's thread pool can still create a file while a folder is removed.
    const dead = `${copy}-dead`;
    renameSync(folder, dead);
    renameSync(copy, folder);
    rmSync(dead, { recursive: true, force: true, maxRetries: 3 });
  }

  return {
    port: hostEnd,
    onEnd: (listener) => void listeners.push(listener),
    async end() {
      kill();
    },
    kill: () => kill(),
    cutPower: kill,
    beginUnflushed() {
      if (database !== null) unflushed ??= rememberLog(database);
      isUnflushedWork = true;
      return () => {
        isUnflushedWork = false;
      };
    },
  };
}

function copyFolder(folder: string): string {
  const copy = mkdtempSync(`${folder}-copy-`);
  // Memory shared by the connections of a process does not outlive them, and an incomplete backup may
  // disappear at any time.
  cpSync(folder, copy, {
    recursive: true,
    filter: (name) => !name.endsWith('-shm') && !name.endsWith('.tmp'),
  });
  return copy;
}

/** The port, with `onOpen` called when a message opens an account. */
function opensSeen(port: PortEnd, onOpen: (options: OpenOptions) => void): PortEnd {
  return {
    ...port,
    on: (event, listener) =>
      port.on(event, (message) => {
        const { name, args } = message as { name?: string; args?: readonly unknown[] };
        if (name === 'open') onOpen(args?.[0] as OpenOptions);
        listener(message);
      }),
  };
}
