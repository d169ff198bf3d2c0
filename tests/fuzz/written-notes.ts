/**
 * The notes that the devices of one person have sent to the cloud. No device may write a note that no person
 * at a device changed: documents of other clients stay unchanged, however odd, until they are edited.
 */
import type { NoteId } from '#shared/note/note.ts';
import type { RemoteWrite } from '#shared/note/remote-store.ts';

export interface WrittenNotes {
  sent(writes: readonly RemoteWrite[]): void;
  /** Notes that were written although neither they nor the notes that they are copies of are in `touched`. */
  besides(touched: ReadonlySet<NoteId>): readonly NoteId[];
  /** Notes whose deletion a device has sent to the cloud. */
  readonly deleted: ReadonlySet<NoteId>;
}

export function createWrittenNotes(): WrittenNotes {
  /** The written notes, each with the note that it is a conflict copy of. */
  const written = new Map<NoteId, NoteId | null>();
  const deleted = new Set<NoteId>();

  function isOf(id: NoteId, touched: ReadonlySet<NoteId>): boolean {
    if (touched.has(id)) return true;
    const original = written.get(id) ?? null;
    return original !== null && original !== id && isOf(original, touched);
  }

  return {
    deleted,
    sent(writes) {
      for (const write of writes) {
        if (write.kind === 'delete') deleted.add(write.id);
        const named = write.kind === 'create' ? write.fields.conflictOf : null;
        written.set(write.id, (named as NoteId | null) ?? written.get(write.id) ?? null);
      }
    },
    besides: (touched) => [...written.keys()].filter((id) => !isOf(id, touched)),
  };
}
