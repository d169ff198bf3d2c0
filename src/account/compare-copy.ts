/**
 * Compares a conflict copy with its original (S5.7): what differs, and when and where each side was written.
 */
import type { ComparedStretch, Conflict, SideWritten } from '#shared/note/conflict.ts';
import { AppError } from '#shared/base/error.ts';
import { hunksOf } from '#shared/text/hunks.ts';
import { withNewlines } from '#shared/text/line-ends.ts';
import { contentOf, listOf, type Note, type NoteContent, type NoteId } from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { millisOf } from '#shared/note/remote-store.ts';
import { differences } from './compare.ts';
import type { HistoryTable } from './tables/history.ts';
import type { NoteRecord } from './sync/note-record.ts';
import type { LocalStore } from './sync/ports.ts';

interface Ports {
  readonly store: Pick<LocalStore, 'read'>;
  readonly history: Pick<HistoryTable, 'latest' | 'find'>;
  readonly note: (id: NoteId) => Note;
}

const UNKNOWN: SideWritten = { at: null, by: null };

/** @throws AppError `note-not-found` if either note is gone, or the original is in the trash */
export function compareCopy(copy: NoteId, { store, history, note }: Ports): Conflict {
  const copyNote = note(copy);
  const { conflictOf } = copyNote;
  const original = conflictOf !== null && isNoteId(conflictOf) ? store.read(conflictOf) : null;
  const originalFields = original?.local ?? null;
  if (original === null || originalFields === null || listOf(originalFields) === 'trashed') {
    throw new AppError('note-not-found', 'other-version-gone');
  }
  const [mine, theirs] = [contentOf(copyNote), contentOf(originalFields)];
  return {
    copy,
    original: original.id,
    mine,
    theirs,
    written: {
      mine: history.latest(copy)?.written ?? firstWritten(store.read(copy), original.id, mine, history),
      theirs: lastWritten(original, history),
    },
    title: differences(mine.title, theirs.title),
    text: compareTexts(withNewlines(mine.text), withNewlines(theirs.text)),
  };
}

function compareTexts(mine: string, theirs: string): readonly ComparedStretch[] {
  return hunksOf(mine, theirs).map((stretch) => {
    if (stretch.kind === 'same') return stretch;
    const parts = differences(stretch.mine.join('\n'), stretch.theirs.join('\n'));
    return { kind: stretch.kind, mine: stretch.mine, theirs: stretch.theirs, parts };
  });
}

function lastWritten({ id, remote }: NoteRecord, history: Ports['history']): SideWritten {
  const cloudTime = remote === null ? null : millisOf(remote.updateTime);
  return history.latest(id)?.written ?? { at: cloudTime, by: null };
}

/**
 * When and where a copy that was never edited was written. If its words were once in the original on this
 * device, the original's history says when.
 */
function firstWritten(
  copy: NoteRecord | null,
  original: NoteId,
  words: NoteContent,
  history: Ports['history'],
): SideWritten {
  const before = history.find(original, words);
  if (before !== null) return before.written ?? { at: null, by: 'this device' };
  if (copy?.pending !== null && copy?.remote === null) return { at: null, by: 'this device' };
  return copy === null || copy.remote === null ? UNKNOWN : { at: millisOf(copy.remote.updateTime), by: null };
}
