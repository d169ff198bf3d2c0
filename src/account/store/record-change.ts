/** Which columns a record's change is about: most steps of a push touch none of the words, which may be long. */
import { type NoteRecord, sameFields } from '../sync/note-record.ts';

export interface RecordChange {
  /** Of its row in `notes`: all of it, the cloud's version alone, or nothing. */
  readonly note: 'all' | 'version' | 'nothing';
  /** Of its row in `outbox`, where null stands for no row: all of it, what was sent alone, or nothing. */
  readonly pending: 'all' | 'attempts' | 'nothing';
}

export const EVERYTHING: RecordChange = { note: 'all', pending: 'all' };

/** Both are of the same note. Extra fields are the same where they are the same object. */
export function changeOf(before: NoteRecord, after: NoteRecord): RecordChange {
  return { note: noteChange(before, after), pending: pendingChange(before, after) };
}

function noteChange(before: NoteRecord, after: NoteRecord): RecordChange['note'] {
  const one = before.local ?? before.remote?.fields;
  const other = after.local ?? after.remote?.fields;
  const same =
    one !== undefined &&
    other !== undefined &&
    (one === other || sameFields(one, other)) &&
    (before.local === null) === (after.local === null) &&
    before.created === after.created &&
    before.extra === after.extra;
  if (!same) return 'all';
  return before.remote?.updateTime === after.remote?.updateTime ? 'nothing' : 'version';
}

function pendingChange(before: NoteRecord, after: NoteRecord): RecordChange['pending'] {
  const [one, other] = [before.pending, after.pending];
  if (one === null || other === null) return one === other ? 'nothing' : 'all';
  const same =
    one.sequence === other.sequence &&
    one.version === other.version &&
    one.refused === other.refused &&
    before.remote?.fields === after.remote?.fields;
  if (!same) return 'all';
  return one.attempts === other.attempts ? 'nothing' : 'attempts';
}
