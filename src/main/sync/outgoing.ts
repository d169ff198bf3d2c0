/**
 * What waits on this device, pushed to the cloud (S4, S5, S7, S8): batch by batch, until nothing is left or something
 * stands in the way. The engine decides when to push; this decides what, and what an answer means.
 */
import type { NoteFields, NoteId } from '#shared/note.ts';
import type { Incoming } from './incoming.ts';
import { attempted, declined, refused } from './local-action.ts';
import { forgotten, type NoteRecord, type Push, pushFor } from './note-record.ts';
import type { LocalStore, RemoteFailure, RemoteStore, UpdateTime } from './ports.ts';
import { MAX_BATCH_WRITES, takeBatch } from './push-batch.ts';
import { acknowledged } from './rebase.ts';

export interface Outgoing {
  /**
   * Pushes all that waits. Answers with what stopped it, null when nothing is left. Rejects when the disk fails.
   */
  pushAll(): Promise<RemoteFailure | null>;
  /** A complete snapshot has told how everything stands. */
  forgetDoubts(): void;
}

export interface OutgoingPorts {
  readonly store: LocalStore;
  readonly remote: RemoteStore;
  readonly incoming: Incoming;
  readonly onStoreChange: () => void;
  readonly onTrouble: (message: string) => void;
  /** After the end an answer changes nothing any more (S10). */
  readonly isOver: () => boolean;
}

/** Conflicts in a row, without a push between them, that are resolved at once; further ones are slowed down. */
const MOST_CONFLICTS = 3;

type Result = Promise<RemoteFailure | null>;

export function createOutgoing(ports: OutgoingPorts): Outgoing {
  const { store, remote, incoming, onStoreChange, onTrouble, isOver } = ports;
  /** Notes of which an answer says that they are in the cloud, and a later snapshot does not. */
  const doubtful = new Set<NoteId>();
  let conflicts = 0;

  async function pushAll(): Result {
    let failure: RemoteFailure | null = null;
    while (failure === null && !isOver()) {
      const batch = takeBatch(store.pending(MAX_BATCH_WRITES));
      if (doubtful.size > 0) failure = await resolveDoubts();
      else if (batch.length > 0) failure = await pushBatch(batch);
      else break;
    }
    return failure;
  }

  async function pushBatch(records: readonly NoteRecord[]): Result {
    const pushes = store.transaction(() => records.flatMap(begin));
    if (pushes.length === 0) return learnOutcome(records);
    const answer = await remote.commit(pushes.map(({ write }) => write));
    if (isOver()) return null;
    if (answer.ok) {
      conflicts = 0;
      store.transaction(() => {
        for (const [index, { write, leaves }] of pushes.entries()) {
          acknowledge(write.id, leaves, answer.value[index] ?? null);
        }
      });
      onStoreChange();
      return null;
    }
    const { failure } = answer;
    // Of these two kinds alone it is sure that nothing was written.
    if (failure.kind === 'conflict') return resolveConflict(records, failure);
    if (failure.kind === 'note') return isolate(records, failure);
    return failure;
  }

  function begin(record: NoteRecord): readonly Push[] {
    const push = pushFor(record);
    if (push === null) return [];
    store.write(attempted(record, push.leaves));
    return [push];
  }

  function acknowledge(id: NoteId, leaves: NoteFields | null, version: UpdateTime | null): void {
    const record = store.read(id);
    if (record === null) return;
    // The live query has passed this version without telling of it: somebody has changed or removed the note since,
    // and the live query may never have seen it (S2).
    const untold = record.pending !== null && record.pending.attempts.length > 0;
    if (untold && version !== null && incoming.hasPassed(version)) doubtful.add(id);
    store.write(acknowledged(record, leaves, version));
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

  /** Asks how these notes stand, and takes the answer in. */
  async function fetch(ids: readonly NoteId[]): Result {
    const answer = await remote.fetch(ids);
    if (isOver()) return null;
    if (!answer.ok) return answer.failure;
    incoming.takeFetched(answer.value);
    return null;
  }

  async function resolveDoubts(): Result {
    const ids = [...doubtful];
    const failure = await fetch(ids);
    if (failure === null) for (const id of ids) doubtful.delete(id);
    return failure;
  }

  /** S5: fetch what the cloud has, rebase on it, and let the next round push what is left. */
  async function resolveConflict(records: readonly NoteRecord[], conflict: RemoteFailure): Result {
    decline(records);
    const failure = await fetch(records.map(({ id }) => id));
    conflicts += 1;
    return failure ?? (conflicts > MOST_CONFLICTS ? { ...conflict, kind: 'wait' } : null);
  }

  /**
   * S7: these were deleted while nobody knew whether their creation had reached the cloud. Where it had, a deletion
   * is left to push; where it had not, nothing is.
   */
  async function learnOutcome(records: readonly NoteRecord[]): Result {
    const failure = await fetch(records.map(({ id }) => id));
    if (failure !== null || isOver()) return failure;
    store.transaction(() => {
      for (const { id } of records) {
        const record = store.read(id);
        if (record !== null && record.local === null && record.remote === null)
          store.write(forgotten(record));
      }
    });
    return null;
  }

  /** S8: finds the note that the cloud refuses, sets it aside, and goes on with the others. */
  async function isolate(records: readonly NoteRecord[], failure: RemoteFailure): Result {
    decline(records);
    const [only] = records;
    if (only !== undefined && records.length === 1) return setAside(only, failure);
    const middle = Math.ceil(records.length / 2);
    for (const half of [records.slice(0, middle), records.slice(middle)]) {
      // What changed since is read again; what is settled by now takes no part.
      const current = half
        .flatMap(({ id }) => store.read(id) ?? [])
        .filter(({ pending }) => pending !== null);
      const stop = current.length === 0 ? null : await pushBatch(current);
      if (stop !== null || isOver()) return stop;
    }
    return null;
  }

  /**
   * Where the cloud judges rules before preconditions, a conflict looks like a refusal. So a note is refused only
   * when the cloud has no news of it.
   */
  async function setAside(record: NoteRecord, failure: RemoteFailure): Result {
    const stop = await fetch([record.id]);
    if (isOver()) return null;
    // What may not be read either is refused for good.
    if (stop !== null && stop.kind !== 'note') return stop;
    const now = store.read(record.id);
    if (now?.remote?.updateTime !== record.remote?.updateTime) return null;
    // A note that was changed meanwhile is not the one that was refused.
    if (now === null || now.pending?.version !== record.pending?.version) return null;
    store.transaction(() => store.write(refused(now, failure.message)));
    onTrouble(`A note is refused: ${failure.message}`);
    onStoreChange();
    return null;
  }

  return { pushAll, forgetDoubts: () => doubtful.clear() };
}
