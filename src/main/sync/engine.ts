/**
 * Keeps one account's notes on this device and in the cloud the same, by the rules of RULES.md.
 *
 *   listening:   stopped ── start ──▶ connecting ── snapshot ──▶ live
 *                                        ▲  │ ended               │ ended
 *                            timer, wake │  ▼                     │
 *                                       waiting ◀─────────────────┘
 *
 *   pushing:     idle ── something pending ──▶ pushing ── nothing left ──▶ idle
 *                                              ▲    │ cannot now
 *                                  timer, wake │    ▼
 *                                             waiting
 *
 * A session that the cloud no longer takes stops both until `wake` is called after a new sign-in. After
 * `dispose` nothing happens any more, whatever answer still arrives (S10).
 */
import { messageOf } from '#shared/error.ts';
import type { NoteId } from '#shared/note.ts';
import type { SyncPhase, SyncState } from '#shared/sync-state.ts';
import { backoff } from './backoff.ts';
import { createIncoming } from './incoming.ts';
import { accepted } from './local-action.ts';
import { createOutgoing } from './outgoing.ts';
import type { Clock, LocalStore, RemoteFailure, RemoteSnapshot, RemoteStore } from './ports.ts';

export interface SyncEngine {
  readonly state: SyncState;
  onChange(listener: (state: SyncState) => void): () => void;
  start(): void;
  /** Something was changed here. */
  push(): void;
  /** Gives every refused note another chance (S8). */
  retryRefused(): void;
  /** The network or the session may be back: whatever waits is tried at once. */
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
}

/** Without an answer for this long the device counts as offline, although the attempt goes on. */
const CONNECT_PATIENCE_MS = 8_000;

type Listening = 'stopped' | 'connecting' | 'live' | 'waiting';
type Pushing = 'idle' | 'pushing' | 'waiting';

export function createSyncEngine(ports: SyncEnginePorts): SyncEngine {
  const { store, remote, clock, onStoreChange, onTrouble } = ports;
  const incoming = createIncoming(ports);
  const outgoing = createOutgoing({ ...ports, incoming, isOver: () => disposed });
  const listeners = new Set<(state: SyncState) => void>();
  let listening: Listening = 'stopped';
  let pushing: Pushing = 'idle';
  let sessionExpired = false;
  let slow = false;
  let disposed = false;
  let listenFailures = 0;
  let pushFailures = 0;
  let stopListening = nothing;
  let cancelListenTimer = nothing;
  let cancelPushTimer = nothing;
  let state = currentState();

  function currentState(): SyncState {
    return { phase: currentPhase(), ...store.counts(), loaded: store.isLoaded() };
  }

  function currentPhase(): SyncPhase {
    if (sessionExpired) return 'session-expired';
    if (listening === 'live') return pushing === 'waiting' ? 'offline' : 'live';
    return listening === 'waiting' || slow ? 'offline' : 'connecting';
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

  function listen(): void {
    stopListening();
    cancelListenTimer();
    listening = 'connecting';
    slow = listenFailures > 0;
    cancelListenTimer = clock.after(CONNECT_PATIENCE_MS, () => {
      slow = true;
      publish();
    });
    stopListening = remote.listen({ onSnapshot: received, onEnd: listenEnded });
    publish();
  }

  function received(snapshot: RemoteSnapshot): void {
    if (disposed) return;
    try {
      incoming.takeSnapshot(snapshot);
    } catch (error) {
      // The live query's position must not run ahead of what is stored.
      stopListening();
      listenEnded(storeFailure(error));
      return;
    }
    if (snapshot.complete) outgoing.forgetDoubts();
    cancelListenTimer();
    listening = 'live';
    listenFailures = 0;
    slow = false;
    // Reachable again: what waited for the network need not wait for its timer.
    endPushPause();
    push();
  }

  function listenEnded(failure: RemoteFailure): void {
    if (disposed) return;
    cancelListenTimer();
    listening = 'waiting';
    if (failure.kind === 'session') {
      expire(failure);
      return;
    }
    listenFailures += 1;
    onTrouble(`Live query ended: ${failure.message}`);
    cancelListenTimer = clock.after(backoff(listenFailures, clock.random()), listen);
    publish();
  }

  function push(): void {
    publish();
    if (disposed || sessionExpired || listening === 'stopped' || pushing !== 'idle') return;
    pushing = 'pushing';
    outgoing.pushAll().catch(storeFailure).then(pushEnded, nothing);
  }

  function pushEnded(failure: RemoteFailure | null): void {
    if (disposed) return;
    pushing = 'idle';
    if (failure === null) {
      pushFailures = 0;
      // Something may have been changed just as the last batch was done.
      if (store.counts().pending > 0) push();
    } else if (failure.kind === 'session') expire(failure);
    else {
      pushFailures += 1;
      pushing = 'waiting';
      onTrouble(`Push failed: ${failure.message}`);
      cancelPushTimer = clock.after(backoff(pushFailures, clock.random()), () => {
        pushing = 'idle';
        push();
      });
    }
    publish();
  }

  function endPushPause(): void {
    cancelPushTimer();
    if (pushing === 'waiting') pushing = 'idle';
  }

  function expire(failure: RemoteFailure): void {
    sessionExpired = true;
    cancelListenTimer();
    stopListening();
    listening = 'waiting';
    endPushPause();
    onTrouble(`The session is not accepted any more: ${failure.message}`);
    publish();
  }

  return {
    get state() {
      return state;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start() {
      if (listening !== 'stopped' || disposed) return;
      listen();
      push();
    },
    push,
    retryRefused() {
      if (disposed) return;
      store.transaction(() => {
        for (const record of store.refused()) store.write(accepted(record));
      });
      onStoreChange();
      push();
    },
    wake() {
      if (disposed || listening === 'stopped') return;
      sessionExpired = false;
      listenFailures = 0;
      pushFailures = 0;
      endPushPause();
      if (listening === 'waiting') listen();
      push();
    },
    dispose() {
      disposed = true;
      cancelListenTimer();
      cancelPushTimer();
      stopListening();
      listeners.clear();
      remote.dispose();
    },
  };
}

const nothing = (): void => {};

function storeFailure(error: unknown): RemoteFailure {
  return { kind: 'wait', message: `The notes could not be stored on this device: ${messageOf(error)}` };
}
