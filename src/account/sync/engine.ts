/**
 * Keeps one account's notes on this device and in the cloud the same, by the rules of RULES.md: two small machines
 * that wake each other.
 *
 *   live query (`live-query.ts`)   snapshots ──▶ incoming ──▶ remote changes, in slices ──▶ store
 *          │ the cloud can be reached                                                         │
 *          ▼                                                                                  ▼
 *   push loop (`push-loop.ts`)     pending changes of the store ──▶ outgoing ──▶ commits and their answers
 *
 * A session that the cloud no longer takes stops both until `wake` is called after a new sign-in. After
 * `dispose` nothing happens any more, whatever answer still arrives (S10). Nothing of this throws by itself, from a timer
 * or an answer of the cloud: what the disk does not take is tried again later (S8.8).
 */
import { messageOf } from '#shared/error.ts';
import type { Clock } from '#shared/clock.ts';
import type { NoteId } from '#shared/note.ts';
import type { RemoteFailure, RemoteStore, UpdateTime } from '#shared/remote-store.ts';
import type { SyncPhase, SyncState } from '#shared/sync-state.ts';
import { createIncoming } from './incoming.ts';
import { createLiveQuery } from './live-query.ts';
import { needsAnotherName, withoutRefusal } from './local-action.ts';
import { createOutgoing } from './outgoing.ts';
import type { LocalStore } from './ports.ts';
import { createPushLoop } from './push-loop.ts';
import { withPatience } from './push-patience.ts';
import { createSlices } from './slices.ts';

export interface SyncEngine {
  readonly state: SyncState;
  /** The latest time of the cloud that is known: the present is not earlier. Null until one is known. */
  readonly cloudTime: UpdateTime | null;
  /** Notes that are in the cloud's trash by a remote change since the engine was made, with their `updateTime` then (S13.1). */
  readonly remoteTrash: ReadonlyMap<NoteId, UpdateTime>;
  /** Whether something is on its way to the cloud. */
  readonly isPushing: boolean;
  onChange(listener: (state: SyncState) => void): () => void;
  start(): void;
  /** Something was changed here. */
  push(): void;
  /** Gives every refused note another chance (S8.5). Throws where the disk does not take it. */
  retryRefused(): void;
  /** The network, the machine or the session may be back: whatever waits is tried at once, what seems alive is checked. */
  wake(): void;
  dispose(): void;
}

export interface SyncEnginePorts {
  readonly store: LocalStore;
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** Called after the cloud changed what the store holds. */
  readonly onStoreChange: () => void;
  /** Called when something went wrong that a person who looks for the cause wants to read. */
  readonly onTrouble: (message: string) => void;
  /** Notes that are read or written without a pause, at the most; a pause also comes after some milliseconds. */
  readonly sliceSteps?: number | undefined;
}

/** The live query waits no longer for the push before it. */
const PUSH_FIRST_MS = 1_000;

export function createSyncEngine(ports: SyncEnginePorts): SyncEngine {
  const { store, remote, clock, makeId, onTrouble } = ports;
  const listeners = new Set<(state: SyncState) => void>();
  let sessionExpired = false;
  let disposed = false;
  const isOver = (): boolean => disposed;

  const slices = createSlices({ ...ports, onStoreChange: handleStoreChange });
  const incoming = createIncoming({ ...ports, slices });
  const outgoing = createOutgoing({
    ...ports,
    remote: withPatience(remote, clock, () => query.checkConnection()),
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
      pushes.endPause();
      pushes.push();
    },
    onSessionEnd: expire,
    onTrouble,
  });
  let state: SyncState = { phase: currentPhase(), ...store.counts(), loaded: store.isLoaded() };

  /**
   * S9.6: what waits here is on its way before the cloud is asked for everything, and then comes back as a part of that
   * rather than once more after it.
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

  /** Where the disk fails, what was counted last stands: whoever needs the disk says so. */
  function currentState(): SyncState {
    const phase = currentPhase();
    try {
      return { phase, ...store.counts(), loaded: store.isLoaded() };
    } catch (error) {
      onTrouble(`What waits to be pushed could not be counted: ${messageOf(error)}`);
      return { ...state, phase };
    }
  }

  function currentPhase(): SyncPhase {
    if (sessionExpired) return 'session-expired';
    if (query.state === 'waiting' || query.isSlow) return 'offline';
    if (query.state !== 'live') return 'connecting';
    return pushes.isCutOff ? 'offline' : 'live';
  }

  function publish(): void {
    if (disposed) return;
    const next = currentState();
    const same =
      next.phase === state.phase &&
      next.pending === state.pending &&
      next.refused === state.refused &&
      next.loaded === state.loaded;
    if (same) return;
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
    onTrouble(`The session is not accepted any more: ${failure.message}`);
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
      query.start();
      push();
    },
    push,
    retryRefused() {
      if (disposed) return;
      store.transaction(() => {
        for (const record of store.refused()) {
          store.write(withoutRefusal(record), record);
          if (needsAnotherName(record)) store.rename(record.id, makeId());
        }
      });
      handleStoreChange();
    },
    wake() {
      if (disposed || query.state === 'stopped') return;
      sessionExpired = false;
      pushes.forgetFailures();
      pushes.endPause();
      query.wake();
      push();
    },
    dispose() {
      disposed = true;
      slices.dispose();
      query.dispose();
      pushes.endPause();
      listeners.clear();
      remote.dispose();
    },
  };
}
