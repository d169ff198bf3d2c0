/**
 * What stands for the account's thread in a run: the thread's own code in this process, behind a port as there. When it
 * ends, nothing of it runs any more.
 */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type ServePorts, serveAccount } from '#account/serve.ts';
import type { OpenOptions } from '#shared/account-service.ts';
import { messageOf } from '#shared/error.ts';
import type { Thread } from '#main/threads.ts';
import type { Disk } from '../disk/disk.ts';
import type { Report } from '../people.ts';
import { createPortPair, type PortEnd } from './port-pair.ts';

export interface AccountThread extends Thread {
  /** As a crash ends it: the files stay as they are at this moment. */
  kill(): void;
}

/** How the thread reaches the cloud. */
export interface ThreadRemote extends Pick<ServePorts, 'remote' | 'connect'> {
  /** The thread has ended: nothing is told or sent any more. */
  disconnect(): void;
}

export interface AccountThreadPorts extends Pick<
  ServePorts,
  'clock' | 'makeId' | 'jobs' | 'createEngine' | 'sliceSteps'
> {
  readonly disk: Disk;
  readonly remote: ThreadRemote;
  /** An account is about to be opened. @param database its path */
  readonly onOpening: (database: string) => void;
  readonly report: Report;
}

export function startAccountThread(ports: AccountThreadPorts): AccountThread {
  const { clock, disk, onOpening, report } = ports;
  const [own, hosts] = createPortPair();
  const listeners: (() => void)[] = [];
  let database: string | null = null;
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    own.close();
    ports.remote.disconnect();
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  }

  /** Nothing in the thread may throw where nobody handles it; one that does ends it. */
  function guarded(work: () => void): void {
    if (ended) return;
    try {
      work();
    } catch (error) {
      report(`a timer threw: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`);
      fail(error);
    }
  }

  const fail = serveAccount(
    opensSeen(own, (options) => {
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
      trouble(moment) {
        if (ended) throw new Error('The thread has ended.');
        disk.meet(moment);
      },
    },
  );

  function kill(): void {
    if (ended) return;
    own.close();
    // Closing a database may change its files.
    const folder = database === null ? null : path.dirname(database);
    const copy = folder !== null && existsSync(folder) ? copyFolder(folder) : null;
    fail(new Error('killed'));
    end();
    if (folder === null || copy === null) return;
    rmSync(folder, { recursive: true });
    renameSync(copy, folder);
  }

  return {
    port: hosts,
    onEnd: (listener) => void listeners.push(listener),
    async end() {
      kill();
    },
    kill,
  };
}

function copyFolder(folder: string): string {
  const copy = mkdtempSync(`${folder}-copy-`);
  // What is shared between the connections of a process does not outlive them, and half a backup comes and goes.
  cpSync(folder, copy, {
    recursive: true,
    filter: (name) => !name.endsWith('-shm') && !name.includes('.sqlite.tmp'),
  });
  return copy;
}

/** The port, of which the call that opens an account is seen. */
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
