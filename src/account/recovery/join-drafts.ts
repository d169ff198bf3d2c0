/** Joins the drafts of all sources for a new database. Pure. */
import { type Draft, holdsContent, joinedDraft, newNoteDraft } from '#shared/note/draft.ts';
import type { NoteContent } from '#shared/note/note.ts';
import { fromMarksColumn, toMarksColumn } from '../tables/drafts.ts';
import type { DraftRow } from './damaged-rows.ts';
import type { Table } from './read-damaged.ts';

/**
 * If not all drafts could be read, a draft gets the words of all its rows, because any of them may have been
 * typed last: two edits of one base are merged, and other words go one below the other.
 * @param tables of the sources, best first
 * @param otherContents the contents of the notes and of the history, whose words need not be joined
 */
export function joinDrafts(
  tables: readonly Table<DraftRow>[],
  otherContents: readonly NoteContent[],
): DraftRow[] {
  const drafts = new Map<string, DraftRow>();
  for (const { rows, duplicates, complete } of tables) {
    for (const row of [...rows.values(), ...duplicates]) {
      const name = JSON.stringify([row.place, row.note_id]);
      const joinedBefore = drafts.get(name);
      if (joinedBefore === undefined) drafts.set(name, row);
      else if (![joinedBefore, ...otherContents].some((content) => holdsContent(content, row))) {
        const joined = joinedDraft(draftOf(joinedBefore), draftOf(row));
        drafts.set(name, { ...joinedBefore, ...joined.content, marks: toMarksColumn(joined) });
      }
    }
    if (complete) break;
  }
  return [...drafts.values()];
}

function draftOf(row: DraftRow): Draft {
  const content = { title: row.title, text: row.text };
  if (row.place !== 'edit') return newNoteDraft(row.place, content, fromMarksColumn(row.marks));
  const base = { title: row.base_title, text: row.base_text };
  return { place: 'edit', id: row.note_id, content, base };
}
