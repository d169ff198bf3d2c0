/**
 * The cloud's thread of one account: it is started beside each thread that serves the account, restarted if
 * it ends unexpectedly, and ended when the account's thread ends or the session is renewed. Remembers the
 * obstacle that prevents the account from reaching the cloud.
 */
import type { AccountService } from '#shared/ipc/account-service.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { Uid } from '#shared/note/note.ts';
import type { Obstacle } from '#shared/base/obstacle.ts';
import type { Rpc } from '#shared/base/rpc.ts';
import type { CloudThread } from './threads.ts';

export interface HostedCloud {
  /**
   * The obstacle that prevents the account from reaching the cloud; null if none is known, or if no cloud's
   * thread runs.
   */
  readonly obstacle: Obstacle | null;
  /** Starts syncing this account. */
  startSync(): void;
  /** Starts the thread if the account is synced, a thread serves it, and no cloud's thread runs. */
  start(): void;
  end(): void;
}

export interface HostedCloudPorts {
  readonly uid: Uid;
  /**
   * @param onObstacle called with the obstacle that prevents the account from reaching the cloud, until the
   * thread ends
   */
  readonly startCloud: (uid: Uid, onObstacle: (obstacle: Obstacle | null) => void) => CloudThread;
  readonly clock: Clock;
  /** The account's thread that is serving now; null if there is none. */
  readonly servingAccount: () => Rpc<AccountService> | null;
  /** Called when the running cloud's thread has found or lost an obstacle. */
  readonly onObstacle: (obstacle: Obstacle | null) => void;
}

/** One pause is enough, because the cloud's thread rarely ends unexpectedly. */
const RESTART_MS = 1_000;

export function createHostedCloud(ports: HostedCloudPorts): HostedCloud {
  let thread: CloudThread | null = null;
  /** The account's thread that last got a port to a cloud's thread. */
  let connected: Rpc<AccountService> | null = null;
  let isSyncing = false;
  let obstacle: Obstacle | null = null;

  function start(): void {
    const account = ports.servingAccount();
    if (!isSyncing || account === null || thread !== null) return;
    const started = ports.startCloud(ports.uid, (found) => {
      if (thread !== started) return;
      obstacle = found;
      ports.onObstacle(found);
    });
    thread = started;
    started.onEnd(() => {
      if (thread !== started) return;
      thread = null;
      obstacle = null;
      ports.clock.after(RESTART_MS, start);
    });
    account.give('connect', started.accountPort);
    // An engine that had a connection before has backed off and must be woken.
    account.tell(connected === account ? 'wake' : 'sync');
    connected = account;
  }

  return {
    get obstacle() {
      return obstacle;
    },
    startSync() {
      isSyncing = true;
      start();
    },
    start,
    end() {
      const ended = thread;
      thread = null;
      obstacle = null;
      void ended?.end();
    },
  };
}
