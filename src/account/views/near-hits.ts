/**
 * Notes of a list that nearly match a query (`#shared/note/near.ts`), pinned notes first and newest first in
 * each section. They are rare and rarely looked for, so no index is stored for them: the notes' texts are
 * read, one slice for each request. The caller stops asking when another query is typed.
 */
import type { IdsRequest } from '#shared/ipc/bulk.ts';
import { canBeNear, firstNear, nearMatcher, type NearKind } from '#shared/note/near.ts';
import type { Place } from '#shared/note/view.ts';
import type { Connection } from '../database/connection.ts';
import { type Excerpt, excerptAt } from '../tables/excerpt.ts';
import { sectionsFrom } from './hits.ts';
import type { Labels } from './labels.ts';
import type { Words } from './search-words.ts';

export interface NearHit {
  readonly key: number;
  readonly kind: NearKind;
  readonly excerpt: Excerpt;
}

export interface NearHits {
  readonly hits: readonly NearHit[];
  /** As in `NearPage`. */
  readonly below: Place | null;
}

interface Row extends Words {
  readonly key: number;
}

/**
 * A request that arrives meanwhile waits no longer than this and the last note. A slice ends by the clock, so
 * it does less work on a busy machine.
 */
const SLICE_MS = 3;
/** Greater than any key. */
const TOP = Number.MAX_SAFE_INTEGER + 1;

/** @param now milliseconds since any moment; for tests */
export function createNearHits(
  db: Connection,
  labels: Labels,
  now = () => performance.now(),
): (request: IdsRequest) => NearHits {
  // Keys are cast, because a JavaScript number arrives as a float.
  const notesBelow = db.prepare<[number, number], Row>(
    'SELECT key, title, text FROM notes WHERE section = ? AND key < CAST(? AS INTEGER) ORDER BY key DESC',
  );
  const labelled = db.prepare<[number, string], { key: number }>(
    'SELECT key FROM note_labels WHERE key = ? AND name IN (SELECT value FROM json_each(?)) LIMIT 1',
  );
  /** The matcher of the latest query, whose slices come one after the other. */
  let latest: { readonly query: string; readonly kindOf: ReturnType<typeof nearMatcher> } | null = null;

  return (request) => {
    const { list, query, below, limit } = request;
    const terms = labels.termsOf(request);
    if (!canBeNear(query)) return { hits: [], below: null };
    if (latest?.query !== query) latest = { query, kindOf: nearMatcher(query) };
    const { kindOf } = latest;
    const end = now() + SLICE_MS;
    const hits: NearHit[] = [];
    const hasLabels = (key: number): boolean =>
      terms.labels.every((names) => labelled.get(key, JSON.stringify(names)) !== undefined);
    for (const section of sectionsFrom(list, below)) {
      const from = section === below?.section ? below.key : null;
      for (const row of notesBelow.iterate(section, from ?? TOP)) {
        const kind = kindOf(row);
        if (kind !== null && hasLabels(row.key)) hits.push(toHit(row, query, kind));
        if (hits.length === limit || now() >= end) return { hits, below: { section, key: row.key } };
      }
    }
    return { hits, below: null };
  };
}

function toHit({ key, text }: Row, query: string, kind: NearKind): NearHit {
  return { key, kind, excerpt: excerptAt(text ?? '', firstNear(text ?? '', query, kind)) };
}
