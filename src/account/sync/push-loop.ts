/**
 * When pending changes are pushed (S8):
 *
 *   idle ── something pending ──▶ pushing ── nothing left ──▶ idle
 *                                 ▲    │ failure
 *           timer, wake, the cloud│    ▼
 *                     is reachable waiting
 */
import { backoff, storeFailure } from './backoff.ts';
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
  /** Called after a local change: pushes it, unless the loop waits after a failure. */
  push(): void;
  /** Calls back when `state` is no longer `pushing`, unless the returned function is called before. */
  onceDone(callback: () => void): () => void;
  /** The cloud can be reached: ends the pause after a failure. The caller then pushes. */
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
    failures += 1;
    cutOff = true;
    state = 'waiting';
    onTrouble('push-failed', failure.reason);
    cancelTimer = clock.after(backoff(failures, clock.random()), () => {
      state = 'idle';
      push();
    });
  }

  return {
    get state() {
      return state;
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
    endPause() {
      cutOff = false;
      cancelTimer();
      if (state === 'waiting') state = 'idle';
    },
    forgetFailures() {
      failures = 0;
    },
  };
}

const nothing = (): void => {};
