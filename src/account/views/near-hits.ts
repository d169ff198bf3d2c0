/**
 * Notes of a list that nearly match a query (`#shared/note/near.ts`), pinned notes first and newest first in
 * each section. They are rare and rarely looked for, so no index is stored for them: the notes' texts are
 * read, one slice for each request. The caller stops asking when another query is typed.
 */
import type { IdsRequest, NearPage } from '#shared/ipc/bulk.ts';
import {
  canBeNear,
  firstNear,
  NEAR_LENGTH,
  nearMatcher,
  type NearKind,
  type NearNote,
} from '#shared/note/near.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { Connection } from '../database/connection.ts';
import { excerptAt, rowTitle } from '../tables/excerpt.ts';
import { sectionsFrom } from './hits.ts';
import type { Labels } from './labels.ts';
import type { Words } from './search-words.ts';

interface Row extends Words {
  readonly key: number;
  readonly id: NoteId;
}

interface Found extends Row {
  readonly kind: NearKind;
}

/**
 * Maximum duration of a slice, roughly in microseconds; then the effort for each note, and the UTF-16 units
 * of it that add one more.
 */
const SLICE_EFFORT = 10_000;
const NOTE_EFFORT = 2;
const UNITS_PER_EFFORT = 200;
/** A note that was found has been folded several times. */
const FOUND_UNITS_PER_EFFORT = 10;
/** Greater than any key. */
const TOP = Number.MAX_SAFE_INTEGER + 1;

/** @param sliceEffort for tests */
export function createNearHits(
  db: Connection,
  labels: Labels,
  sliceEffort = SLICE_EFFORT,
): (request: IdsRequest) => NearPage {
  // Keys are cast, because a JavaScript number arrives as a float.
  const notesBelow = db.prepare<[number, number], Row>(
    'SELECT key, id, title, text FROM notes WHERE section = ? AND key < CAST(? AS INTEGER) ORDER BY key DESC',
  );
  const labelled = db.prepare<[number, string], { key: number }>(
    'SELECT key FROM note_labels WHERE key = ? AND name IN (SELECT value FROM json_each(?)) LIMIT 1',
  );
  /** The matcher of the latest query, whose slices come one after the other. */
  let latest: { readonly query: string; readonly kindOf: ReturnType<typeof nearMatcher> } | null = null;

  function find({ list, query, below, limit }: IdsRequest): { found: Found[]; below: NearPage['below'] } {
    if (latest?.query !== query) latest = { query, kindOf: nearMatcher(query) };
    const { kindOf } = latest;
    const found: Found[] = [];
    let effort = 0;
    for (const section of sectionsFrom(list, below)) {
      const from = section === below?.section ? below.key : null;
      for (const row of notesBelow.iterate(section, from ?? TOP)) {
        const kind = kindOf(row);
        const units = (row.title?.length ?? 0) + (row.text?.length ?? 0);
        effort += NOTE_EFFORT + units / UNITS_PER_EFFORT;
        if (kind !== null) {
          found.push({ ...row, kind });
          effort += units / FOUND_UNITS_PER_EFFORT;
        }
        if (found.length === limit || effort >= sliceEffort)
          return { found, below: { section, key: row.key } };
      }
    }
    return { found, below: null };
  }

  return (request) => {
    const terms = labels.termsOf(request);
    if (!canBeNear(terms.query)) return { notes: [], below: null };
    const { found, below } = find(request);
    const notes = found
      .filter(({ key }) =>
        terms.labels.every((names) => labelled.get(key, JSON.stringify(names)) !== undefined),
      )
      .map(({ id, title, text, kind }): NearNote => {
        const excerpt = excerptAt(text ?? '', firstNear(text ?? '', terms.query, kind), NEAR_LENGTH);
        return { id, kind, title: rowTitle(title), excerpt };
      });
    return { notes, below };
  };
}
