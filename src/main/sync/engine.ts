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
import { attempted, declined, refused } from './local-action.ts';
import { conflictCopy } from './local-notes.ts';
import { forgotten, type NoteRecord, writeFor } from './note-record.ts';
import type {
  Clock,
  LocalStore,
  RemoteChange,
  RemoteFailure,
  RemoteSnapshot,
  RemoteStore,
  UpdateTime,
} from './ports.ts';
import { MAX_BATCH_WRITES, takeBatch } from './push-batch.ts';
import { acknowledged, rebaseOnAbsent, rebaseOnPresent } from './rebase.ts';

export interface SyncEngine {
  readonly state: SyncState;
  onChange(listener: (state: SyncState) => void): () => void;
  start(): void;
  /** Something was changed here. */
  push(): void;
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
/** Changes of a snapshot that are applied in one transaction. */
const SLICE = 200;

type Listening = 'stopped' | 'connecting' | 'live' | 'waiting';
type Pushing = 'idle' | 'pushing' | 'waiting';

export function createSyncEngine(ports: SyncEnginePorts): SyncEngine {
  const { store, remote, clock, makeId } = ports;
  const listeners = new Set<(state: SyncState) => void>();
  let listening: Listening = 'stopped';
  let pushing: Pushing = 'idle';
  let sessionExpired = false;
  let slow = false;
  let disposed = false;
  /** The moment of the last snapshot. */
  let heardUpTo: UpdateTime | null = null;
  /** Notes of which an answer says that they are in the cloud, and a later snapshot does not. */
  const doubtful = new Set<NoteId>();
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

  // --- listening -------------------------------------------------------------------------------------------

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
      const changes = snapshot.complete ? withAbsent(snapshot.changes) : snapshot.changes;
      applyChanges(changes, snapshot.readTime);
      heardUpTo = snapshot.readTime;
      if (snapshot.complete) {
        store.setLoaded();
        doubtful.clear();
      }
    } catch (error) {
      // The disk failed; the listener's position must not run ahead of what is stored.
      stopListening();
      listenEnded(storeFailure(error));
      return;
    }
    cancelListenTimer();
    listening = 'live';
    listenFailures = 0;
    slow = false;
    // Reachable again: what waited for the network need not wait for its timer.
    endPushPause();
    publish();
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
    ports.onTrouble(`Live query ended: ${failure.message}`);
    cancelListenTimer = clock.after(backoff(listenFailures, clock.random()), listen);
    publish();
  }

  /** A complete snapshot also says, by leaving them out, which notes are gone. */
  function withAbsent(changes: readonly RemoteChange[]): readonly RemoteChange[] {
    const known = store.remoteVersions();
    const present = new Set(
      changes.map((change) => (change.kind === 'present' ? change.note.id : change.id)),
    );
    const news = changes.filter(
      (change) => change.kind === 'absent' || known.get(change.note.id) !== change.note.updateTime,
    );
    const gone = [...known.keys()].filter((id) => !present.has(id));
    return [...news, ...gone.map((id) => ({ kind: 'absent', id }) as const)];
  }

  function applyChanges(changes: readonly RemoteChange[], readTime: UpdateTime): void {
    for (let from = 0; from < changes.length; from += SLICE) {
      store.transaction(() => {
        for (const change of changes.slice(from, from + SLICE)) applyChange(change, readTime);
      });
    }
    if (changes.length > 0) ports.onStoreChange();
  }

  /** What was fetched may arrive after the live query has told of a later moment; then it is old news (S2). */
  function applyFetched({ changes, readTime }: RemoteSnapshot): void {
    if (heardUpTo === null || readTime >= heardUpTo) applyChanges(changes, readTime);
  }

  function applyChange(change: RemoteChange, readTime: UpdateTime): void {
    if (change.kind === 'absent') {
      const record = store.read(change.id);
      // What the cloud has acknowledged since that moment is not absent, the news is only old.
      const known = record?.remote ?? null;
      if (record === null || known === null || known.updateTime > readTime) return;
      store.write(rebaseOnAbsent(record) ?? forgotten(record));
      return;
    }
    const { record, copy } = rebaseOnPresent(store.read(change.note.id), change.note);
    store.write(record);
    if (copy !== null) store.write(conflictCopy(record, copy, makeId(), store.nextSequence()));
  }

  // --- pushing ---------------------------------------------------------------------------------------------

  function push(): void {
    publish();
    if (disposed || sessionExpired || listening === 'stopped' || pushing === 'waiting') return;
    if (pushing === 'idle') void pushAll();
  }

  async function pushAll(): Promise<void> {
    pushing = 'pushing';
    let failure: RemoteFailure | null = null;
    let batch = nextBatch();
    while ((batch.length > 0 || doubtful.size > 0) && failure === null) {
      failure = await (doubtful.size > 0 ? resolveDoubts() : pushBatch(batch)).catch(storeFailure);
      if (disposed) return;
      batch = nextBatch();
    }
    pushing = 'idle';
    if (failure === null) pushFailures = 0;
    else pushEnded(failure);
    publish();
  }

  function nextBatch(): readonly NoteRecord[] {
    return takeBatch(store.pending(MAX_BATCH_WRITES));
  }

  function pushEnded(failure: RemoteFailure): void {
    if (failure.kind === 'session') {
      expire(failure);
      return;
    }
    pushFailures += 1;
    pushing = 'waiting';
    ports.onTrouble(`Push failed: ${failure.message}`);
    cancelPushTimer = clock.after(backoff(pushFailures, clock.random()), () => {
      pushing = 'idle';
      push();
    });
  }

  function endPushPause(): void {
    cancelPushTimer();
    if (pushing === 'waiting') pushing = 'idle';
  }

  /** Answers with the failure that stops pushing for now; null when there is reason to go on. */
  async function pushBatch(records: readonly NoteRecord[]): Promise<RemoteFailure | null> {
    const sent = store.transaction(() =>
      records.flatMap((record) => {
        const write = writeFor(record);
        if (write === null) return [];
        store.write(attempted(record));
        return [{ id: record.id, write, fields: record.local }];
      }),
    );
    if (sent.length === 0) return learnOutcome(records);
    const answer = await remote.commit(sent.map(({ write }) => write));
    if (disposed) return null;
    if (answer.ok) {
      store.transaction(() => {
        for (const [index, { id, fields }] of sent.entries()) {
          const record = store.read(id);
          if (record === null) continue;
          const version = answer.value[index] ?? null;
          if (isOldNews(record, version)) doubtful.add(id);
          store.write(acknowledged(record, fields, version));
        }
      });
      pushFailures = 0;
      ports.onStoreChange();
      return null;
    }
    const { failure } = answer;
    // Of these two kinds alone it is sure that nothing was written.
    if (failure.kind === 'conflict') return resolveConflict(records, failure);
    if (failure.kind === 'note') return isolate(records, failure);
    return failure;
  }

  /**
   * The live query has told of a later moment than this answer is from, and not of this version: somebody else has
   * changed or removed the note since, and the live query may never have seen it (S2).
   */
  function isOldNews({ pending }: NoteRecord, version: UpdateTime | null): boolean {
    const untold = pending !== null && pending.attempts.length > 0;
    return untold && version !== null && heardUpTo !== null && version <= heardUpTo;
  }

  async function resolveDoubts(): Promise<RemoteFailure | null> {
    const ids = [...doubtful];
    const answer = await remote.fetch(ids);
    if (disposed) return null;
    if (!answer.ok) return answer.failure;
    applyFetched(answer.value);
    for (const id of ids) doubtful.delete(id);
    return null;
  }

  /**
   * S7: these were deleted while nobody knew whether their creation had reached the cloud. Where it had, a deletion
   * is left to push; where it had not, nothing is.
   */
  async function learnOutcome(records: readonly NoteRecord[]): Promise<RemoteFailure | null> {
    const answer = await remote.fetch(records.map(({ id }) => id));
    if (disposed) return null;
    if (!answer.ok) return answer.failure;
    applyFetched(answer.value);
    store.transaction(() => {
      for (const { id } of records) {
        const record = store.read(id);
        if (record !== null && record.local === null && record.remote === null)
          store.write(forgotten(record));
      }
    });
    return null;
  }

  /** S5: fetch what the cloud has, rebase on it, and let the next round push what is left. */
  async function resolveConflict(
    records: readonly NoteRecord[],
    failure: RemoteFailure,
  ): Promise<RemoteFailure | null> {
    decline(records);
    const answer = await remote.fetch(records.map(({ id }) => id));
    if (disposed) return null;
    if (!answer.ok) return answer.failure;
    applyFetched(answer.value);
    // A conflict that comes back at once, again and again, is slowed down like any failure.
    pushFailures += 1;
    return pushFailures > 3 ? { ...failure, kind: 'wait' } : null;
  }

  /** S8: finds the note that the cloud refuses, sets it aside, and goes on with the others. */
  async function isolate(
    records: readonly NoteRecord[],
    failure: RemoteFailure,
  ): Promise<RemoteFailure | null> {
    const [only] = records;
    if (only !== undefined && records.length === 1) return setAside(only, failure);
    decline(records);
    const middle = Math.ceil(records.length / 2);
    for (const half of [records.slice(0, middle), records.slice(middle)]) {
      // What changed since is read again; what is settled by now takes no part.
      const current = half
        .flatMap(({ id }) => store.read(id) ?? [])
        .filter(({ pending }) => pending !== null);
      const stop = current.length === 0 ? null : await pushBatch(current);
      if (stop !== null || disposed) return stop;
    }
    return null;
  }

  /**
   * Where the cloud judges rules before preconditions, a conflict looks like a refusal. So the note is refused only
   * when the cloud has no news of it.
   */
  async function setAside(record: NoteRecord, failure: RemoteFailure): Promise<RemoteFailure | null> {
    decline([record]);
    const answer = await remote.fetch([record.id]);
    if (disposed) return null;
    if (!answer.ok && answer.failure.kind !== 'note') return answer.failure;
    if (answer.ok) applyFetched(answer.value);
    const now = store.read(record.id);
    if (now?.remote?.updateTime !== record.remote?.updateTime) return null;
    store.transaction(() => {
      // A note that was changed meanwhile is not the one that was refused.
      if (now !== null && now.pending?.version === record.pending?.version) {
        store.write(refused(now, failure.message));
      }
    });
    ports.onTrouble(`A note is refused: ${failure.message}`);
    ports.onStoreChange();
    return null;
  }

  /** The cloud certainly did not take these. */
  function decline(records: readonly NoteRecord[]): void {
    store.transaction(() => {
      for (const { id } of records) {
        const record = store.read(id);
        if (record !== null) store.write(declined(record));
      }
    });
  }

  // --- both ------------------------------------------------------------------------------------------------

  function expire(failure: RemoteFailure): void {
    sessionExpired = true;
    cancelListenTimer();
    stopListening();
    listening = 'waiting';
    endPushPause();
    ports.onTrouble(`The session is not accepted any more: ${failure.message}`);
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
