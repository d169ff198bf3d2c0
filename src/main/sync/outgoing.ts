/**
 * What waits on this device, pushed to the cloud (S4, S5, S7, S8): batch by batch, until nothing is left or something
 * stands in the way. The engine decides when to push; this decides what, and what an answer means. Records are
 * read again after every wait: notes are edited, and news is applied, while an answer is on its way.
 */
import type { NoteId } from '#shared/note.ts';
import type { Incoming } from './incoming.ts';
import { attempted, declined, refused } from './local-action.ts';
import { forgotten, type NoteRecord, type Push, pushFor } from './note-record.ts';
import type { Answer, LocalStore, RemoteFailure, RemoteStore, RemoteWrite, UpdateTime } from './ports.ts';
import { batchSize, createRoom, isTooLarge, MAX_BATCH_WRITES } from './push-batch.ts';
import { acknowledged } from './rebase.ts';
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

/** What goes by one commit, and the notes that were looked at for it: of some there may be nothing to push. */
interface Batch {
  readonly ids: readonly NoteId[];
  readonly begun: readonly Begun[];
  readonly writes: readonly RemoteWrite[];
}

const NOTHING: Batch = { ids: [], begun: [], writes: [] };

export function createOutgoing(ports: OutgoingPorts): Outgoing {
  const { store, remote, incoming, slices, onTrouble, isOver } = ports;
  /** Notes of which an answer says that they are in the cloud, and a later snapshot does not. */
  const doubtful = new Set<NoteId>();
  let conflicts = 0;

  /**
   * One commit after the other, as the cloud dates new notes by their commits. While it has one, the answers to the one
   * before are stored, and the next is noted down.
   */
  async function pushAll(): Result {
    let noted = NOTHING;
    let storeAnswers = doNothing;
    while (!isOver()) {
      const sent = noted;
      const answering = sent.begun.length > 0 ? commit(sent) : null;
      try {
        await storeAnswers();
        storeAnswers = doNothing;
        noted = await noteNext(sent);
        if (answering !== null && noted.begun.length > 0) remote.prepare?.(noted.writes);
      } catch (error) {
        await answering;
        throw error;
      }
      if (answering === null) {
        if (noted.begun.length > 0) continue;
        if (noted.ids.length === 0 && doubtful.size === 0) return null;
        const failure = await (noted.ids.length > 0 ? learnOutcome(noted.ids) : resolveDoubts());
        if (failure !== null) return failure;
        continue;
      }
      const answer = await answering;
      if (isOver()) return null;
      if (answer.ok) {
        storeAnswers = () => acknowledgeAll(sent, answer.value);
        continue;
      }
      await decline(noted.begun);
      noted = NOTHING;
      const failure = await takeFailure(sent, answer.failure);
      if (failure !== null) return failure;
    }
    return null;
  }

  function commit({ writes }: Batch): Promise<Answer<readonly (UpdateTime | null)[]>> {
    return remote.commit(writes);
  }

  function acknowledgeAll({ begun }: Batch, versions: readonly (UpdateTime | null)[]): Promise<void> {
    conflicts = 0;
    const answers = versions.values();
    return forEach(begun, (push) => acknowledge(push, answers.next().value ?? null));
  }

  async function takeFailure({ begun }: Batch, failure: RemoteFailure): Result {
    // Of these two kinds alone it is sure that nothing was written.
    if (failure.kind === 'conflict') return resolveConflict(begun, failure);
    if (failure.kind === 'note') return isolate(begun, failure);
    return failure;
  }

  /** What goes after that which is being sent: no note is on its way twice. */
  async function noteNext({ ids: sent }: Batch): Promise<Batch> {
    if (doubtful.size > 0) return NOTHING;
    const taken = new Set(sent);
    // One more than fits tells whether anything is left for a further commit.
    const waiting = store.pending(MAX_BATCH_WRITES + 1 + taken.size).filter((id) => !taken.has(id));
    const ids = waiting.slice(0, batchSize(waiting.length, taken.size === 0));
    return ids.length === 0 ? NOTHING : noteDown(ids);
  }

  /** S7: what is sent is noted down first. */
  async function noteDown(waiting: readonly NoteId[]): Promise<Batch> {
    const ids: NoteId[] = [];
    const begun: Begun[] = [];
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
      const noted = attempted(record, push.leaves);
      store.write(noted, record);
      begun.push({ ...push, id, version: versionOf(record), isNoted: noted !== record });
      return false;
    });
    return { ids, begun, writes: begun.map(({ write }) => write) };
  }

  /** Does the work for each, in slices. Rejects when the disk fails. */
  function forEach<Item>(items: readonly Item[], work: (item: Item) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const steps = items.values().map(work);
      slices.run(steps, (thrown) => (thrown === null ? resolve() : reject(thrown)));
    });
  }

  function acknowledge({ id, leaves, write }: Begun, version: UpdateTime | null): boolean {
    if (write.kind === 'delete') incoming.deleted(id, write.basedOn);
    const record = store.read(id);
    if (record === null) return false;
    // The live query has passed this version without a word of it: somebody has changed or removed the note since,
    // and the live query may never have seen it (S2).
    const untold = record.pending !== null && record.pending.attempts.length > 0;
    if (untold && version !== null && incoming.hasPassedOver(id, version)) doubtful.add(id);
    const next = acknowledged(record, leaves, version);
    if (next === record) return false;
    store.write(next, record);
    return true;
  }

  /** The cloud certainly did not take these. */
  function decline(begun: readonly Begun[]): Promise<void> {
    return forEach(begun, ({ id, isNoted }) => {
      const record = store.read(id);
      if (isNoted && record !== null) store.write(declined(record), record);
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
    await forEach(unknown, (id) => {
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
      const stop = await sendAgain(half);
      if (stop !== null || isOver()) return stop;
    }
    return null;
  }

  async function sendAgain(ids: readonly NoteId[]): Result {
    const batch = await noteDown(ids);
    if (batch.begun.length === 0) return learnOutcome(ids);
    const answer = await commit(batch);
    if (isOver()) return null;
    if (!answer.ok) return takeFailure(batch, answer.failure);
    await acknowledgeAll(batch, answer.value);
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
    await forEach([id], () => {
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

async function doNothing(): Promise<void> {}
