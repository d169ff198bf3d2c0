/**
 * Synchronises one account's notes between this device and the cloud, by the rules of RULES.md. Two small
 * state machines wake each other:
 *
 *   live query (`live-query.ts`)   snapshots ──▶ incoming ──▶ remote changes, in slices ──▶ store
 *          │ the cloud can be reached                                                         │
 *          ▼                                                                                  ▼
 *   push loop (`push-loop.ts`)     pending changes of the store ──▶ outgoing ──▶ commits and their answers
 *
 * If the cloud no longer accepts the session, both stop until `wake` is called after a new sign-in. After
 * `dispose`, answers that still arrive change nothing (S10). No timer and no answer of the cloud makes the
 * engine throw: a change that the disk refuses is retried later (S8.8).
 */
import type { Report } from '#shared/base/log.ts';
import type { Clock } from '#shared/base/clock.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { RemoteFailure, RemoteStore, UpdateTime } from '#shared/note/remote-store.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { createIncoming } from './incoming.ts';
import { createLiveQuery } from './live-query.ts';
import type { DeriveId } from './local-action.ts';
import { createOutgoing } from './outgoing.ts';
import type { LocalStore } from './ports.ts';
import { createPushLoop } from './push-loop.ts';
import { withLateCheck } from './push-patience.ts';
import { createSlices } from './slices.ts';

export interface SyncEngine {
  readonly state: SyncState;
  /** Latest time that the cloud is known to have reached; null until one is known. */
  readonly cloudTime: UpdateTime | null;
  /**
   * Notes that a remote change has shown to be in the trash since the engine was created, with
   * its `updateTime` (S13.1).
   */
  readonly remoteTrash: ReadonlyMap<NoteId, UpdateTime>;
  /** Whether a push is in flight. */
  readonly isPushing: boolean;
  onChange(listener: (state: SyncState) => void): () => void;
  start(): void;
  /** Called after a local change: pushes it. */
  push(): void;
  /**
   * The network, the machine or the session may be back: retries pending work at once
   * and checks the connection.
   */
  wake(): void;
  dispose(): void;
}

export interface SyncEnginePorts {
  readonly store: LocalStore;
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly deriveId: DeriveId;
  readonly onStoreChange: () => void;
  /** Reports a failure for diagnosis. */
  readonly onTrouble: Report;
  /** Maximum number of notes read or written without a pause; a pause also comes after some milliseconds. */
  readonly sliceSteps?: number | undefined;
}

/** How long a new subscription waits for pending changes to be pushed (S9.6). */
const PUSH_FIRST_MS = 1_000;
/** How long a refused note waits for its next try, unless something happens before (S8.5). */
const RETRY_REFUSED_MS = 60 * 60 * 1000;

export function createSyncEngine(ports: SyncEnginePorts): SyncEngine {
  const { store, remote, clock, onTrouble } = ports;
  const listeners = new Set<(state: SyncState) => void>();
  let sessionExpired = false;
  let disposed = false;
  let cancelRetry: (() => void) | null = null;
  const isOver = (): boolean => disposed;

  const slices = createSlices({ ...ports, onStoreChange: handleStoreChange });
  const incoming = createIncoming({ ...ports, slices });
  const outgoing = createOutgoing({
    ...ports,
    remote: withLateCheck(remote, clock, () => query.checkConnection()),
    incoming,
    slices,
    isOver,
  });
  const pushes = createPushLoop({
    outgoing,
    clock,
    mayPush: () => !sessionExpired && query.state !== 'stopped',
    isOver,
    onChange: publish,
    onSessionEnd: expire,
    onTrouble,
  });
  const query = createLiveQuery({
    remote,
    clock,
    incoming,
    onChange: publish,
    pushFirst,
    onReachable() {
      pushes.handleReachable();
      pushes.push();
    },
    onSessionEnd: expire,
    onTrouble,
  });
  let state: SyncState = { ...currentPhase(), ...store.counts(), loaded: store.isLoaded() };

  /**
   * S9.6: pushes pending changes before the cloud is asked for all notes, so that the first snapshot already
   * contains them and they do not arrive once more after it.
   */
  function pushFirst(listen: () => void): () => void {
    pushes.push();
    if (pushes.state !== 'pushing') {
      listen();
      return () => {};
    }
    const cancelTimer = clock.after(PUSH_FIRST_MS, go);
    const cancelWait = pushes.onceDone(go);
    function cancel(): void {
      cancelTimer();
      cancelWait();
    }
    function go(): void {
      cancel();
      listen();
    }
    return cancel;
  }

  /** If the disk fails, the last counts stay. Whatever needs the disk reports the failure itself. */
  function currentState(): SyncState {
    const phase = currentPhase();
    try {
      return { ...phase, ...store.counts(), loaded: store.isLoaded() };
    } catch (error) {
      onTrouble('pending-not-counted', error);
      const { pending, refused, loaded } = state;
      return { ...phase, pending, refused, loaded };
    }
  }

  function currentPhase(): Pick<SyncState, 'phase' | 'refusal'> {
    if (sessionExpired) return { phase: 'session-expired' };
    if (query.refusal !== null) return { phase: 'cloud-refuses', refusal: query.refusal };
    if (query.state === 'waiting' || query.isSlow) return { phase: 'offline' };
    if (query.state !== 'live') return { phase: 'connecting' };
    if (pushes.refusal !== null) return { phase: 'cloud-refuses', refusal: pushes.refusal };
    return { phase: pushes.isCutOff ? 'offline' : 'live' };
  }

  /**
   * S8.5: the cause of a refusal may have passed, such as rules that were wrong for a day. All refused notes are
   * tried again together.
   */
  function clearRefusals(): void {
    cancelRetry?.();
    cancelRetry = null;
    try {
      if (store.counts().refused > 0) store.transaction(() => store.clearRefusals(), 'soon');
    } catch (error) {
      onTrouble('refusals-not-cleared', error);
    }
  }

  function scheduleRetry({ refused }: SyncState): void {
    if (refused > 0) {
      cancelRetry ??= clock.after(RETRY_REFUSED_MS, () => {
        clearRefusals();
        push();
      });
    } else if (cancelRetry !== null) {
      cancelRetry();
      cancelRetry = null;
    }
  }

  function publish(): void {
    if (disposed) return;
    const next = currentState();
    scheduleRetry(next);
    const same =
      next.phase === state.phase &&
      next.refusal?.cause === state.refusal?.cause &&
      next.pending === state.pending &&
      next.refused === state.refused &&
      next.loaded === state.loaded;
    if (same) return;
    if (next.refusal !== undefined && next.refusal.cause !== state.refusal?.cause)
      onTrouble('cloud-refuses', next.refusal.cause);
    state = next;
    for (const listener of listeners) listener(state);
  }

  /** A remote change may leave something to push, such as a conflict copy. */
  function handleStoreChange(): void {
    ports.onStoreChange();
    push();
  }

  function push(): void {
    publish();
    pushes.push();
  }

  function expire(failure: RemoteFailure): void {
    sessionExpired = true;
    query.halt();
    pushes.endPause();
    onTrouble('session-over', failure.reason);
    publish();
  }

  return {
    get state() {
      return state;
    },
    get cloudTime() {
      return incoming.cloudTime;
    },
    get isPushing() {
      return pushes.state === 'pushing';
    },
    remoteTrash: incoming.remoteTrash,
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start() {
      if (disposed) return;
      clearRefusals();
      query.start();
      push();
    },
    push,
    wake() {
      if (disposed || query.state === 'stopped') return;
      sessionExpired = false;
      clearRefusals();
      pushes.forgetFailures();
      pushes.endPause();
      query.wake();
      push();
    },
    dispose() {
      disposed = true;
      cancelRetry?.();
      slices.dispose();
      query.dispose();
      pushes.endPause();
      listeners.clear();
      remote.dispose();
    },
  };
}
