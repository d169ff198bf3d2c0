/**
 * What the cloud says, in the order in which it is heard: snapshots of the live query and fetched documents. Each is
 * applied in slices, so that notes can be read and written here meanwhile; `remote-change.ts` decides what each change
 * means at the time when its turn comes.
 */
import type { NoteId } from '#shared/note.ts';
import type { RemoteChange, RemoteSnapshot, UpdateTime } from '#shared/remote-store.ts';
import { createRemoteChanges, type RemoteChangePorts } from './remote-change.ts';
import type { Slices } from './slices.ts';

export interface Incoming {
  /** The latest moment that the cloud has told of: the present is not earlier. Null until it has told of one. */
  readonly cloudTime: UpdateTime | null;
  /** Notes that the cloud has told to be in the trash since this began, with the version it told of (S13.1). */
  readonly toldTrash: ReadonlyMap<NoteId, UpdateTime>;
  /**
   * Applies a snapshot of the live query; they come in the order of their times.
   * @param written what `lastWritten` said when the live query was begun
   * @param done called when all of it is stored, or with what the disk threw; then the rest is not stored. Not
   *   called where a later complete snapshot takes the place of this one.
   */
  applySnapshot(snapshot: RemoteSnapshot, written: number, done: (thrown: unknown) => void): void;
  /** The words that were put into the history last; 0 where that cannot be read now. */
  lastWritten(): number;
  /** Applies documents that were fetched. Rejects when the disk fails; after the end it never settles. */
  applyFetched(snapshot: RemoteSnapshot): Promise<void>;
  /**
   * Whether the live query has told of this moment or a later one, and nothing that it told and that still waits for
   * its turn is about this note.
   */
  hasPassedOver(id: NoteId, version: UpdateTime): boolean;
  /** The cloud has deleted this version of the note here and now; it may still be told of. */
  endsWith(id: NoteId, version: UpdateTime): void;
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
  let toldUpTo: UpdateTime | null = null;
  let appliedUpTo: UpdateTime | null = null;

  function keepLatest(time: UpdateTime): void {
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
    store.history.heardAt(readTime, written);
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
      if (change.kind === 'absent') remoteChanges.endsWith(change.id, readTime);
      yield isOvertaken(change, readTime) ? false : remoteChanges.apply(change, readTime);
    }
  }

  /**
   * The live query may have told of a later moment than that of a fetched answer. A note of which nothing is known
   * may then have been removed meanwhile; of any other its versions tell what is older.
   */
  function isOvertaken(change: RemoteChange, readTime: UpdateTime): boolean {
    if (appliedUpTo === null || readTime >= appliedUpTo || change.kind === 'absent') return false;
    return store.remoteState(change.note.id) === null;
  }

  function dropSnapshots(): void {
    for (const { drop } of underWay) drop();
    underWay.clear();
  }

  return {
    get cloudTime() {
      return cloudTime;
    },
    toldTrash: remoteChanges.toldTrash,
    applySnapshot(snapshot, written, done) {
      keepLatest(snapshot.readTime);
      if (snapshot.complete && (toldUpTo ?? '') <= snapshot.readTime) dropSnapshots();
      toldUpTo = snapshot.readTime;
      const entry = underWayOf(snapshot);
      underWay.add(entry);
      entry.drop = slices.run(snapshotSteps(snapshot, written), (thrown) => {
        underWay.delete(entry);
        done(thrown);
      });
    },
    applyFetched(snapshot) {
      keepLatest(snapshot.readTime);
      return new Promise((resolve, reject) => {
        slices.run(fetchedSteps(snapshot), (thrown) => (thrown === null ? resolve() : reject(thrown)));
      });
    },
    endsWith: (id, version) => remoteChanges.endsWith(id, version),
    lastWritten() {
      try {
        return store.history.newest();
      } catch {
        // Their days count from a later answer then.
        return 0;
      }
    },
    hasPassedOver(id, version) {
      if (toldUpTo === null || version > toldUpTo) return false;
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
