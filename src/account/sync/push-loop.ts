/**
 * When pending changes are pushed (S8):
 *
 *   idle ── something pending ──▶ pushing ── nothing left ──▶ idle
 *                                 ▲    │ failure
 *           timer, wake, the cloud│    ▼
 *                     is reachable waiting
 */
import type { CloudRefusal } from '#shared/base/cloud-refusal.ts';
import { backoff, slowBackoff, storeFailure } from './backoff.ts';
import type { Outgoing } from './outgoing.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { Report } from '#shared/base/log.ts';
import type { RemoteFailure } from '#shared/note/remote-store.ts';

export interface PushLoop {
  readonly state: 'idle' | 'pushing' | 'waiting';
  /**
   * Whether the last push failed and the cloud has not been reached since, even while another push is tried.
   */
  readonly isCutOff: boolean;
  /** Why the cloud refuses every push; null if the last one was not refused as a whole. */
  readonly refusal: CloudRefusal | null;
  /** Called after a local change: pushes it, unless the loop waits after a failure. */
  push(): void;
  /** Calls back when `state` is no longer `pushing`, unless the returned function is called before. */
  onceDone(callback: () => void): () => void;
  /**
   * The cloud can be reached: ends the pause after a failure, except after a refusal, which does not depend on
   * the connection. The caller then pushes.
   */
  handleReachable(): void;
  /** Ends every pause. The caller then pushes. */
  endPause(): void;
  /** The next failure counts as the first. */
  forgetFailures(): void;
}

export interface PushLoopPorts {
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  /** No push begins while this is false. */
  readonly mayPush: () => boolean;
  /** True once the engine has ended: answers then change nothing (S10). */
  readonly isOver: () => boolean;
  readonly onChange: () => void;
  readonly onSessionEnd: (failure: RemoteFailure) => void;
  readonly onTrouble: Report;
}

export function createPushLoop(ports: PushLoopPorts): PushLoop {
  const { outgoing, clock, mayPush, isOver, onChange, onSessionEnd, onTrouble } = ports;
  let state: PushLoop['state'] = 'idle';
  /** `push` was called during a push, perhaps too late for its last batch. */
  let isPushRequested = false;
  let failures = 0;
  let refusals = 0;
  let refusal: CloudRefusal | null = null;
  let cutOff = false;
  let cancelTimer = nothing;
  const waiters = new Set<() => void>();

  function push(): void {
    isPushRequested = true;
    if (isOver() || state !== 'idle' || !mayPush()) return;
    state = 'pushing';
    isPushRequested = false;
    outgoing.pushAll().catch(storeFailure).then(handleEnd, nothing);
  }

  function handleEnd(failure: RemoteFailure | null): void {
    if (isOver()) return;
    state = 'idle';
    if (failure === null) {
      failures = 0;
      refusals = 0;
      refusal = null;
      cutOff = false;
      if (isPushRequested) push();
    } else if (failure.kind !== 'session') pause(failure);
    // A new session may have begun since the refused request.
    else if (isPushRequested) push();
    else onSessionEnd(failure);
    tellWaiters();
    onChange();
  }

  function tellWaiters(): void {
    if (state === 'pushing') return;
    for (const tell of waiters) tell();
    waiters.clear();
  }

  function pause(failure: RemoteFailure): void {
    if (failure.kind === 'refused') refusals += 1;
    else failures += 1;
    refusal = failure.kind === 'refused' ? failure.refusal : null;
    cutOff = refusal === null;
    state = 'waiting';
    onTrouble('push-failed', failure.reason);
    const wait = refusal === null ? backoff(failures, clock.random()) : slowBackoff(refusals, clock.random());
    cancelTimer = clock.after(wait, () => {
      state = 'idle';
      push();
    });
  }

  function endPause(): void {
    cutOff = false;
    cancelTimer();
    if (state === 'waiting') state = 'idle';
  }

  return {
    get state() {
      return state;
    },
    get refusal() {
      return refusal;
    },
    get isCutOff() {
      return cutOff;
    },
    push,
    onceDone(callback) {
      waiters.add(callback);
      return () => {
        waiters.delete(callback);
      };
    },
    handleReachable() {
      if (refusal === null) endPause();
    },
    endPause,
    forgetFailures() {
      failures = 0;
      refusals = 0;
    },
  };
}

const nothing = (): void => {};
