/**
 * What the cloud says, in the order in which it is heard: snapshots of the live query and fetched documents. Each is
 * applied in slices, so that notes can be read and written here meanwhile; `news.ts` decides what each change
 * means at the time when its turn comes.
 */
import type { NoteId } from '#shared/note.ts';
import { createNews, type NewsPorts } from './news.ts';
import type { RemoteChange, RemoteSnapshot, UpdateTime } from './ports.ts';
import type { Slices } from './slices.ts';

export interface Incoming {
  /**
   * A snapshot of the live query; they come in the order of their times.
   * @param done called when all of it is stored, or with what the disk threw; then the rest is not stored. Not
   *   called where a later complete snapshot takes the place of this one.
   */
  takeSnapshot(snapshot: RemoteSnapshot, done: (thrown: unknown) => void): void;
  /** Documents that were fetched. Rejects when the disk fails; after the end it never settles. */
  takeFetched(snapshot: RemoteSnapshot): Promise<void>;
  /**
   * Whether the live query has told of this moment or a later one, and nothing that it told and that still waits for
   * its turn is about this note.
   */
  hasPassedOver(id: NoteId, version: UpdateTime): boolean;
  /** The cloud has deleted this version of the note here and now; it may still be told of. */
  deleted(id: NoteId, version: UpdateTime): void;
}

/** A snapshot that is not stored to its end yet. */
interface UnderWay {
  readonly readTime: UpdateTime;
  readonly mentions: (id: NoteId) => boolean;
  drop: () => void;
}

/** Ids that are compared with a complete snapshot in one step. */
const PAGE = 200;

export function createIncoming(ports: NewsPorts & { readonly slices: Slices }): Incoming {
  const { store, slices } = ports;
  const news = createNews(ports);
  const underWay = new Set<UnderWay>();
  /** What the live query has told of, and what of that has its turn or had it. */
  let toldUpTo: UpdateTime | null = null;
  let appliedUpTo: UpdateTime | null = null;

  function* snapshotSteps({ complete, changes, readTime }: RemoteSnapshot): Generator<boolean> {
    appliedUpTo = readTime;
    if (!complete) {
      for (const change of changes) yield news.take(change, readTime);
      return;
    }
    const present = new Set<NoteId>();
    for (const change of changes) {
      if (change.kind === 'present') present.add(change.note.id);
      yield news.isNew(change) && news.take(change, readTime);
    }
    yield* absentSteps(present, readTime);
    store.setLoaded();
  }

  /** A complete snapshot says, by leaving them out, which notes are gone. */
  function* absentSteps(present: ReadonlySet<NoteId>, readTime: UpdateTime): Generator<boolean> {
    let page = store.remoteIds(null, PAGE);
    for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
      for (const id of page) if (!present.has(id)) yield news.take({ kind: 'absent', id }, readTime);
      yield false;
      page = store.remoteIds(last, PAGE);
    }
  }

  function* fetchedSteps({ changes, readTime }: RemoteSnapshot): Generator<boolean> {
    for (const change of changes) {
      if (change.kind === 'absent') news.endsWith(change.id, readTime);
      yield isOvertaken(change, readTime) ? false : news.take(change, readTime);
    }
  }

  /**
   * The live query may have told of a later moment than that of a fetched answer. A note of which nothing is known
   * may then have been removed meanwhile; of any other its versions tell what is older.
   */
  function isOvertaken(change: RemoteChange, readTime: UpdateTime): boolean {
    if (appliedUpTo === null || readTime >= appliedUpTo || change.kind === 'absent') return false;
    return store.remoteVersion(change.note.id) === null;
  }

  function dropSnapshots(): void {
    for (const { drop } of underWay) drop();
    underWay.clear();
  }

  return {
    takeSnapshot(snapshot, done) {
      if (snapshot.complete && (toldUpTo ?? '') <= snapshot.readTime) dropSnapshots();
      toldUpTo = snapshot.readTime;
      const entry = underWayOf(snapshot);
      underWay.add(entry);
      entry.drop = slices.run(snapshotSteps(snapshot), (thrown) => {
        underWay.delete(entry);
        done(thrown);
      });
    },
    takeFetched: (snapshot) =>
      new Promise((resolve, reject) => {
        slices.run(fetchedSteps(snapshot), (thrown) => (thrown === null ? resolve() : reject(thrown)));
      }),
    deleted: (id, version) => news.endsWith(id, version),
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
