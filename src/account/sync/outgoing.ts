/**
 * Pushes pending changes to the cloud (S4, S5, S7, S8), batch by batch, until none remains or a failure stops
 * it. The push loop decides when to push; this file decides what to push and what an answer means. Records
 * are read again after every wait, because notes are edited and remote changes applied in the meantime.
 */
import type { NoteId } from '#shared/note/note.ts';
import type { RemoteFailure, RemoteStore, RemoteWrite, UpdateTime } from '#shared/note/remote-store.ts';
import type { Report } from '#shared/base/log.ts';
import type { Refusal } from '#shared/base/reasons.ts';
import type { Incoming } from './incoming.ts';
import { withAttempt, withoutLastAttempt, withoutRefusedCreation, withRefusal } from './local-action.ts';
import {
  type NoteRecord,
  type Push,
  pushFor,
  unansweredCreation,
  withoutState,
  withoutPending,
} from './note-record.ts';
import type { LocalStore } from './ports.ts';
import { batchSize, createRoom, isTooLarge, MAX_BATCH_WRITES } from './push-batch.ts';
import { withAcknowledgement } from './rebase.ts';
import type { Slices } from './slices.ts';

export interface Outgoing {
  /**
   * Pushes all pending changes. Resolves with the failure that stopped it, or null when none remains. Rejects
   * if the disk fails; may never settle after the engine has ended.
   */
  pushAll(): Promise<RemoteFailure | null>;
}

export interface OutgoingPorts {
  readonly store: LocalStore;
  readonly remote: Pick<RemoteStore, 'commit' | 'fetch'>;
  readonly incoming: Incoming;
  readonly slices: Slices;
  readonly onTrouble: Report;
  /** True once the engine has ended: answers then change nothing (S10). */
  readonly isOver: () => boolean;
}

/**
 * How many conflicts in a row, without an acknowledged push between them, are resolved at once;
 * further ones are delayed.
 */
const MOST_CONFLICTS = 3;

type Result = Promise<RemoteFailure | null>;

interface Attempt extends Push {
  readonly id: NoteId;
  /** The record with this attempt. */
  readonly sent: NoteRecord;
  /** False if an equal attempt was recorded before. */
  readonly isNew: boolean;
}

/**
 * The writes of one commit, and the notes that were considered for it, some of which
 * may have nothing to push.
 */
interface Batch {
  readonly ids: readonly NoteId[];
  readonly attempts: readonly Attempt[];
  readonly writes: readonly RemoteWrite[];
}

type NoteFailure = Extract<RemoteFailure, { readonly kind: 'note' }>;

const NO_BATCH: Batch = { ids: [], attempts: [], writes: [] };

export function createOutgoing(ports: OutgoingPorts): Outgoing {
  const { store, remote, incoming, slices, onTrouble, isOver } = ports;
  /** Notes with an acknowledged push whose state the live query has skipped. */
  const unseen = new Set<NoteId>();
  let conflicts = 0;

  /**
   * Sends one commit after the other, because the cloud dates new notes by their commits. While one is in
   * flight, the answers to the previous one are stored and the next one is prepared.
   */
  async function pushAll(): Result {
    let next = NO_BATCH;
    let storeAnswers = doNothing;
    while (!isOver()) {
      const sent = next;
      const pendingAnswer = sent.writes.length > 0 ? remote.commit(sent.writes) : null;
      try {
        await storeAnswers();
        storeAnswers = doNothing;
        next = await prepareNextBatch(sent);
      } catch (error) {
        await pendingAnswer;
        throw error;
      }
      if (pendingAnswer === null) {
        if (next.writes.length > 0) continue;
        if (next.ids.length === 0 && unseen.size === 0) return null;
        const failure = await (next.ids.length > 0 ? settleUnknownDeletions(next.ids) : fetchUnseen());
        if (failure !== null) return failure;
        continue;
      }
      const answer = await pendingAnswer;
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

  function acknowledgeAll({ attempts }: Batch, updateTimes: readonly (UpdateTime | null)[]): Promise<void> {
    conflicts = 0;
    const remainingTimes = updateTimes.values();
    return forEach(attempts, (attempt) => acknowledge(attempt, remainingTimes.next().value ?? null));
  }

  async function handleFailure(batch: Batch, failure: RemoteFailure): Result {
    // Only these two kinds prove that nothing was written.
    if (failure.kind === 'conflict') return resolveConflict(batch, failure);
    if (failure.kind === 'note') return isolate(batch, failure);
    return failure;
  }

  /** The batch after the one in flight, without its notes: no note is in flight twice. */
  async function prepareNextBatch({ ids: sent }: Batch): Promise<Batch> {
    if (unseen.size > 0) return NO_BATCH;
    const onTheirWay = new Set(sent);
    // One more than fits tells whether any would be left for a further commit.
    const waiting = store
      .pendingIds(MAX_BATCH_WRITES + 1 + onTheirWay.size)
      .filter((id) => !onTheirWay.has(id));
    const ids = waiting.slice(0, batchSize(waiting.length, onTheirWay.size === 0));
    return ids.length === 0 ? NO_BATCH : recordAttempts(ids);
  }

  /** S7.1: an attempt is recorded before it is sent. */
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
        setAside(record, 'note-too-large');
        return true;
      }
      const push = pushFor(record);
      if (push === null) {
        if (isUnknownDeletion(record)) return false;
        // The cloud has every field that this device has, and no unanswered push would leave others.
        store.write(withoutPending(record), record);
        return true;
      }
      if (!room.reserve({ ...record, local: push.leaves })) {
        // It becomes the first note of the next commit.
        ids.pop();
        return false;
      }
      const sent = withAttempt(record, push.leaves);
      store.write(sent, record);
      attempts.push({ ...push, id, sent, isNew: sent !== record });
      return false;
    });
    return { ids, attempts, writes: attempts.map(({ write }) => write) };
  }

  /** Does the work for each item, in slices. Rejects if the disk fails. */
  function forEach<Item>(items: readonly Item[], work: (item: Item) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const steps = items.values().map(work);
      slices.run(steps, (thrown) => (thrown === null ? resolve() : reject(thrown)));
    });
  }

  function acknowledge({ id, sent, leaves, write }: Attempt, updateTime: UpdateTime | null): boolean {
    if (write.kind === 'delete') incoming.recordDeletion(id, write.basedOn);
    const record = store.read(id, sent);
    if (record === null) return false;
    // The note was changed or removed elsewhere since, and the live query may never mention it (S2.5).
    const hasAttempt = record.pending !== null && record.pending.attempts.length > 0;
    if (hasAttempt && updateTime !== null && incoming.hasSkipped(id, updateTime)) unseen.add(id);
    const next = withAcknowledgement(record, leaves, updateTime);
    if (next === record) return false;
    store.write(next, record);
    return true;
  }

  /** Removes the attempts of a batch that the cloud certainly did not apply. */
  function takeBackAttempts({ attempts }: Batch): Promise<void> {
    return forEach(attempts, ({ id, isNew }) => {
      const record = store.read(id);
      if (isNew && record !== null) store.write(withoutLastAttempt(record), record);
      return false;
    });
  }

  /**
   * Fetches these notes and applies their states. If the cloud refuses the fetch, the notes are halved until
   * those that may not be read are found, such as one whose id belongs to another account's note.
   * @param onUnreadable called for each note that may not be read, with the refusal
   */
  async function fetch(
    ids: readonly NoteId[],
    onUnreadable: (id: NoteId, failure: NoteFailure) => Promise<void> | void,
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

  /** S5.1: fetches and rebases the notes, and leaves whatever is still pending to the next round. */
  async function resolveConflict(batch: Batch, conflict: RemoteFailure): Result {
    await takeBackAttempts(withoutOwnCreations(batch));
    const sent = new Map(batch.attempts.map((attempt) => [attempt.id, attempt]));
    const failure = await fetch([...sent.keys()], (id, refused) => refuse(sent.get(id), refused));
    conflicts += 1;
    return failure ?? (conflicts > MOST_CONFLICTS ? { kind: 'wait', reason: conflict.reason } : null);
  }

  /**
   * S7.4: these notes were deleted while it was unknown whether their creation had reached the cloud. If it
   * had, a deletion is left to push. If it had not, or another account's note has the id, nothing is left.
   */
  async function settleUnknownDeletions(ids: readonly NoteId[]): Result {
    const unknownIds = ids.filter((id) => isUnknownDeletion(store.read(id)));
    const failure = await fetch(unknownIds, ignoreRefusal);
    if (failure !== null) return failure;
    await forEach(unknownIds, (id) => {
      const record = store.read(id);
      if (record !== null && isUnknownDeletion(record)) store.write(withoutState(record), record);
      return false;
    });
    return null;
  }

  /** S8.4: finds the note that the cloud refuses, sets it aside, and goes on with the others. */
  async function isolate(batch: Batch, failure: NoteFailure): Result {
    const [firstAttempt] = batch.attempts;
    const isSingle = batch.attempts.length === 1;
    await takeBackAttempts(isSingle ? withoutOwnCreations(batch) : batch);
    if (firstAttempt !== undefined && isSingle) return refuseUnlessConflict(firstAttempt, failure);
    for (const half of halves(batch.attempts.map(({ id }) => id))) {
      const stop = await sendAgain(half);
      if (stop !== null || isOver()) return stop;
    }
    return null;
  }

  async function sendAgain(ids: readonly NoteId[]): Result {
    const batch = await recordAttempts(ids);
    if (batch.writes.length === 0) return settleUnknownDeletions(ids);
    const answer = await remote.commit(batch.writes);
    if (isOver()) return null;
    if (!answer.ok) return handleFailure(batch, answer.failure);
    await acknowledgeAll(batch, answer.value);
    return null;
  }

  /**
   * S8.7: if the cloud checks its rules before preconditions, it reports a conflict as a refusal. So a note
   * is refused only if the cloud has not changed it.
   */
  async function refuseUnlessConflict(attempt: Attempt, failure: NoteFailure): Result {
    // If the note may not even be read, the refusal stands.
    const stop = await fetch([attempt.id], ignoreRefusal);
    if (stop === null && !isOver()) await refuse(attempt, failure);
    return stop;
  }

  /** Sets the note aside unless it was changed since, because an edit gives it another chance (S8.5). */
  function refuse(attempt: Attempt | undefined, failure: NoteFailure): Promise<void> {
    return forEach(attempt === undefined ? [] : [attempt], ({ id, sent, isNew }) => {
      const before = store.read(id);
      if (before === null) return false;
      const record = unansweredCreation(sent) === null ? before : withoutRefusedCreation(before, isNew);
      if (!isChanged(sent, before)) setAside(record, failure.refusal, before);
      else if (record !== before) store.write(record, before);
      return true;
    });
  }

  function setAside(record: NoteRecord, refusal: Refusal, before = record): void {
    store.write(withRefusal(record, refusal), before);
    onTrouble('refusal', refusal);
  }

  return { pushAll };
}

/**
 * The batch without own creations: no refusal proves that they are lost, because the cloud's client may have
 * sent the batch twice, and got this answer for the second time.
 */
function withoutOwnCreations(batch: Batch): Batch {
  return { ...batch, attempts: batch.attempts.filter(({ sent }) => unansweredCreation(sent) === null) };
}

/** Whether a local edit or a remote change has come in between. Recorded attempts do not count. */
function isChanged(before: NoteRecord, after: NoteRecord): boolean {
  return (
    before.remote?.updateTime !== after.remote?.updateTime ||
    before.pending?.revision !== after.pending?.revision
  );
}

function isUnknownDeletion(record: NoteRecord | null): boolean {
  return record !== null && record.local === null && record.remote === null;
}

function halves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

async function doNothing(): Promise<void> {}

/** For notes that may not be read: their records stay as they are. */
function ignoreRefusal(): void {}
