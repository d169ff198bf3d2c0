/**
 * What waits on this device, pushed to the cloud (S4, S5, S7, S8): batch by batch, until nothing is left or something
 * stands in the way. The engine decides when to push; this decides what, and what an answer means. Records are
 * read again after every wait: notes are edited, and news is applied, while an answer is on its way.
 */
import type { NoteId } from '#shared/note.ts';
import type { Incoming } from './incoming.ts';
import { attempted, declined, refused } from './local-action.ts';
import { forgotten, type NoteRecord, type Push, pushFor } from './note-record.ts';
import type { LocalStore, RemoteFailure, RemoteStore, UpdateTime } from './ports.ts';
import { isTooLarge, MAX_BATCH_WRITES, takeBatch } from './push-batch.ts';
import { acknowledged } from './rebase.ts';
import type { Slices } from './slices.ts';

export interface Outgoing {
  /**
   * Pushes all that waits. Answers with what stopped it, null when nothing is left. Rejects when the disk fails;
   * after the end it never settles.
   */
  pushAll(): Promise<RemoteFailure | null>;
}

export interface OutgoingPorts {
  readonly store: LocalStore;
  readonly remote: RemoteStore;
  readonly incoming: Incoming;
  readonly slices: Slices;
  readonly onTrouble: (message: string) => void;
  /** After the end an answer changes nothing any more (S10). */
  readonly isOver: () => boolean;
}

/** Conflicts in a row, without a push between them, that are resolved at once; further ones are slowed down. */
const MOST_CONFLICTS = 3;

type Result = Promise<RemoteFailure | null>;

/** A push that has been noted down. */
interface Begun extends Push {
  readonly id: NoteId;
  /** Which record it is of. */
  readonly version: string;
  /** False where an equal push has been noted down before. */
  readonly isNoted: boolean;
}

export function createOutgoing(ports: OutgoingPorts): Outgoing {
  const { store, remote, incoming, slices, onTrouble, isOver } = ports;
  /** Notes of which an answer says that they are in the cloud, and a later snapshot does not. */
  const doubtful = new Set<NoteId>();
  let conflicts = 0;

  async function pushAll(): Result {
    let failure: RemoteFailure | null = null;
    while (failure === null && !isOver()) {
      if (doubtful.size > 0) {
        failure = await resolveDoubts();
        continue;
      }
      const batch = takeBatch(store.pending(MAX_BATCH_WRITES));
      if (batch.length === 0) break;
      failure = await pushBatch(batch.map(({ id }) => id));
    }
    return failure;
  }

  async function pushBatch(ids: readonly NoteId[]): Result {
    const begun: Begun[] = [];
    await each(ids, (id) => begin(id, begun));
    if (begun.length === 0) return learnOutcome(ids);
    const answer = await remote.commit(begun.map(({ write }) => write));
    if (isOver()) return null;
    if (answer.ok) {
      conflicts = 0;
      const versions = answer.value.values();
      await each(begun, (push) => acknowledge(push, versions.next().value ?? null));
      return null;
    }
    const { failure } = answer;
    // Of these two kinds alone it is sure that nothing was written.
    if (failure.kind === 'conflict') return resolveConflict(begun, failure);
    if (failure.kind === 'note') return isolate(begun, failure);
    return failure;
  }

  /** Does the work for each, in slices. Rejects when the disk fails. */
  function each<Item>(items: readonly Item[], work: (item: Item) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const steps = items.values().map(work);
      slices.run(steps, (thrown) => (thrown === null ? resolve() : reject(thrown)));
    });
  }

  /** S7: what is sent is noted down first. */
  function begin(id: NoteId, begun: Begun[]): boolean {
    const record = store.read(id);
    if (record === null || record.pending === null) return false;
    if (isTooLarge(record)) {
      setAside(record, 'The note is larger than the 1 MiB that the cloud takes.');
      return true;
    }
    const push = pushFor(record);
    if (push === null) {
      // What is shown is what the cloud has, and no open push would leave anything else.
      if (!isUnknownDeletion(record)) store.write({ ...record, pending: null });
      return false;
    }
    const noted = attempted(record, push.leaves);
    const isNoted = noted !== record;
    if (isNoted) store.write(noted);
    begun.push({ ...push, id, version: versionOf(record), isNoted });
    return false;
  }

  function acknowledge({ id, leaves }: Begun, version: UpdateTime | null): boolean {
    const record = store.read(id);
    if (record === null) return false;
    // The live query has passed this version without a word of it: somebody has changed or removed the note since,
    // and the live query may never have seen it (S2).
    const untold = record.pending !== null && record.pending.attempts.length > 0;
    if (untold && version !== null && incoming.hasPassedOver(id, version)) doubtful.add(id);
    const next = acknowledged(record, leaves, version);
    if (next === record) return false;
    store.write(next);
    return true;
  }

  /** The cloud certainly did not take these. */
  function decline(begun: readonly Begun[]): Promise<void> {
    return each(begun, ({ id, isNoted }) => {
      const record = store.read(id);
      if (isNoted && record !== null) store.write(declined(record));
      return false;
    });
  }

  /** Asks how these notes stand, and takes the answer in. */
  async function fetch(ids: readonly NoteId[]): Result {
    const answer = await remote.fetch(ids);
    if (isOver()) return null;
    if (!answer.ok) return answer.failure;
    await incoming.takeFetched(answer.value);
    return null;
  }

  async function resolveDoubts(): Result {
    const ids = [...doubtful];
    const failure = await fetch(ids);
    if (failure === null) for (const id of ids) doubtful.delete(id);
    return failure;
  }

  /** S5: fetch what the cloud has, rebase on it, and let the next round push what is left. */
  async function resolveConflict(begun: readonly Begun[], conflict: RemoteFailure): Result {
    await decline(begun);
    const failure = await fetch(begun.map(({ id }) => id));
    conflicts += 1;
    return failure ?? (conflicts > MOST_CONFLICTS ? { ...conflict, kind: 'wait' } : null);
  }

  /**
   * S7: these were deleted while nobody knew whether their creation had reached the cloud. Where it had, a deletion
   * is left to push; where it had not, nothing is.
   */
  async function learnOutcome(ids: readonly NoteId[]): Result {
    const unknown = ids.filter((id) => isUnknownDeletion(store.read(id)));
    if (unknown.length === 0) return null;
    const failure = await fetch(unknown);
    if (failure !== null) return failure;
    await each(unknown, (id) => {
      const record = store.read(id);
      if (record !== null && isUnknownDeletion(record)) store.write(forgotten(record));
      return false;
    });
    return null;
  }

  /** S8: finds the note that the cloud refuses, sets it aside, and goes on with the others. */
  async function isolate(begun: readonly Begun[], failure: RemoteFailure): Result {
    await decline(begun);
    const [only] = begun;
    if (only !== undefined && begun.length === 1) return refuse(only, failure);
    const ids = begun.map(({ id }) => id);
    const middle = Math.ceil(ids.length / 2);
    for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
      const stop = await pushBatch(half);
      if (stop !== null || isOver()) return stop;
    }
    return null;
  }

  /**
   * Where the cloud judges rules before preconditions, a conflict looks like a refusal. So a note is refused only
   * when the cloud has no news of it.
   */
  async function refuse({ id, version }: Begun, failure: RemoteFailure): Result {
    const stop = await fetch([id]);
    // What may not be read either is refused for good.
    if (stop !== null && stop.kind !== 'note') return stop;
    await each([id], () => {
      const record = store.read(id);
      // An edit since then has a chance of its own.
      if (record === null || versionOf(record) !== version) return false;
      setAside(record, failure.message);
      return true;
    });
    return null;
  }

  function setAside(record: NoteRecord, reason: string): void {
    store.write(refused(record, reason));
    onTrouble(`A note is refused: ${reason}`);
  }

  return { pushAll };
}

/** Tells a record from what an edit here, or news from the cloud, makes of it. */
function versionOf({ remote, pending }: NoteRecord): string {
  return `${remote?.updateTime} ${pending?.version}`;
}

function isUnknownDeletion(record: NoteRecord | null): boolean {
  return record !== null && record.local === null && record.remote === null;
}
