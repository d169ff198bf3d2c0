/**
 * One piece of news from the cloud, applied to this device (S2, S5, S6). News may arrive in any order; what is
 * older than what is known changes nothing.
 */
import type { NoteFields, NoteId } from '#shared/note.ts';
import { conflictCopy } from './local-notes.ts';
import { forgotten, type NoteRecord } from './note-record.ts';
import type { Clock, LocalStore, RemoteChange, RemoteNote, UpdateTime } from './ports.ts';
import { rebaseOnAbsent, rebaseOnPresent } from './rebase.ts';

export interface NewsPorts {
  readonly store: LocalStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
}

export interface News {
  /**
   * What the cloud said at the moment `readTime`. Runs inside of a transaction.
   * @returns whether anything was written
   */
  take(change: RemoteChange, readTime: UpdateTime): boolean;
  /** Whether the change tells of a version or a date that is not known here. */
  isNew(change: RemoteChange): boolean;
  /** No version of the note up to this time is in the cloud any more. */
  endsWith(id: NoteId, version: UpdateTime): void;
}

export function createNews({ store, clock, makeId }: NewsPorts): News {
  /** Of notes that are known to have gone, since when: the live query may still tell of a version before that. */
  const gone = new Map<NoteId, UpdateTime>();

  function takePresent(note: RemoteNote): boolean {
    if ((gone.get(note.id) ?? '') >= note.updateTime) return false;
    gone.delete(note.id);
    const before = store.read(note.id);
    const { record, copy } = rebaseOnPresent(before, note);
    if (record === before) return false;
    if (before === null) dropRemoved(note);
    store.write(record, before);
    if (copy !== null) store.write(conflictCopy(record, copy, makeId(), store.nextSequence()));
    return true;
  }

  function takeAbsent(id: NoteId, readTime: UpdateTime): boolean {
    const record = store.read(id);
    const known = record?.remote ?? null;
    // What the cloud has acknowledged since that moment is not absent, the news is only old.
    if (record === null || known === null || known.updateTime > readTime) return false;
    store.write(rebaseOnAbsent(record) ?? forgottenHere(record, known.fields), record);
    return true;
  }

  function endsWith(id: NoteId, version: UpdateTime): void {
    if ((gone.get(id) ?? '') < version) gone.set(id, version);
  }

  /** S6: what goes without having been deleted here can be brought back. */
  function forgottenHere(record: NoteRecord, fields: NoteFields): NoteRecord {
    const { id, extra, created, local } = record;
    if (local !== null) store.removed.keep({ id, fields, extra, created, removedAt: clock.now() });
    return forgotten(record);
  }

  /** The note is back; with other words, those that went can still be brought back beside it. */
  function dropRemoved({ id, fields }: RemoteNote): void {
    const removed = store.removed.read(id);
    if (removed?.fields.title === fields.title && removed.fields.text === fields.text) store.removed.drop(id);
  }

  return {
    take: (change, readTime) =>
      change.kind === 'present' ? takePresent(change.note) : takeAbsent(change.id, readTime),
    endsWith,
    isNew(change) {
      if (change.kind === 'absent') return true;
      const known = store.remoteVersion(change.note.id);
      return known?.updateTime !== change.note.updateTime || known.created !== change.note.created;
    },
  };
}
