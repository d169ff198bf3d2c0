/**
 * When what waits is pushed (S8):
 *
 *   idle ── something pending ──▶ pushing ── nothing left ──▶ idle
 *                                 ▲    │ cannot now
 *           timer, wake, the cloud│    ▼
 *                      is heard of waiting
 */
import { backoff, storeFailure } from './backoff.ts';
import type { Outgoing } from './outgoing.ts';
import type { Clock } from '#shared/clock.ts';
import type { RemoteFailure } from '#shared/remote-store.ts';

export interface PushLoop {
  readonly state: 'idle' | 'pushing' | 'waiting';
  /** Whether the last push did not reach the cloud and nothing has been heard of it since, also while one more is tried. */
  readonly isCutOff: boolean;
  /** Something was changed here. */
  push(): void;
  /** Calls back when `state` is no longer `pushing`, unless the returned function is called before. */
  onceDone(callback: () => void): () => void;
  /** The cloud can be reached: what waits need not wait for its timer. */
  endPause(): void;
  /** The next failure counts as the first. */
  forgetFailures(): void;
}

export interface PushLoopPorts {
  readonly outgoing: Outgoing;
  readonly clock: Clock;
  /** Nothing is begun while this is false. */
  readonly mayPush: () => boolean;
  /** After the end an answer changes nothing any more (S10). */
  readonly isOver: () => boolean;
  /** `state` is another. */
  readonly onChange: () => void;
  readonly onSessionEnd: (failure: RemoteFailure) => void;
  readonly onTrouble: (message: string) => void;
}

export function createPushLoop(ports: PushLoopPorts): PushLoop {
  const { outgoing, clock, mayPush, isOver, onChange, onSessionEnd, onTrouble } = ports;
  let state: PushLoop['state'] = 'idle';
  /** Something was changed while a push went on, perhaps just as its last batch was done. */
  let isAskedAgain = false;
  let failures = 0;
  let cutOff = false;
  let cancelTimer = nothing;
  const waiters = new Set<() => void>();

  function push(): void {
    isAskedAgain = true;
    if (isOver() || state !== 'idle' || !mayPush()) return;
    state = 'pushing';
    isAskedAgain = false;
    outgoing.pushAll().catch(storeFailure).then(handleEnd, nothing);
  }

  function handleEnd(failure: RemoteFailure | null): void {
    if (isOver()) return;
    state = 'idle';
    if (failure === null) {
      failures = 0;
      cutOff = false;
      if (isAskedAgain) push();
    } else if (failure.kind !== 'session') pause(failure);
    // The session may be another since the one that was refused was asked with.
    else if (isAskedAgain) push();
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
    onTrouble(`Push failed: ${failure.message}`);
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
