/**
 * What the cloud says, applied to this device (S2, S5, S6): snapshots of the live query and fetched documents. News
 * may arrive in any order; what is older than what is known changes nothing.
 */
import type { NoteFields, NoteId } from '#shared/note.ts';
import { conflictCopy } from './local-notes.ts';
import { forgotten, type NoteRecord } from './note-record.ts';
import type { Clock, LocalStore, RemoteChange, RemoteSnapshot, UpdateTime } from './ports.ts';
import { rebaseOnAbsent, rebaseOnPresent } from './rebase.ts';

export interface Incoming {
  /** A snapshot of the live query; they come in the order of their times. Throws when the disk fails. */
  takeSnapshot(snapshot: RemoteSnapshot): void;
  /** Documents that were fetched. Throws when the disk fails. */
  takeFetched(snapshot: RemoteSnapshot): void;
  /** Whether the live query has told of this moment or a later one. */
  hasPassed(version: UpdateTime): boolean;
}

export interface IncomingPorts {
  readonly store: LocalStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  readonly onStoreChange: () => void;
}

/** Changes that are applied in one transaction. */
const SLICE = 200;

export function createIncoming({ store, clock, makeId, onStoreChange }: IncomingPorts): Incoming {
  let heardUpTo: UpdateTime | null = null;

  function apply(changes: readonly RemoteChange[], readTime: UpdateTime): void {
    for (let from = 0; from < changes.length; from += SLICE) {
      store.transaction(() => {
        for (const change of changes.slice(from, from + SLICE)) applyOne(change, readTime);
      });
    }
    if (changes.length > 0) onStoreChange();
  }

  function applyOne(change: RemoteChange, readTime: UpdateTime): void {
    if (change.kind === 'absent') {
      const record = store.read(change.id);
      // What the cloud has acknowledged since that moment is not absent, the news is only old.
      const known = record?.remote ?? null;
      if (record === null || known === null || known.updateTime > readTime) return;
      store.write(rebaseOnAbsent(record) ?? forgottenHere(record, known.fields));
      return;
    }
    const before = store.read(change.note.id);
    const { record, copy } = rebaseOnPresent(before, change.note);
    if (before === null) store.removed.drop(record.id);
    store.write(record);
    if (copy !== null) store.write(conflictCopy(record, copy, makeId(), store.nextSequence()));
  }

  /** S6: what goes without having been deleted here can be brought back. */
  function forgottenHere(record: NoteRecord, fields: NoteFields): NoteRecord {
    const { id, extra, created, local } = record;
    if (local !== null) store.removed.keep({ id, fields, extra, created, removedAt: clock.now() });
    return forgotten(record);
  }

  /** A complete snapshot says, by leaving them out, which notes are gone; most of the others are known already. */
  function newsOf(changes: readonly RemoteChange[]): readonly RemoteChange[] {
    const known = store.remoteVersions();
    const present = new Set<NoteId>();
    const news: RemoteChange[] = [];
    for (const change of changes) {
      if (change.kind === 'absent') continue;
      const { id, updateTime, created } = change.note;
      present.add(id);
      const same = known.get(id);
      if (same?.updateTime !== updateTime || same.created !== created) news.push(change);
    }
    for (const id of known.keys()) if (!present.has(id)) news.push({ kind: 'absent', id });
    return news;
  }

  return {
    takeSnapshot({ complete, changes, readTime }) {
      apply(complete ? newsOf(changes) : changes, readTime);
      if (complete) store.setLoaded();
      heardUpTo = readTime;
    },
    takeFetched({ changes, readTime }) {
      // The live query may have told of a later moment meanwhile.
      if (heardUpTo === null || readTime >= heardUpTo) apply(changes, readTime);
    },
    hasPassed: (version) => heardUpTo !== null && version <= heardUpTo,
  };
}
