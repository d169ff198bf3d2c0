/**
 * Structural sharing between two answers: most changes to the store touch one row or none of what is shown, so
 * that equal rows keep their identity and the cards that show them need not be drawn again.
 */
import type { NoteId } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';

/** The new rows, each replaced by the equal old one where there is one; the old array itself if nothing differs. */
export function shareRows(before: readonly NoteRow[], after: readonly NoteRow[]): readonly NoteRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = after.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && equalRows(old, row) ? old : row;
  });
  return sameItems(before, rows) ? before : rows;
}

/** The rows' ids; the old array itself if they are the same. */
export function shareIds(before: readonly NoteId[], rows: readonly NoteRow[]): readonly NoteId[] {
  const ids = rows.map((row) => row.id);
  return sameItems(before, ids) ? before : ids;
}

const FIELDS = {
  id: true,
  title: true,
  excerpt: true,
  clipped: true,
  createdAt: true,
  pending: true,
  refused: true,
  conflictCopy: true,
} as const satisfies Record<keyof NoteRow, true>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object above has exactly these keys
const FIELD_NAMES = Object.keys(FIELDS) as (keyof NoteRow)[];

function equalRows(one: NoteRow, other: NoteRow): boolean {
  return FIELD_NAMES.every((name) => one[name] === other[name]);
}

function sameItems<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
