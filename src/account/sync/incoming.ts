/**
 * Remote changes in the order in which they arrive: snapshots of the live query and fetched documents. They are applied in
 * slices, so that notes can be read and written here meanwhile; `remote-change.ts` decides what each change means at the time
 * when it is applied.
 */
import type { NoteId } from '#shared/note.ts';
import type { RemoteChange, RemoteSnapshot, UpdateTime } from '#shared/remote-store.ts';
import { createRemoteChanges, type RemoteChangePorts } from './remote-change.ts';
import type { Slices } from './slices.ts';

export interface Incoming {
  /** The latest time of the cloud that is known: the present is not earlier. Null until one is known. */
  readonly cloudTime: UpdateTime | null;
  /** Notes that are in the cloud's trash by a remote change since this was made, with their `updateTime` then (S13.1). */
  readonly remoteTrash: ReadonlyMap<NoteId, UpdateTime>;
  /**
   * Applies a snapshot of the live query; they come in the order of their times.
   * @param written what `newestHistory` was when the live query was subscribed
   * @param done called when all of it is stored, or with what the disk threw; then the rest is not stored. Not
   *   called where a later complete snapshot takes the place of this one.
   */
  applySnapshot(snapshot: RemoteSnapshot, written: number, done: (thrown: unknown) => void): void;
  /** The number of the words that came into the history last; 0 where that cannot be read now. */
  newestHistory(): number;
  /** Applies documents that were fetched. Rejects when the disk fails; after the end it never settles. */
  applyFetched(snapshot: RemoteSnapshot): Promise<void>;
  /**
   * Whether a snapshot of this `updateTime` or a later one was received, and no snapshot that is still to be applied mentions
   * the note: then the live query has left out this state of it.
   */
  hasSkipped(id: NoteId, version: UpdateTime): boolean;
  /** The cloud has just deleted this state of the note; a remote change of it may still arrive. */
  recordDeletion(id: NoteId, version: UpdateTime): void;
}

/** A snapshot that is not stored to its end yet. */
interface UnderWay {
  readonly readTime: UpdateTime;
  readonly mentions: (id: NoteId) => boolean;
  drop: () => void;
}

/** Notes that are compared with a complete snapshot in one step. */
const PAGE = 200;

export function createIncoming(ports: RemoteChangePorts & { readonly slices: Slices }): Incoming {
  const { store, slices } = ports;
  const remoteChanges = createRemoteChanges(ports);
  const underWay = new Set<UnderWay>();
  let cloudTime: UpdateTime | null = null;
  /** Of the latest snapshot received, and of the latest one that is being applied. */
  let receivedUpTo: UpdateTime | null = null;
  let appliedUpTo: UpdateTime | null = null;

  function advanceCloudTime(time: UpdateTime): void {
    if (cloudTime === null || time > cloudTime) cloudTime = time;
  }

  function* snapshotSteps(
    { complete, changes, readTime }: RemoteSnapshot,
    written: number,
  ): Generator<boolean> {
    appliedUpTo = readTime;
    for (const change of changes) yield remoteChanges.apply(change, readTime);
    if (!complete) return;
    yield* completeSteps(changes, readTime);
    // Any other snapshot may have been on its way since before the words were written, for as long as a machine sleeps (S12.3).
    store.history.setKnownTime(readTime, written);
  }

  /** A complete snapshot says, by leaving them out, which notes are gone, once the account is confirmed (S13.2, S13.3). */
  function* completeSteps(changes: readonly RemoteChange[], readTime: UpdateTime): Generator<boolean> {
    if (store.isConfirmed()) yield* absentSteps(changes, readTime);
    else store.setConfirmed();
    store.setLoaded();
  }

  function* absentSteps(changes: readonly RemoteChange[], readTime: UpdateTime): Generator<boolean> {
    const present = new Set(changes.map((change) => (change.kind === 'present' ? change.note.id : null)));
    let page = store.remoteIds(null, PAGE);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const id of page) {
        if (!present.has(id)) yield remoteChanges.apply({ kind: 'absent', id }, readTime);
      }
      yield false;
      page = store.remoteIds(last, PAGE);
    }
  }

  function* fetchedSteps({ changes, readTime }: RemoteSnapshot): Generator<boolean> {
    for (const change of changes) {
      if (change.kind === 'absent') remoteChanges.recordDeletion(change.id, readTime);
      yield isOvertaken(change, readTime) ? false : remoteChanges.apply(change, readTime);
    }
  }

  /**
   * The live query may have told of a later moment than that of a fetched answer. A note of which nothing is known
   * may then have been removed meanwhile; of any other its versions tell what is older.
   */
  function isOvertaken(change: RemoteChange, readTime: UpdateTime): boolean {
    if (appliedUpTo === null || readTime >= appliedUpTo || change.kind === 'absent') return false;
    return (store.read(change.note.id)?.remote ?? null) === null;
  }

  function dropSnapshots(): void {
    for (const { drop } of underWay) drop();
    underWay.clear();
  }

  return {
    get cloudTime() {
      return cloudTime;
    },
    remoteTrash: remoteChanges.remoteTrash,
    applySnapshot(snapshot, written, done) {
      advanceCloudTime(snapshot.readTime);
      if (snapshot.complete && (receivedUpTo ?? '') <= snapshot.readTime) dropSnapshots();
      receivedUpTo = snapshot.readTime;
      const entry = underWayOf(snapshot);
      underWay.add(entry);
      entry.drop = slices.run(snapshotSteps(snapshot, written), (thrown) => {
        underWay.delete(entry);
        done(thrown);
      });
    },
    applyFetched(snapshot) {
      advanceCloudTime(snapshot.readTime);
      return new Promise((resolve, reject) => {
        slices.run(fetchedSteps(snapshot), (thrown) => (thrown === null ? resolve() : reject(thrown)));
      });
    },
    recordDeletion: (id, version) => remoteChanges.recordDeletion(id, version),
    newestHistory() {
      try {
        return store.history.newest();
      } catch {
        // Their days count from a later answer then.
        return 0;
      }
    },
    hasSkipped(id, version) {
      if (receivedUpTo === null || version > receivedUpTo) return false;
      return ![...underWay].some((entry) => entry.readTime >= version && entry.mentions(id));
    },
  };
}

function underWayOf({ readTime, changes }: RemoteSnapshot): UnderWay {
  let ids: ReadonlySet<NoteId> | null = null;
  const idsOf = (): ReadonlySet<NoteId> =>
    new Set(changes.map((change) => (change.kind === 'present' ? change.note.id : change.id)));
  return { readTime, mentions: (id) => (ids ??= idsOf()).has(id), drop: () => {} };
}
