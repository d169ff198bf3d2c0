/** Notes of a store, written as the account's thread writes them, with the system's clock. */
import { randomBytes } from 'node:crypto';
import { makeNoteId } from '#shared/note/note-id.ts';
import { systemClock } from '#account/clock.ts';
import { createLocalNotes, type LocalNotes } from '#account/sync/local-notes.ts';
import { deriveId } from '#account/tables/derived-id.ts';

export function localNotesOf(store: Parameters<typeof createLocalNotes>[0]['store']): LocalNotes {
  return createLocalNotes({ store, clock: systemClock, makeId: () => makeNoteId(randomBytes), deriveId });
}
