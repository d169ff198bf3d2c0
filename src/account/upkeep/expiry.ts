/**
 * Deletes for ever what has lain in the trash for longer than the person wants, where the cloud has proven it (S13.1): a few
 * notes at a time, and only while the account is confirmed and in touch with the cloud. Each goes in the way in which a
 * person deletes it: where it was changed elsewhere meanwhile, it comes back (S6.4).
 */
import type { NoteId } from '#shared/note.ts';
import type { TrashDays } from '#shared/settings.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type { LocalStore } from '../sync/ports.ts';
import { daysBefore, isOldTrash } from '../sync/trash-age.ts';

export interface TrashExpiryPorts {
  readonly store: { readonly notes: Pick<LocalStore, 'read' | 'isConfirmed'> };
  readonly engine: Pick<SyncEngine, 'state' | 'cloudTime' | 'toldTrash'>;
  readonly deleteForever: (id: NoteId) => void;
}

/** Each is a write of its own; what else there is to do has its turn in between. */
const AT_ONCE = 10;

/** @returns whether there may be more */
export function expireTrash({ store, engine, deleteForever }: TrashExpiryPorts, days: TrashDays): boolean {
  const now = engine.cloudTime;
  if (days === null || now === null || engine.state.phase !== 'live' || !store.notes.isConfirmed())
    return false;
  const unchangedSince = daysBefore(now, days);
  let deleted = 0;
  for (const [id, told] of engine.toldTrash) {
    if (deleted === AT_ONCE) return true;
    if (told >= unchangedSince) continue;
    const record = store.notes.read(id);
    if (record === null || !isOldTrash(record, told, unchangedSince)) continue;
    deleteForever(id);
    deleted += 1;
  }
  return false;
}
