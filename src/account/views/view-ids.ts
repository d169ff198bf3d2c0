/** The ids of a view in its order, one part at a time. */
import type { IdsPage, IdsRequest } from '#shared/ipc/bulk.ts';
import type { NoteId } from '#shared/note/note.ts';
import { isEmptySearch } from '#shared/note/view.ts';
import type { Connection } from '../database/connection.ts';
import { type HitFinder, sectionsFrom } from './hits.ts';

interface Row {
  readonly key: number;
  readonly id: NoteId;
}

/** Finds keys of hits, and the place at which to continue. */
type FindHits = (request: IdsRequest) => ReturnType<HitFinder['findBelow']>;

/** Greater than any key. */
const TOP = Number.MAX_SAFE_INTEGER + 1;

export function createViewIds(db: Connection, findHits: FindHits): (request: IdsRequest) => IdsPage {
  // Keys are cast, because a JavaScript number arrives as a float.
  const selectSection = db.prepare<[number, number, number], Row>(
    'SELECT key, id FROM notes WHERE section = ? AND key < CAST(? AS INTEGER) ORDER BY key DESC LIMIT ?',
  );
  // The rows come in the order of the given keys.
  const byKeys = db.prepare<[string], Row>(
    'SELECT n.key, n.id FROM json_each(?) j CROSS JOIN notes n ON n.key = j.value',
  );

  function idsOfList({ list, below, limit }: IdsRequest): IdsPage {
    const ids: NoteId[] = [];
    for (const section of sectionsFrom(list, below)) {
      const key = section === below?.section ? below.key : null;
      const rows = selectSection.all(section, key ?? TOP, limit - ids.length);
      ids.push(...rows.map(({ id }) => id));
      if (ids.length === limit) return { ids, below: { section, key: rows.at(-1)?.key ?? key } };
    }
    return { ids, below: null };
  }

  return (request) => {
    if (isEmptySearch(request)) return idsOfList(request);
    const { keys, below } = findHits(request);
    return { ids: byKeys.all(JSON.stringify(keys)).map(({ id }) => id), below };
  };
}
