/**
 * What waits on this device, pushed to the cloud (S4, S5, S7, S8): batch by batch, until nothing is left or something
 * stands in the way. The engine decides when to push; this decides what, and what an answer means. Records are
 * read again after every wait: notes are edited, and remote changes applied, while an answer is on its way.
 */
import type { NoteId } from '#shared/note.ts';
import type { RemoteFailure, RemoteStore, RemoteWrite, UpdateTime } from '#shared/remote-store.ts';
import type { Incoming } from './incoming.ts';
import { withAttempt, withoutLastAttempt, withRefusal } from './local-action.ts';
import { type NoteRecord, type Push, pushFor, withNothingKnown } from './note-record.ts';
import type { LocalStore } from './ports.ts';
import { batchSize, createRoom, isTooLarge, MAX_BATCH_WRITES } from './push-batch.ts';
import { withAcknowledgement } from './rebase.ts';
import type { Slices } from './slices.ts';

export interface Outgoing {
  /**
   * Pushes all that waits. Answers with what stopped it, null when nothing is left. Rejects when the disk fails;
   * after the end it may never settle.
   */
  pushAll(): Promise<RemoteFailure | null>;
}

export interface OutgoingPorts {
  readonly store: LocalStore;
  readonly remote: Pick<RemoteStore, 'commit' | 'fetch' | 'prepare'>;
  readonly incoming: Incoming;
  readonly slices: Slices;
  readonly onTrouble: (message: string) => void;
  /** After the end an answer changes nothing any more (S10). */
  readonly isOver: () => boolean;
}

/** Conflicts in a row, without a push between them, that are resolved at once; further ones are slowed down. */
const MOST_CONFLICTS = 3;

type Result = Promise<RemoteFailure | null>;

/** A push whose attempt is recorded. */
interface Attempt extends Push {
  readonly id: NoteId;
  /** Which state of the record it is of. */
  readonly state: string;
  /** False where an equal attempt was recorded before. */
  readonly isNew: boolean;
}

/** What goes by one commit, and the notes that were looked at for it: of some there may be nothing to push. */
interface Batch {
  readonly ids: readonly NoteId[];
  readonly attempts: readonly Attempt[];
  readonly writes: readonly RemoteWrite[];
}

const NO_BATCH: Batch = { ids: [], attempts: [], writes: [] };

export function createOutgoing(ports: OutgoingPorts): Outgoing {
  const { store, remote, incoming, slices, onTrouble, isOver } = ports;
  /** Notes that the cloud has acknowledged in a state that the live query has left out. */
  const unseen = new Set<NoteId>();
  let conflicts = 0;

  /**
   * One commit after the other, as the cloud dates new notes by their commits. While it has one, the answers to the one
   * before are stored, and the next is prepared.
   */
  async function pushAll(): Result {
    let next = NO_BATCH;
    let storeAnswers = doNothing;
    while (!isOver()) {
      const sent = next;
      const answering = sent.writes.length > 0 ? remote.commit(sent.writes) : null;
      try {
        await storeAnswers();
        storeAnswers = doNothing;
        next = await prepareNextBatch(sent);
        if (answering !== null && next.writes.length > 0) remote.prepare?.(next.writes);
      } catch (error) {
        await answering;
        throw error;
      }
      if (answering === null) {
        if (next.writes.length > 0) continue;
        if (next.ids.length === 0 && unseen.size === 0) return null;
        const failure = await (next.ids.length > 0 ? learnOutcome(next.ids) : fetchUnseen());
        if (failure !== null) return failure;
        continue;
      }
      const answer = await answering;
      if (isOver()) return null;
      if (answer.ok) {
        storeAnswers = () => acknowledgeAll(sent, answer.value);
        continue;
      }
      await takeBackAttempts(next);
      next = NO_BATCH;
      const failure = await handleFailure(sent, answer.failure);
      if (failure !== null) return failure;
    }
    return null;
  }

  function acknowledgeAll({ attempts }: Batch, versions: readonly (UpdateTime | null)[]): Promise<void> {
    conflicts = 0;
    const answers = versions.values();
    return forEach(attempts, (attempt) => acknowledge(attempt, answers.next().value ?? null));
  }

  async function handleFailure(batch: Batch, failure: RemoteFailure): Result {
    // Of these two kinds alone it is sure that nothing was written.
    if (failure.kind === 'conflict') return resolveConflict(batch, failure);
    if (failure.kind === 'note') return isolate(batch, failure);
    return failure;
  }

  /** What goes after that which is being sent: no note is on its way twice. */
  async function prepareNextBatch({ ids: sent }: Batch): Promise<Batch> {
    if (unseen.size > 0) return NO_BATCH;
    const onTheirWay = new Set(sent);
    // One more than fits tells whether anything is left for a further commit.
    const waiting = store.pending(MAX_BATCH_WRITES + 1 + onTheirWay.size).filter((id) => !onTheirWay.has(id));
    const ids = waiting.slice(0, batchSize(waiting.length, onTheirWay.size === 0));
    return ids.length === 0 ? NO_BATCH : recordAttempts(ids);
  }

  /** S7.1: what is sent is recorded first. */
  async function recordAttempts(waiting: readonly NoteId[]): Promise<Batch> {
    const ids: NoteId[] = [];
    const attempts: Attempt[] = [];
    const room = createRoom();
    await forEach(waiting, (id) => {
      if (room.isFull) return false;
      ids.push(id);
      const record = store.read(id);
      if (record === null || record.pending === null) return false;
      if (isTooLarge(record)) {
        setAside(record, 'The note is larger than the 1 MiB that the cloud takes.');
        return true;
      }
      const push = pushFor(record);
      if (push === null) {
        // What is shown is what the cloud has, and no open push would leave anything else.
        if (!isUnknownDeletion(record)) store.write({ ...record, pending: null }, record);
        return false;
      }
      if (!room.takes(record)) {
        // The first of the next commit.
        ids.pop();
        return false;
      }
      const sent = withAttempt(record, push.leaves);
      store.write(sent, record);
      attempts.push({ ...push, id, state: stateOf(record), isNew: sent !== record });
      return false;
    });
    return { ids, attempts, writes: attempts.map(({ write }) => write) };
  }

  /** Does the work for each, in slices. Rejects when the disk fails. */
  function forEach<Item>(items: readonly Item[], work: (item: Item) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const steps = items.values().map(work);
      slices.run(steps, (thrown) => (thrown === null ? resolve() : reject(thrown)));
    });
  }

  function acknowledge({ id, leaves, write }: Attempt, version: UpdateTime | null): boolean {
    if (write.kind === 'delete') incoming.recordDeletion(id, write.basedOn);
    const record = store.read(id);
    if (record === null) return false;
    // Somebody has changed or removed the note since, and the live query may never mention it (S2.5).
    const hasAttempt = record.pending !== null && record.pending.attempts.length > 0;
    if (hasAttempt && version !== null && incoming.hasSkipped(id, version)) unseen.add(id);
    const next = withAcknowledgement(record, leaves, version);
    if (next === record) return false;
    store.write(next, record);
    return true;
  }

  /** The cloud certainly did not take these. */
  function takeBackAttempts({ attempts }: Batch): Promise<void> {
    return forEach(attempts, ({ id, isNew }) => {
      const record = store.read(id);
      if (isNew && record !== null) store.write(withoutLastAttempt(record), record);
      return false;
    });
  }

  /**
   * Asks how these notes stand, and applies the answer. Where the cloud refuses to tell of so many, they are halved
   * until those are found that may not be read, such as a name that somebody else's note has.
   * @param onUnreadable called for each of these with the refusal
   */
  async function fetch(
    ids: readonly NoteId[],
    onUnreadable: (id: NoteId, refusal: RemoteFailure) => Promise<void> | void,
  ): Result {
    const [first] = ids;
    if (first === undefined) return null;
    const answer = await remote.fetch(ids);
    if (isOver()) return null;
    if (answer.ok) {
      await incoming.applyFetched(answer.value);
      return null;
    }
    if (answer.failure.kind !== 'note') return answer.failure;
    if (ids.length === 1) {
      await onUnreadable(first, answer.failure);
      return null;
    }
    for (const half of halves(ids)) {
      const failure = await fetch(half, onUnreadable);
      if (failure !== null || isOver()) return failure;
    }
    return null;
  }

  async function fetchUnseen(): Result {
    const ids = [...unseen];
    const failure = await fetch(ids, ignoreRefusal);
    if (failure === null) for (const id of ids) unseen.delete(id);
    return failure;
  }

  /** S5.1: fetch what the cloud has, rebase on it, and let the next round push what is left. */
  async function resolveConflict(batch: Batch, conflict: RemoteFailure): Result {
    await takeBackAttempts(batch);
    const states = new Map(batch.attempts.map(({ id, state }) => [id, state]));
    const failure = await fetch([...states.keys()], (id, refusal) => refuse(id, states.get(id), refusal));
    conflicts += 1;
    return failure ?? (conflicts > MOST_CONFLICTS ? { ...conflict, kind: 'wait' } : null);
  }

  /**
   * S7.4: these were deleted while nobody knew whether their creation had reached the cloud. Where it had, a deletion
   * is left to push; where it had not, or somebody else's note has the name, nothing is.
   */
  async function learnOutcome(ids: readonly NoteId[]): Result {
    const unknown = ids.filter((id) => isUnknownDeletion(store.read(id)));
    const failure = await fetch(unknown, ignoreRefusal);
    if (failure !== null) return failure;
    await forEach(unknown, (id) => {
      const record = store.read(id);
      if (record !== null && isUnknownDeletion(record)) store.write(withNothingKnown(record), record);
      return false;
    });
    return null;
  }

  /** S8.4: finds the note that the cloud refuses, sets it aside, and goes on with the others. */
  async function isolate(batch: Batch, failure: RemoteFailure): Result {
    await takeBackAttempts(batch);
    const [only] = batch.attempts;
    if (only !== undefined && batch.attempts.length === 1) return refuseUnlessConflict(only, failure);
    for (const half of halves(batch.attempts.map(({ id }) => id))) {
      const stop = await sendAgain(half);
      if (stop !== null || isOver()) return stop;
    }
    return null;
  }

  async function sendAgain(ids: readonly NoteId[]): Result {
    const batch = await recordAttempts(ids);
    if (batch.writes.length === 0) return learnOutcome(ids);
    const answer = await remote.commit(batch.writes);
    if (isOver()) return null;
    if (!answer.ok) return handleFailure(batch, answer.failure);
    await acknowledgeAll(batch, answer.value);
    return null;
  }

  /**
   * S8.7: where the cloud judges rules before preconditions, a conflict looks like a refusal. So a note is refused only
   * when the cloud has not changed it.
   */
  async function refuseUnlessConflict({ id, state }: Attempt, failure: RemoteFailure): Result {
    // What may not be read either is refused for good.
    const stop = await fetch([id], ignoreRefusal);
    if (stop === null && !isOver()) await refuse(id, state, failure);
    return stop;
  }

  /** Sets the note aside unless it was changed since: an edit has a chance of its own (S8.5). */
  function refuse(id: NoteId, state: string | undefined, failure: RemoteFailure): Promise<void> {
    return forEach([id], () => {
      const record = store.read(id);
      if (record === null || stateOf(record) !== state) return false;
      setAside(record, failure.message);
      return true;
    });
  }

  function setAside(record: NoteRecord, reason: string): void {
    store.write(withRefusal(record, reason), record);
    onTrouble(`A note is refused: ${reason}`);
  }

  return { pushAll };
}

/** Tells a record from what an edit here, or a change of the cloud's, makes of it. */
function stateOf({ remote, pending }: NoteRecord): string {
  return `${remote?.updateTime} ${pending?.revision}`;
}

function isUnknownDeletion(record: NoteRecord | null): boolean {
  return record !== null && record.local === null && record.remote === null;
}

function halves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

async function doNothing(): Promise<void> {}

/** The note is as it was known. */
function ignoreRefusal(): void {}
