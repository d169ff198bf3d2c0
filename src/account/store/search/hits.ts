/**
 * The notes of a list that match a query, newest first, found step by step: a page needs the first of them, and counting goes on
 * later. Each step reaches from one key down to another and finds exactly what `#shared/search.ts` defines: it asks the index,
 * and looks at what the index does not hold. What was found stays while notes change, because the keys of those are looked
 * at again.
 */
import { type ListName, LISTS } from '#shared/note.ts';
import { fold, matcher } from '#shared/search.ts';
import type { Connection } from '../connection.ts';
import type { ListSizes } from '../list-sizes.ts';
import type { SearchIndex } from './search-index.ts';
import { indexQuery, type IndexQuery, type Words } from './words.ts';

export interface Hits {
  /** Newest first: all above some key. */
  readonly keys: readonly number[];
  readonly isComplete: boolean;
}

export interface HitFinder {
  /**
   * Finds until there are `wanted` hits.
   * @param effort what it may take at most, roughly in microseconds
   */
  find(list: ListName, query: string, wanted: number, effort: number): Hits;
  /** Goes on with what `find` was asked for last. */
  findMore(wanted: number, effort: number): Hits;
}

/** What a step takes at most, and when the index is of no use. */
const LIMITS = {
  /** Keys that the index is asked for. */
  hits: 512,
  /** Notes that are looked at, and about how many UTF-16 units of them. */
  looks: 64,
  units: 80_000,
  /** A list of so few notes is looked through: a frequent word has more hits in the other lists. */
  smallList: 40,
};
const LEAST_HITS = 16;
/** What each of them takes, roughly in microseconds. */
const HIT_EFFORT = 2;
const LOOK_EFFORT = 5;
const UNITS_PER_EFFORT = 80;
/** After so many changes finding begins anew. */
const MOST_CHANGES = 500;
/** Greater and less than any key. */
const TOP = 2 ** 62;
const BOTTOM = -TOP;

/** Keys of notes that came, went, or changed; in memory, within the same transaction as the notes. */
const CHANGED = `
  CREATE TEMP TABLE changed_notes (key INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER change_inserted AFTER INSERT ON main.notes BEGIN
    INSERT OR IGNORE INTO changed_notes VALUES (new.key);
  END;
  CREATE TEMP TRIGGER change_updated AFTER UPDATE OF key, title, text, is_archived, is_deleted, is_gone ON main.notes BEGIN
    INSERT OR IGNORE INTO changed_notes VALUES (old.key), (new.key);
  END;
  CREATE TEMP TRIGGER change_deleted AFTER DELETE ON main.notes BEGIN
    INSERT OR IGNORE INTO changed_notes VALUES (old.key);
  END;
`;

interface Walk {
  readonly list: ListName;
  readonly query: string;
  readonly asked: IndexQuery | null;
  readonly matches: (words: Words) => boolean;
  /** All hits from this key on are found; null where all are. */
  from: number | null;
  keys: number[];
}

/**
 * Once for a connection.
 * @param limits for tests
 */
export function createHitFinder(
  db: Connection,
  index: SearchIndex,
  sizes: ListSizes,
  limits = LIMITS,
): HitFinder {
  db.exec(CHANGED);
  const statements = prepare(db);
  let walk: Walk | null = null;

  function begin(list: ListName, query: string): Walk {
    statements.forget.run();
    return { list, query, asked: indexQuery(fold(query)), matches: matcher(query), from: TOP, keys: [] };
  }

  /** Brings what was found up to date with the notes as they are now. */
  function catchUp(one: Walk): Walk {
    const changed = statements.changed.all(MOST_CHANGES + 1).map(({ key }) => key);
    if (changed.length === 0) return one;
    if (changed.length > MOST_CHANGES) return begin(one.list, one.query);
    statements.forget.run();
    const among = new Set(changed);
    const { from } = one;
    const again = changed.filter((key) => from === null || key >= from);
    const found = statements.words.all(JSON.stringify(again), LISTS.indexOf(one.list)).filter(one.matches);
    const kept = one.keys.filter((key) => !among.has(key));
    return { ...one, keys: [...kept, ...found.map(({ key }) => key)].toSorted(newestFirst) };
  }

  /**
   * @param most keys that the index is asked for
   * @returns the effort that it took
   */
  function step(one: Walk, most: number): number {
    const before = one.from ?? TOP;
    const list = LISTS.indexOf(one.list);
    const isSmall = sizes.of(one.list) <= limits.smallList;
    const hits = one.asked === null || isSmall ? null : index.keysBefore(one.asked, before, most);
    const rest = hits === null ? statements.all : statements.unindexed;
    const others = rest.all(list, before, limits.looks).map(({ key }) => key);
    // Down to this key both are known.
    let from = Math.max(lowest(hits ?? [], most), lowest(others, limits.looks));
    const indexed = statements.indexed
      .all(JSON.stringify(hits?.filter((key) => key >= from) ?? []), list)
      .map(({ key }) => key);
    const isExact = one.asked?.isExact === true;
    const doubtful = [...others.filter((key) => key >= from), ...(isExact ? [] : indexed)].toSorted(
      newestFirst,
    );
    const found = isExact ? indexed : [];
    let units = 0;
    for (const words of statements.words.iterate(JSON.stringify(doubtful), list)) {
      if (one.matches(words)) found.push(words.key);
      units += (words.title?.length ?? 0) + (words.text?.length ?? 0);
      if (units < limits.units) continue;
      from = words.key;
      break;
    }
    one.keys.push(...found.filter((key) => key >= from).toSorted(newestFirst));
    one.from = from === BOTTOM ? null : from;
    return (hits?.length ?? 0) * HIT_EFFORT + doubtful.length * LOOK_EFFORT + units / UNITS_PER_EFFORT;
  }

  function advance(one: Walk, wanted: number, effort: number): Hits {
    // Of the hits in all lists as many should be in this one as notes are; FTS5 takes longer for more.
    const all = LISTS.reduce((sum, list) => sum + sizes.of(list), 1);
    const share = (1 + sizes.of(one.list)) / all;
    let spent = 0;
    while (one.from !== null && one.keys.length < wanted && spent < effort) {
      const missing = (wanted - one.keys.length) / share;
      spent += 1 + step(one, Math.ceil(Math.min(limits.hits, LEAST_HITS + 1.25 * missing)));
    }
    return { keys: one.keys, isComplete: one.from === null };
  }

  return {
    find(list, query, wanted, effort) {
      walk = walk?.list === list && walk.query === query ? catchUp(walk) : begin(list, query);
      return advance(walk, wanted, effort);
    },
    findMore(wanted, effort) {
      if (walk === null) return { keys: [], isComplete: true };
      walk = catchUp(walk);
      return advance(walk, wanted, effort);
    },
  };
}

function newestFirst(one: number, other: number): number {
  return other - one;
}

/** The last of so many keys, less than any where there were fewer. */
function lowest(keys: readonly number[], limit: number): number {
  return keys.length < limit ? BOTTOM : (keys.at(-1) ?? BOTTOM);
}

/** Keys are cast, because a number of JavaScript arrives as a float; and a list of few notes must not be read whole for its order. */
function prepare(db: Connection) {
  const inList = 'CROSS JOIN notes n INDEXED BY notes_by_list ON n.list = ? AND n.key';
  return {
    changed: db.prepare<[number], { key: number }>('SELECT key FROM temp.changed_notes LIMIT ?'),
    forget: db.prepare<[]>('DELETE FROM temp.changed_notes'),
    all: db.prepare<[number, number, number], { key: number }>(
      'SELECT key FROM notes WHERE list = ? AND key < CAST(? AS INTEGER) ORDER BY key DESC LIMIT ?',
    ),
    unindexed: db.prepare<[number, number, number], { key: number }>(
      `SELECT u.key FROM unindexed u ${inList} = u.key WHERE u.key < CAST(? AS INTEGER) ORDER BY u.key DESC LIMIT ?`,
    ),
    indexed: db.prepare<[string, number], { key: number }>(
      `SELECT n.key FROM json_each(?) j ${inList} = j.value WHERE NOT EXISTS (SELECT 1 FROM unindexed u WHERE u.key = n.key)`,
    ),
    // In the order of the keys that are asked for.
    words: db.prepare<[string, number], Words & { readonly key: number }>(
      `SELECT n.key, n.title, n.text FROM json_each(?) j ${inList} = j.value`,
    ),
  };
}
