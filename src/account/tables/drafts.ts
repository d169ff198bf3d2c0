/** Drafts: words that are being typed, stored durably as they are typed, so that no typed word is lost. */
import { type Draft, type DraftKey, newNoteDraft } from '#shared/note/draft.ts';
import { readMarks } from '#shared/ipc/schemas.ts';
import type { Marks } from '#shared/note/marks.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { Connection } from '../database/connection.ts';
import { readJson } from './rows.ts';
import { DamagedError } from '../database/store-error.ts';

export interface Drafts {
  list(): readonly Draft[];
  /** Replaces the draft with the same key. */
  store(draft: Draft): void;
  /** Does nothing if there is no such draft. */
  drop(key: DraftKey): void;
}

interface Row {
  readonly place: Draft['place'];
  readonly note_id: NoteId | '';
  readonly title: string;
  readonly text: string;
  readonly base_title: string | null;
  readonly base_text: string | null;
  readonly marks: string | null;
}

export function createDrafts(db: Connection): Drafts {
  const selectAll = db.prepare<[], Row>('SELECT * FROM drafts ORDER BY place, note_id');
  const replace = db.prepare<[Row]>(
    `INSERT OR REPLACE INTO drafts (place, note_id, title, text, base_title, base_text, marks)
     VALUES (@place, @note_id, @title, @text, @base_title, @base_text, @marks)`,
  );
  const remove = db.prepare<[string, string]>('DELETE FROM drafts WHERE place = ? AND note_id = ?');
  return {
    list: () => selectAll.all().map((row) => toDraft(row, db)),
    store: (draft) => void replace.run(toRow(draft)),
    drop: (key) => void remove.run(key.place, key.place === 'edit' ? key.id : ''),
  };
}

function toRow(draft: Draft): Row {
  const { title, text } = draft.content;
  const edit = draft.place === 'edit' ? draft : null;
  return {
    place: draft.place,
    note_id: edit?.id ?? '',
    title,
    text,
    base_title: edit?.base.title ?? null,
    base_text: edit?.base.text ?? null,
    marks: toMarksColumn(draft),
  };
}

export function toMarksColumn(draft: Draft): string | null {
  return draft.place === 'edit' || draft.marks === undefined ? null : JSON.stringify(draft.marks);
}

/** @throws SyntaxError */
export function fromMarksColumn(column: string | null): Marks {
  return column === null ? {} : readMarks(JSON.parse(column));
}

/** @throws DamagedError, which ends the connection, if the row is an edit without its note or its base */
function toDraft(row: Row, db: Connection): Draft {
  const { place, note_id: id, title, text, base_title, base_text, marks } = row;
  const content = { title, text };
  if (place !== 'edit')
    return newNoteDraft(
      place,
      content,
      readJson(() => fromMarksColumn(marks), db),
    );
  if (id === '' || base_title === null || base_text === null) {
    throw db.fail(new DamagedError('damaged-draft'));
  }
  return { place, id, content, base: { title: base_title, text: base_text } };
}
