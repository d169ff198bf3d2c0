/**
 * Follows the cloud by its live query (S9):
 *
 *   stopped ── start ──▶ connecting ── first snapshot ──▶ reading ── all of it stored ──▶ live
 *                         ▲   │                              │                             │
 *             timer, wake │   │ ended, no answer to a check  │ ended, or the disk failed   │
 *                         │   ▼                              ▼                             │
 *                        waiting ◀───────────────────────────┴─────────────────────────────┘
 *
 * A subscription that was given up delivers nothing more, but the snapshots that it has
 * delivered are stored completely.
 */
import type { CloudRefusal } from '#shared/base/cloud-refusal.ts';
import { backoff, slowBackoff, storeFailure } from './backoff.ts';
import type { Incoming } from './incoming.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { RemoteFailure, RemoteSnapshot, RemoteStore } from '#shared/note/remote-store.ts';
import type { Report } from '#shared/base/log.ts';

export interface LiveQuery {
  readonly state: 'stopped' | 'connecting' | 'reading' | 'live' | 'waiting';
  /**
   * Whether the device counts as offline because the cloud does not answer, although
   * the subscription continues.
   */
  readonly isSlow: boolean;
  /** Why the cloud refused the live query; null once it answers otherwise, or cannot be reached. */
  readonly refusal: CloudRefusal | null;
  start(): void;
  /** Resubscribes at once if the live query waits; otherwise checks the connection. */
  wake(): void;
  /** Called when a push has had no answer for long: checks the connection. */
  checkConnection(): void;
  /** Ends the subscription; only a wake begins another. */
  halt(): void;
  dispose(): void;
}

export interface LiveQueryPorts {
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly incoming: Incoming;
  /** `state` or `isSlow` may have changed. */
  readonly onChange: () => void;
  /** Pushes pending changes, then calls `listen` once, unless the returned function was called before. */
  readonly pushFirst: (listen: () => void) => () => void;
  /** The cloud can be reached. */
  readonly onReachable: () => void;
  readonly onSessionEnd: (failure: RemoteFailure) => void;
  readonly onTrouble: Report;
}

const PATIENCE_MS = 2_500;
/** A connection is replaced every few hours. An interruption shorter than this does not count as offline. */
const INTERRUPTION_MS = 3_000;
/** If a check has no answer for this long, the device counts as offline. */
const CHECK_MS = 2_500;
/**
 * A first snapshot may be large and the connection slow: each timeout doubles the time
 * of the next subscription.
 */
const FIRST_SNAPSHOT_MS = 300_000;
const MOST_DOUBLINGS = 4;

export function createLiveQuery(ports: LiveQueryPorts): LiveQuery {
  const { remote, clock, incoming, onChange, pushFirst, onReachable, onSessionEnd, onTrouble } = ports;
  let state: LiveQuery['state'] = 'stopped';
  let isSlow = false;
  let isInterrupted = false;
  let failures = 0;
  let refusals = 0;
  let refusal: CloudRefusal | null = null;
  let snapshotTimeouts = 0;
  /** Identifies the current subscription. */
  let subscription = {};
  /** The subscription whose connection is being checked. */
  let checkedSubscription: object | null = null;
  let failedChecks = 0;
  let stop = nothing;
  let cancelTimers = nothing;
  let cancelInterruption = nothing;
  let cancelCheck = nothing;

  /** Gives up the current subscription. */
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
    const thisSubscription = subscription;
    return () => {
      if (thisSubscription === subscription) work();
    };
  }

  function subscribe(): void {
    endSubscription('connecting');
    isSlow = failures > 0;
    const thisSubscription = subscription;
    // Either the connection is dead, or the snapshot is large.
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
    if (thisSubscription === subscription && stop === nothing) stop = cancel;
  }

  function listen(): void {
    const thisSubscription = subscription;
    const newestVersion = incoming.newestVersion();
    const unlisten = remote.listen({
      onSnapshot: (snapshot) => thisSubscription === subscription && handleSnapshot(snapshot, newestVersion),
      onInterruption: (isInterruptedNow) =>
        thisSubscription === subscription && handleInterruption(isInterruptedNow),
      onEnd: (failure) => thisSubscription === subscription && handleEnd(failure),
    });
    if (thisSubscription === subscription) stop = unlisten;
  }

  function setSlow(slow: boolean): void {
    isSlow = slow;
    if (slow) refusal = null;
    onChange();
  }

  function handleInterruption(isInterruptedNow: boolean): void {
    // Several failed attempts to connect are one interruption.
    if (isInterruptedNow && isInterrupted) return;
    cancelInterruption();
    isInterrupted = isInterruptedNow;
    if (!isInterruptedNow) {
      // The live query goes on, so pending changes can be pushed.
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
    handleEnd({ kind: 'wait', reason: 'cloud-snapshot-missing' });
  }

  /** @param newestVersion the value of `newestVersion()` when the live query was subscribed */
  function handleSnapshot(snapshot: RemoteSnapshot, newestVersion: number): void {
    const thisSubscription = subscription;
    cancelTimers();
    cancelCheck();
    isSlow = false;
    refusal = null;
    refusals = 0;
    snapshotTimeouts = 0;
    if (state === 'connecting') state = 'reading';
    incoming.applySnapshot(snapshot, newestVersion, (thrown) => {
      if (thisSubscription === subscription) handleStored(thrown);
      else if (thrown !== null) onTrouble('snapshot-not-stored', thrown);
    });
    if (thisSubscription === subscription) onReachable();
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
    refusal = failure.kind === 'refused' ? failure.refusal : null;
    if (refusal === null) failures += 1;
    else refusals += 1;
    onTrouble('live-query-ended', failure.reason);
    const wait = refusal === null ? backoff(failures, clock.random()) : slowBackoff(refusals, clock.random());
    cancelTimers = clock.after(wait, subscribe);
    onChange();
  }

  /** After a sleep or a change of networks, the connection may be dead without either side knowing. */
  async function check(): Promise<void> {
    const thisSubscription = subscription;
    if (checkedSubscription === thisSubscription) return;
    checkedSubscription = thisSubscription;
    cancelCheck();
    cancelCheck = clock.after(
      CHECK_MS,
      whileSubscribed(() => setSlow(true)),
    );
    const answer = await remote.check();
    if (thisSubscription !== subscription) return;
    checkedSubscription = null;
    cancelCheck();
    if (!answer.ok && answer.failure.kind === 'session') handleEnd(answer.failure);
    else if (!answer.ok && answer.failure.kind === 'wait') checkAgain();
    else {
      failedChecks = 0;
      if (!isInterrupted) setSlow(false);
    }
  }

  /**
   * The check failed without ending the live query: there is no connection, and the query
   * continues on the next one.
   */
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
    get refusal() {
      return refusal;
    },
    start() {
      if (state === 'stopped') subscribe();
    },
    wake() {
      failures = 0;
      refusals = 0;
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
