/**
 * Applies a remote change to this device (S2, S5, S6, S13). Remote changes may arrive in any order; one that is older than what
 * is known changes nothing.
 */
import { listOf, type NoteFields, type NoteId } from '#shared/note.ts';
import { sameFields } from '#shared/note-fields.ts';
import { type RemoteChange, type RemoteNote, UNVERIFIED, type UpdateTime } from '#shared/remote-store.ts';
import { conflictCopy, conflictParts, type DeriveId } from './local-action.ts';
import { type NoteRecord, withNothingKnown } from './note-record.ts';
import type { LocalStore } from './ports.ts';
import { rebaseInDoubt, rebaseOnAbsent, rebaseOnPresent, type RebaseResult } from './rebase.ts';

export interface RemoteChangePorts {
  readonly store: LocalStore;
  readonly deriveId: DeriveId;
}

export interface RemoteChanges {
  /**
   * Applies a change that the cloud read at `readTime`. Runs inside of a transaction.
   * @returns whether anything was written
   */
  apply(change: RemoteChange, readTime: UpdateTime): boolean;
  /** Records that the cloud has no state of the note up to this `updateTime` any more. */
  recordDeletion(id: NoteId, version: UpdateTime): void;
  /** Notes that a remote change since this was created has shown to be in the trash, with its `updateTime` (S13.1). */
  readonly remoteTrash: ReadonlyMap<NoteId, UpdateTime>;
}

export function createRemoteChanges({ store, deriveId }: RemoteChangePorts): RemoteChanges {
  /** When notes were deleted in the cloud. The live query may still bring a state from before that (S2.8). */
  const gone = new Map<NoteId, UpdateTime>();
  const remoteTrash = new Map<NoteId, UpdateTime>();

  function applyPresent(note: RemoteNote): boolean {
    if ((gone.get(note.id) ?? '') >= note.updateTime) return false;
    gone.delete(note.id);
    if (listOf(note.fields) === 'trashed') remoteTrash.set(note.id, note.updateTime);
    else remoteTrash.delete(note.id);
    const before = store.read(note.id);
    if (before !== null && isKnown(before, note)) return false;
    const { record, copy } = rebase(before, note);
    if (record === before) return false;
    // The note is back. If its words are other ones, the removed words stay in the history (S6.3).
    if (before === null) store.history.dropRemoved(note.id, note.fields);
    store.write(record, before);
    if (copy !== null) addCopy(record, copy);
    return true;
  }

  /** A conflict that was met before, here or on another device, has its copy already, even if that was edited since. */
  function addCopy(original: NoteRecord, fields: NoteFields): void {
    const id = deriveId(conflictParts(original, fields));
    if (store.read(id) === null) store.write(conflictCopy(original, fields, id, store.nextSequence()), null);
  }

  function rebase(record: NoteRecord | null, note: RemoteNote): RebaseResult {
    if (record?.remote?.updateTime !== UNVERIFIED) return rebaseOnPresent(record, note);
    const doubt = store.updateTimeInDoubt(note.id);
    if (doubt === undefined) return rebaseOnPresent(record, note);
    return rebaseInDoubt(record, note, doubt, store.nextSequence());
  }

  function applyAbsent(id: NoteId, readTime: UpdateTime): boolean {
    remoteTrash.delete(id);
    const record = store.read(id);
    const known = record?.remote ?? null;
    // The cloud has acknowledged a write since `readTime`: the note is not absent, the change is only outdated.
    if (record === null || known === null || known.updateTime > readTime) return false;
    // The store keeps the last words of a note that is removed here in the history (S6.2).
    store.write(rebaseOnAbsent(record) ?? withNothingKnown(record), record);
    return true;
  }

  return {
    apply: (change, readTime) =>
      change.kind === 'present' ? applyPresent(change.note) : applyAbsent(change.id, readTime),
    recordDeletion(id, version) {
      if ((gone.get(id) ?? '') < version) gone.set(id, version);
    },
    remoteTrash,
  };
}

/** Whether this state and its date are known already, as those of most notes in a first snapshot are. */
function isKnown({ remote, created, pending, local }: NoteRecord, note: RemoteNote): boolean {
  if (remote?.updateTime !== note.updateTime || created !== note.created) return false;
  // A damaged file may have lost the pending change of this state (S2.9).
  return pending !== null || local === null || sameFields(remote.fields, note.fields);
}
