/**
 * Follows the cloud by its live query (S9):
 *
 *   stopped ── start ──▶ connecting ── first snapshot ──▶ reading ── all of it stored ──▶ live
 *                         ▲   │                              │                             │
 *             timer, wake │   │ ended, no answer to a check  │ ended, or the disk failed   │
 *                         │   ▼                              ▼                             │
 *                        waiting ◀───────────────────────────┴─────────────────────────────┘
 *
 * Nothing more is taken from a subscription that was given up, but the snapshots that it brought are stored to their end.
 */
import { backoff, storeFailure } from './backoff.ts';
import type { Incoming } from './incoming.ts';
import type { Clock } from '#shared/clock.ts';
import type { RemoteFailure, RemoteSnapshot, RemoteStore } from '#shared/remote-store.ts';

export interface LiveQuery {
  readonly state: 'stopped' | 'connecting' | 'reading' | 'live' | 'waiting';
  /** No answer for so long that the device counts as offline, although whatever was begun goes on. */
  readonly isSlow: boolean;
  start(): void;
  /** What waits goes on at once; a connection that seems to be there is checked. */
  wake(): void;
  /** A push has no answer for long. */
  checkConnection(): void;
  /** Waits for a wake, and for nothing else. */
  halt(): void;
  dispose(): void;
}

export interface LiveQueryPorts {
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly incoming: Incoming;
  /** `state` or `isSlow` is another. */
  readonly onChange: () => void;
  /** Pushes what waits, and calls back, once, when the cloud may be asked for everything; not after the returned function was called. */
  readonly pushFirst: (listen: () => void) => () => void;
  /** The cloud can be reached. */
  readonly onReachable: () => void;
  readonly onSessionEnd: (failure: RemoteFailure) => void;
  readonly onTrouble: (message: string) => void;
}

const PATIENCE_MS = 2_500;
/** A connection is made anew every few hours; whoever needs no longer for that is not offline. */
const INTERRUPTION_MS = 3_000;
/** Without an answer to a check for so long, the device counts as offline. */
const CHECK_MS = 2_500;
/** A first snapshot may be large and the connection slow: each subscription is given twice the time of the one before. */
const FIRST_SNAPSHOT_MS = 300_000;
const MOST_DOUBLINGS = 4;

export function createLiveQuery(ports: LiveQueryPorts): LiveQuery {
  const { remote, clock, incoming, onChange, pushFirst, onReachable, onSessionEnd, onTrouble } = ports;
  let state: LiveQuery['state'] = 'stopped';
  let isSlow = false;
  let isInterrupted = false;
  let failures = 0;
  let snapshotTimeouts = 0;
  /** Identifies the present subscription. */
  let subscription = {};
  /** The one whose connection is being checked. */
  let checked: object | null = null;
  let failedChecks = 0;
  let stop = nothing;
  let cancelTimers = nothing;
  let cancelInterruption = nothing;
  let cancelCheck = nothing;

  /** Gives up the present subscription. */
  function endSubscription(next: 'waiting' | 'connecting'): void {
    subscription = {};
    stop();
    stop = nothing;
    cancelTimers();
    cancelTimers = nothing;
    cancelInterruption();
    cancelCheck();
    failedChecks = 0;
    isInterrupted = false;
    state = next;
  }

  function whileSubscribed(work: () => void): () => void {
    const mine = subscription;
    return () => {
      if (mine === subscription) work();
    };
  }

  function subscribe(): void {
    endSubscription('connecting');
    isSlow = failures > 0;
    const mine = subscription;
    // Either the connection is dead, or there is only much to send.
    const cancelPatience = clock.after(
      PATIENCE_MS,
      whileSubscribed(() => void check()),
    );
    const longest = FIRST_SNAPSHOT_MS * 2 ** Math.min(snapshotTimeouts, MOST_DOUBLINGS);
    const cancelLimit = clock.after(longest, whileSubscribed(giveUpWaiting));
    cancelTimers = () => {
      cancelPatience();
      cancelLimit();
    };
    onChange();
    const cancel = pushFirst(whileSubscribed(listen));
    if (mine === subscription && stop === nothing) stop = cancel;
  }

  function listen(): void {
    const mine = subscription;
    const written = incoming.newestHistory();
    const unlisten = remote.listen({
      onSnapshot: (snapshot) => mine === subscription && handleSnapshot(snapshot, written),
      onInterruption: (now) => mine === subscription && handleInterruption(now),
      onEnd: (failure) => mine === subscription && handleEnd(failure),
    });
    if (mine === subscription) stop = unlisten;
  }

  function setSlow(slow: boolean): void {
    isSlow = slow;
    onChange();
  }

  function handleInterruption(now: boolean): void {
    // Attempts that fail one after the other are one interruption.
    if (now && isInterrupted) return;
    cancelInterruption();
    isInterrupted = now;
    if (!now) {
      // It goes on, and with it what waits.
      setSlow(false);
      onReachable();
    } else if (state === 'connecting') setSlow(true);
    else {
      cancelInterruption = clock.after(
        INTERRUPTION_MS,
        whileSubscribed(() => setSlow(true)),
      );
    }
  }

  function giveUpWaiting(): void {
    snapshotTimeouts += 1;
    handleEnd({ kind: 'wait', message: 'The first snapshot did not come.' });
  }

  /** @param written the words that were in the history when the cloud was asked */
  function handleSnapshot(snapshot: RemoteSnapshot, written: number): void {
    const mine = subscription;
    cancelTimers();
    cancelCheck();
    isSlow = false;
    snapshotTimeouts = 0;
    if (state === 'connecting') state = 'reading';
    incoming.applySnapshot(snapshot, written, (thrown) => {
      if (mine === subscription) handleStored(thrown);
      else if (thrown !== null) onTrouble(storeFailure(thrown).message);
    });
    if (mine === subscription) onReachable();
    onChange();
  }

  function handleStored(thrown: unknown): void {
    if (thrown === null) {
      state = 'live';
      failures = 0;
      onChange();
      return;
    }
    // The live query's position must not run ahead of what is stored.
    handleEnd(storeFailure(thrown));
  }

  function handleEnd(failure: RemoteFailure): void {
    endSubscription('waiting');
    if (failure.kind === 'session') {
      onSessionEnd(failure);
      return;
    }
    failures += 1;
    onTrouble(`Live query ended: ${failure.message}`);
    cancelTimers = clock.after(backoff(failures, clock.random()), subscribe);
    onChange();
  }

  /** A sleep or a change of networks may have left a connection that is dead without either side knowing. */
  async function check(): Promise<void> {
    const mine = subscription;
    if (checked === mine) return;
    checked = mine;
    cancelCheck();
    cancelCheck = clock.after(
      CHECK_MS,
      whileSubscribed(() => setSlow(true)),
    );
    const answer = await remote.check();
    if (mine !== subscription) return;
    checked = null;
    cancelCheck();
    if (!answer.ok && answer.failure.kind === 'session') handleEnd(answer.failure);
    else if (!answer.ok && answer.failure.kind === 'wait') checkAgain();
    else {
      failedChecks = 0;
      if (!isInterrupted) setSlow(false);
    }
  }

  /** A connection that was given up has ended the live query. Where there is none, it goes on with the next one. */
  function checkAgain(): void {
    failedChecks += 1;
    setSlow(true);
    cancelCheck = clock.after(
      backoff(failedChecks, clock.random()),
      whileSubscribed(() => void check()),
    );
  }

  return {
    get state() {
      return state;
    },
    get isSlow() {
      return isSlow;
    },
    start() {
      if (state === 'stopped') subscribe();
    },
    wake() {
      failures = 0;
      if (state === 'waiting') subscribe();
      else if (state !== 'stopped') void check();
    },
    checkConnection() {
      if (state !== 'stopped' && state !== 'waiting' && !isInterrupted) void check();
    },
    halt: () => endSubscription('waiting'),
    dispose: () => endSubscription('waiting'),
  };
}

const nothing = (): void => {};
