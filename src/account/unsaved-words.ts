/**
 * Words that the user discards unsaved stay in the history as versions that the note never had (S12.5): the
 * words of a sheet that was closed without saving, and words that were deleted from the box or the quick note
 * before they became a note.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { Draft, DraftKey } from '#shared/note/draft.ts';
import { withMarks } from '#shared/note/marks.ts';
import { NO_FIELDS, sameFields } from '#shared/note/note-fields.ts';
import { hasContent, type NoteContent, type NoteId } from '#shared/note/note.ts';
import { wellFormed } from './sync/local-notes.ts';
import type { LocalStore } from './sync/ports.ts';
import { mergeEdit } from './sync/rebase.ts';
import type { HistoryTable } from './tables/history.ts';

export interface UnsavedWords {
  /**
   * Adds the words of the draft to the history, unless saving them would change nothing.
   * @param newId id for words that belong to no note, or to a deleted one
   */
  add(draft: Draft, newId: NoteId): void;
  /** These words of this place are saved now, and no longer count as unsaved. */
  dropSaved(key: DraftKey, saved: NoteContent): void;
}

export function createUnsavedWords(ports: {
  readonly store: Pick<LocalStore, 'read'>;
  readonly history: Pick<HistoryTable, 'addUnsaved' | 'dropUnsaved'>;
  readonly clock: Pick<Clock, 'now'>;
}): UnsavedWords {
  const { store, history, clock } = ports;
  return {
    add(draft, newId) {
      const content = wellFormed(draft.content);
      if (!hasContent(content)) return;
      const record = draft.place === 'edit' ? store.read(draft.id) : null;
      const local = record?.local ?? null;
      if (draft.place === 'edit' && record !== null && local !== null) {
        const { fields, lost } = mergeEdit(wellFormed(draft.base), content, local);
        if (!lost && sameFields(fields, local)) return;
        const { id, extra, created } = record;
        history.addUnsaved({ id, fields: { ...local, ...content }, extra, created }, true);
        return;
      }
      const marks = draft.place === 'edit' ? {} : (draft.marks ?? {});
      const fields = withMarks({ ...NO_FIELDS, ...content }, marks);
      history.addUnsaved({ id: newId, fields, extra: {}, created: clock.now() * 1000 }, false);
    },
    dropSaved(key, saved) {
      history.dropUnsaved(key.place === 'edit' ? key.id : null, wellFormed(saved));
    },
  };
}
