/** The drafts of a new database. Pure. */
import { type Draft, holdsContent, joinedDraft, newNoteDraft } from '#shared/draft.ts';
import { columnOf, mapColumns, NO_FIELDS } from '#shared/note-fields.ts';
import type { NoteContent } from '#shared/note.ts';
import { fromMarksColumn, toMarksColumn } from '../tables/drafts.ts';
import type { DraftRow, NoteRow, PastRow } from './damaged-rows.ts';
import type { Table } from './read-damaged.ts';
import { contentOf, isEmpty, wordsOf } from './row-words.ts';

type EditRow = Extract<DraftRow, { readonly place: 'edit' }>;

/**
 * If not all drafts could be read, a draft gets the words of all its rows, because any of them may have been typed last: two
 * edits of one base are merged, and other words stand one below the other.
 * @param tables of the sources, best first
 * @param kept words that stand somewhere else
 */
export function joinDrafts(tables: readonly Table<DraftRow>[], kept: readonly NoteContent[]): DraftRow[] {
  const drafts = new Map<string, DraftRow>();
  for (const { rows, others, complete } of tables) {
    for (const row of [...rows.values(), ...others]) {
      const name = JSON.stringify([row.place, row.note_id]);
      const there = drafts.get(name);
      if (there === undefined) drafts.set(name, row);
      else if (![there, ...kept].some((one) => holdsContent(one, row))) {
        const joined = joinedDraft(draftOf(there), draftOf(row));
        drafts.set(name, { ...there, ...joined.content, marks: toMarksColumn(joined) });
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

/**
 * The base of an edit's draft is a copy of its note. If the note's own row was not read, the base may be the last copy of
 * words that were saved. A note in an older state becomes the base, so that saving the draft brings the words back: with the
 * base as it was, what the draft did not change would count as untouched. If the note was not read at all, its draft is
 * among `lostBases` as well.
 * @param sound ids of notes whose own rows were read
 * @param past the history: a base that stands there was overwritten, so that the note is the newer one
 */
export function rebaseDrafts(
  rows: readonly DraftRow[],
  notes: ReadonlyMap<string, NoteRow>,
  sound: ReadonlySet<string>,
  past: readonly PastRow[],
): { readonly drafts: readonly DraftRow[]; readonly lostBases: readonly EditRow[] } {
  const overwritten = new Set(past.map((row) => wordsOf(row.note_id, row)));
  const lostBases: EditRow[] = [];
  const drafts = rows.map((draft) => {
    if (draft.place !== 'edit' || sound.has(draft.note_id)) return draft;
    const base = baseOf(draft);
    if (isEmpty(base) || overwritten.has(wordsOf(draft.note_id, base))) return draft;
    const note = notes.get(draft.note_id);
    if (note === undefined) {
      lostBases.push(draft);
      return draft;
    }
    const { title, text } = contentOf(note);
    return { ...draft, base_title: title, base_text: text };
  });
  return { drafts, lostBases };
}

function baseOf({ base_title: title, base_text: text }: EditRow): NoteContent {
  return { title, text };
}

/**
 * The base as an earlier version of its note.
 * @param time milliseconds since the epoch
 */
export function pastOfBase(draft: EditRow, time: number): PastRow {
  return {
    version: null,
    note_id: draft.note_id,
    ...mapColumns((name) => columnOf(name, { ...NO_FIELDS, ...baseOf(draft) })),
    created: time * 1000,
    extra: '{}',
    removed: 1,
    stored_at: time,
    known_at: null,
    by_cloud: 0,
  };
}
