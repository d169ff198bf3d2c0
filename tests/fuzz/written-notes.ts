/**
 * What the devices of one person have sent to the cloud. No device writes what nobody at a device has changed: what other
 * clients wrote stays as it is, however odd, until somebody edits it.
 */
import type { NoteId } from '#shared/note.ts';
import type { RemoteWrite } from '#main/sync/ports.ts';

export interface WrittenNotes {
  sent(writes: readonly RemoteWrite[]): void;
  /** Notes that were written although neither they nor what they are copies of are among these. */
  besides(touched: ReadonlySet<NoteId>): readonly NoteId[];
}

export function createWrittenNotes(): WrittenNotes {
  /** Each with the note that it is a conflict copy of. */
  const written = new Map<NoteId, NoteId | null>();

  function isOf(id: NoteId, touched: ReadonlySet<NoteId>): boolean {
    if (touched.has(id)) return true;
    const original = written.get(id) ?? null;
    return original !== null && original !== id && isOf(original, touched);
  }

  return {
    sent(writes) {
      for (const write of writes) {
        const original = write.kind === 'create' ? write.extra['conflictOf'] : undefined;
        const named = original !== undefined && 'stringValue' in original ? original.stringValue : null;
        written.set(write.id, (named as NoteId | null) ?? written.get(write.id) ?? null);
      }
    },
    besides: (touched) => [...written.keys()].filter((id) => !isOf(id, touched)),
  };
}
