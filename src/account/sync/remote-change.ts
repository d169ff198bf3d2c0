/**
 * Applies remote changes to this device (S2, S5, S6, S13). They may arrive in any order; one that is older
 * than the record changes nothing.
 */
import { listOf, type NoteFields, type NoteId } from '#shared/note/note.ts';
import { sameFields } from '#shared/note/note-fields.ts';
import {
  type RemoteChange,
  type RemoteNote,
  UNVERIFIED,
  type UpdateTime,
} from '#shared/note/remote-store.ts';
import { conflictCopy, conflictParts, type DeriveId } from './local-action.ts';
import { type NoteRecord, withoutState } from './note-record.ts';
import type { LocalStore } from './ports.ts';
import { rebaseInDoubt, rebaseOnAbsent, rebaseOnPresent, type RebaseResult } from './rebase.ts';

export interface RemoteChangePorts {
  readonly store: LocalStore;
  readonly deriveId: DeriveId;
}

export interface RemoteChanges {
  /**
   * Applies a change that the cloud read at `readTime`. Runs inside a transaction.
   * @returns whether anything was written
   */
  apply(change: RemoteChange, readTime: UpdateTime): boolean;
  /** Records that the cloud deleted the note, and with it every state up to this `updateTime`. */
  recordDeletion(id: NoteId, updateTime: UpdateTime): void;
  /**
   * Notes that a remote change since this was created has shown to be in the trash, with
   * its `updateTime` (S13.1).
   */
  readonly remoteTrash: ReadonlyMap<NoteId, UpdateTime>;
}

export function createRemoteChanges({ store, deriveId }: RemoteChangePorts): RemoteChanges {
  /**
   * When notes were deleted in the cloud. The live query may still report a state from before that (S2.8).
   */
  const deletions = new Map<NoteId, UpdateTime>();
  const remoteTrash = new Map<NoteId, UpdateTime>();

  function applyPresent(note: RemoteNote): boolean {
    if ((deletions.get(note.id) ?? '') >= note.updateTime) return false;
    deletions.delete(note.id);
    if (listOf(note.fields) === 'trashed') remoteTrash.set(note.id, note.updateTime);
    else remoteTrash.delete(note.id);
    const before = store.read(note.id);
    if (before !== null && isSameState(before, note)) return false;
    const { record, copy } = rebase(before, note);
    if (record === before) return false;
    // The note is back. If its words differ, the removed words stay in the history (S6.3).
    if (before === null) store.history.dropRemoved(note.id, note.fields);
    store.write(record, before);
    if (copy !== null) addCopy(record, copy);
    return true;
  }

  /**
   * A conflict that was met before, here or on another device, already has its copy, even
   * if that was edited since.
   */
  function addCopy(original: NoteRecord, fields: NoteFields): void {
    const id = deriveId(conflictParts(original, fields));
    if (store.read(id) !== null) return;
    store.write(conflictCopy(original, fields, id, store.nextSequence()), null);
    store.newCopies.add(id);
  }

  function rebase(record: NoteRecord | null, note: RemoteNote): RebaseResult {
    if (record?.remote?.updateTime !== UNVERIFIED) return rebaseOnPresent(record, note);
    const salvagedUpdateTime = store.updateTimeInDoubt(note.id);
    if (salvagedUpdateTime === undefined) return rebaseOnPresent(record, note);
    return rebaseInDoubt(record, note, salvagedUpdateTime, store.nextSequence());
  }

  function applyAbsent(id: NoteId, readTime: UpdateTime): boolean {
    remoteTrash.delete(id);
    const record = store.read(id);
    const remoteState = record?.remote ?? null;
    // The cloud has acknowledged a write since `readTime`: this absence is outdated.
    if (record === null || remoteState === null || remoteState.updateTime > readTime) return false;
    // The store puts the last words of a removed note into the history (S6.2).
    store.write(rebaseOnAbsent(record) ?? withoutState(record), record);
    return true;
  }

  return {
    apply: (change, readTime) =>
      change.kind === 'present' ? applyPresent(change.note) : applyAbsent(change.id, readTime),
    recordDeletion(id, updateTime) {
      if ((deletions.get(id) ?? '') < updateTime) deletions.set(id, updateTime);
    },
    remoteTrash,
  };
}

/** Whether the record already has this state and its date, as it does for most notes in a first snapshot. */
function isSameState({ remote, created, pending, local }: NoteRecord, note: RemoteNote): boolean {
  if (remote?.updateTime !== note.updateTime || created !== note.created) return false;
  // A damaged file may have lost the pending change of this state (S2.9).
  return pending !== null || local === null || sameFields(remote.fields, note.fields);
}
