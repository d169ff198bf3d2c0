/**
 * Applies remote changes, from snapshots of the live query and from fetched documents, in the order of their
 * arrival. It works in slices, so that notes can be read and written meanwhile. `remote-change.ts` decides
 * what each change means at the moment when it is applied.
 */
import { listOf, type NoteId } from '#shared/note/note.ts';
import type { RemoteChange, RemoteSnapshot, UpdateTime } from '#shared/note/remote-store.ts';
import { createRemoteChanges, type RemoteChangePorts } from './remote-change.ts';
import type { Slices } from './slices.ts';

export interface Incoming {
  /** Latest time that the cloud is known to have reached; null until one is known. */
  readonly cloudTime: UpdateTime | null;
  /**
   * Notes that a remote change has shown to be in the trash since this was created, with
   * its `updateTime` (S13.1).
   */
  readonly remoteTrash: ReadonlyMap<NoteId, UpdateTime>;
  /**
   * Applies a snapshot of the live query. Snapshots come in the order of their times.
   * @param newestVersion the value of `newestVersion()` when the live query was subscribed
   * @param done called with null when the whole snapshot is stored, or with the disk's error; then the rest
   *   is not stored. Not called if a later complete snapshot replaces this one.
   */
  applySnapshot(snapshot: RemoteSnapshot, newestVersion: number, done: (thrown: unknown) => void): void;
  /** Number of the version that was added to the history last; 0 if it cannot be read now. */
  newestVersion(): number;
  /** Applies fetched documents. Rejects if the disk fails; never settles after the engine has ended. */
  applyFetched(snapshot: RemoteSnapshot): Promise<void>;
  /**
   * Whether the live query has skipped this state of the note: a snapshot of this `updateTime` or a later one
   * was received, and no such snapshot that is still to be applied mentions the note.
   */
  hasSkipped(id: NoteId, updateTime: UpdateTime): boolean;
  /**
   * Records that the cloud deleted this state of the note. A remote change with this state may still arrive.
   */
  recordDeletion(id: NoteId, updateTime: UpdateTime): void;
}

interface PartlyStored {
  readonly readTime: UpdateTime;
  readonly mentions: (id: NoteId) => boolean;
  drop: () => void;
}

/** How many notes are compared with a complete snapshot in one step. */
const PAGE = 200;
/** Up to this many removed notes raise no question (S13.7). */
const FEW = 20;

export function createIncoming(ports: RemoteChangePorts & { readonly slices: Slices }): Incoming {
  const { store, slices } = ports;
  const remoteChanges = createRemoteChanges(ports);
  const partlyStored = new Set<PartlyStored>();
  let cloudTime: UpdateTime | null = null;
  /** Read times of the latest snapshot received, and of the latest one being applied. */
  let receivedUpTo: UpdateTime | null = null;
  let appliedUpTo: UpdateTime | null = null;

  function advanceCloudTime(time: UpdateTime): void {
    if (cloudTime === null || time > cloudTime) cloudTime = time;
  }

  function* snapshotSteps(
    { complete, changes, readTime }: RemoteSnapshot,
    newestVersion: number,
  ): Generator<boolean> {
    appliedUpTo = readTime;
    yield* removeSteps(changes.filter(isAbsent).map(idOf), readTime);
    for (const change of changes) if (!isAbsent(change)) yield remoteChanges.apply(change, readTime);
    if (!complete) return;
    yield* completeSteps(changes, readTime);
    // An incomplete snapshot may have been sent before the words were written, if the machine
    // slept in between (S12.3).
    store.history.setExpiryStart(readTime, newestVersion);
  }

  /** Removes the notes that a complete snapshot leaves out, once the account is confirmed (S13.2, S13.3). */
  function* completeSteps(changes: readonly RemoteChange[], readTime: UpdateTime): Generator<boolean> {
    if (store.isConfirmed()) yield* absentSteps(changes, readTime);
    else store.setConfirmed();
    store.setLoaded();
  }

  function* absentSteps(changes: readonly RemoteChange[], readTime: UpdateTime): Generator<boolean> {
    const present = new Set(changes.map((change) => (change.kind === 'present' ? change.note.id : null)));
    const absent: NoteId[] = [];
    let page = store.remoteIds(null, PAGE);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const id of page) if (!present.has(id)) absent.push(id);
      yield false;
      page = store.remoteIds(last, PAGE);
    }
    yield* removeSteps(absent, readTime);
  }

  /** Removes notes that the cloud no longer has; if they are most of all notes, they are missing (S13.7). */
  function* removeSteps(ids: readonly NoteId[], readTime: UpdateTime): Generator<boolean> {
    const shown = yield* shownOutsideTrash(ids);
    const isMassRemoval = shown.size > FEW && shown.size > store.countOutsideTrash() / 2;
    for (const id of ids) {
      const isWritten = remoteChanges.apply({ kind: 'absent', id }, readTime);
      if (isMassRemoval && shown.has(id) && store.read(id) === null) store.history.addMissing(id);
      yield isWritten;
    }
  }

  /** Those of the notes that their removal would take away from the user; empty if there are only few. */
  function* shownOutsideTrash(ids: readonly NoteId[]): Generator<boolean, ReadonlySet<NoteId>> {
    const shown = new Set<NoteId>();
    if (ids.length <= FEW) return shown;
    for (const id of ids) {
      const record = store.read(id);
      const local = record?.local ?? null;
      if (local !== null && record?.pending === null && listOf(local) !== 'trashed') shown.add(id);
      yield false;
    }
    return shown;
  }

  function* fetchedSteps({ changes, readTime }: RemoteSnapshot): Generator<boolean> {
    for (const change of changes) {
      if (change.kind === 'absent') remoteChanges.recordDeletion(change.id, readTime);
      yield isOutdated(change, readTime) ? false : remoteChanges.apply(change, readTime);
    }
  }

  /**
   * Whether a fetched state is outdated, because the live query has reported a later moment. A
   * note that is unknown here may have been removed in between; for any other note, `updateTime`
   * tells which state is older.
   */
  function isOutdated(change: RemoteChange, readTime: UpdateTime): boolean {
    if (appliedUpTo === null || readTime >= appliedUpTo || change.kind === 'absent') return false;
    return (store.read(change.note.id)?.remote ?? null) === null;
  }

  function dropSnapshots(): void {
    for (const { drop } of partlyStored) drop();
    partlyStored.clear();
  }

  return {
    get cloudTime() {
      return cloudTime;
    },
    remoteTrash: remoteChanges.remoteTrash,
    applySnapshot(snapshot, newestVersion, done) {
      advanceCloudTime(snapshot.readTime);
      if (snapshot.complete && (receivedUpTo ?? '') <= snapshot.readTime) dropSnapshots();
      receivedUpTo = snapshot.readTime;
      const entry = partlyStoredOf(snapshot);
      partlyStored.add(entry);
      entry.drop = slices.run(snapshotSteps(snapshot, newestVersion), (thrown) => {
        partlyStored.delete(entry);
        done(thrown);
      });
    },
    applyFetched(snapshot) {
      advanceCloudTime(snapshot.readTime);
      return new Promise((resolve, reject) => {
        slices.run(fetchedSteps(snapshot), (thrown) => (thrown === null ? resolve() : reject(thrown)));
      });
    },
    recordDeletion: (id, updateTime) => remoteChanges.recordDeletion(id, updateTime),
    newestVersion() {
      try {
        return store.history.newestVersion();
      } catch {
        // The days of these versions then count from a later snapshot.
        return 0;
      }
    },
    hasSkipped(id, updateTime) {
      if (receivedUpTo === null || updateTime > receivedUpTo) return false;
      return ![...partlyStored].some((entry) => entry.readTime >= updateTime && entry.mentions(id));
    },
  };
}

function isAbsent({ kind }: RemoteChange): boolean {
  return kind === 'absent';
}

function idOf(change: RemoteChange): NoteId {
  return change.kind === 'present' ? change.note.id : change.id;
}

function partlyStoredOf({ readTime, changes }: RemoteSnapshot): PartlyStored {
  let ids: ReadonlySet<NoteId> | null = null;
  const idsOf = (): ReadonlySet<NoteId> => new Set(changes.map(idOf));
  return { readTime, mentions: (id) => (ids ??= idsOf()).has(id), drop: () => {} };
}
