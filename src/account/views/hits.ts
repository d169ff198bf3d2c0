/**
 * Finds the notes of a list that match a search, pinned notes first and newest first in each section, step by
 * step: a page needs only the first hits, and counting continues later. Each section has a walk of its own,
 * one after the other. Each step goes from one key down to another and finds exactly what `search.ts` and the
 * labels of the notes define: it asks the index, or the table of labels, and checks the notes that the index
 * does not hold. Hits stay valid while notes change, because the changed notes are checked again.
 */
import type { ListName } from '#shared/note/note.ts';
import { fold, isBlank, matcher } from '#shared/text/search.ts';
import type { Place, View } from '#shared/note/view.ts';
import type { Connection } from '../database/connection.ts';
import { type SearchTerms, createLabels } from './labels.ts';
import type { ListSizes } from './list-sizes.ts';
import { ALL_SECTIONS, PINNED, SECTIONS } from './sections.ts';
import type { Part } from './index-file.ts';
import type { SearchIndex } from './search-index.ts';
import { indexQuery, type IndexQuery, type Words } from './search-words.ts';

export interface Hits {
  /**
   * Pinned notes first, newest first in each section: all hits down to some key of the last section begun.
   */
  readonly keys: readonly number[];
  /**
   * How many of them are in the pinned section. Hits of other sections follow only once
   * all pinned ones are found.
   */
  readonly pinned: number;
  readonly isComplete: boolean;
}

export interface HitFinder {
  /**
   * Continues until this many hits are found.
   * @param wanted number of hits
   * @param effort maximum duration, roughly in microseconds
   */
  find(view: View, wanted: number, effort: number): Hits;
  /** Continues with the last view of `find`. */
  findMore(wanted: number, effort: number): Hits;
  /**
   * Keys of hits below a place (null for the list's top), found by walks of their own.
   * @returns the keys, and the place down to which all hits are found; null if there are no more
   */
  findBelow(
    place: View & { readonly below: Place | null },
    wanted: number,
    effort: number,
  ): { readonly keys: readonly number[]; readonly below: Place | null };
}

/** The limits of a step, and when it does not ask the index. */
const LIMITS = {
  /** If all sections together have fewer hits than this, the index is asked for all of them at once. */
  fewHits: 100,
  /** Keys to request from the index. */
  hits: 512,
  /** Notes to check, and roughly how many of their UTF-16 units. */
  looks: 64,
  units: 80_000,
  /** A section with so few notes is scanned, because a frequent word has more hits in the others. */
  smallList: 40,
  /** If a label has so few notes, these are checked instead of the hits of the index. */
  fewLabelled: 2_000,
};
const LEAST_HITS = 16;
/**
 * The effort, roughly in microseconds, of a listed key and of a checked note; then
 * UTF-16 units per microsecond.
 */
const HIT_EFFORT = 2;
const LOOK_EFFORT = 5;
const UNITS_PER_EFFORT = 80;
/**
 * Once the index has given this many hits for each note of the section, scanning the rest
 * of the section is faster.
 */
const HITS_PER_LOOK = 5;
/** After more changes than this, the search starts over. */
const MOST_CHANGES = 500;
/** Greater and less than any key. */
const TOP = 2 ** 62;
const BOTTOM = -TOP;

/**
 * Records the keys of notes that were added, removed or changed: in memory, within the
 * transaction of the notes.
 */
const CHANGE_TRACKING = `
  CREATE TEMP TABLE changed_notes (key INTEGER PRIMARY KEY);
  CREATE TEMP TRIGGER change_inserted AFTER INSERT ON main.notes BEGIN
    INSERT OR IGNORE INTO changed_notes VALUES (new.key);
  END;
  CREATE TEMP TRIGGER change_updated AFTER UPDATE OF key, title, text, is_archived, is_deleted, is_gone, is_pinned, labels ON main.notes BEGIN
    INSERT OR IGNORE INTO changed_notes VALUES (old.key), (new.key);
  END;
  CREATE TEMP TRIGGER change_deleted AFTER DELETE ON main.notes BEGIN
    INSERT OR IGNORE INTO changed_notes VALUES (old.key);
  END;
`;

interface CurrentSearch {
  readonly list: ListName;
  readonly terms: SearchTerms;
  /** One for each section, in their order; each is complete before the next begins. */
  readonly walks: readonly Walk[];
}

interface Walk {
  readonly section: number;
  readonly index: IndexQuery | null;
  /** Null if the search has only labels and no words. */
  readonly matches: ((words: Words) => boolean) | null;
  readonly labels: readonly Label[];
  /** The label whose notes the walk follows; null if it follows those of the index or of the section. */
  readonly label: Label | null;
  /** Number of hits that the index has given. */
  indexHits: number;
  /** All hits from this key upwards are found; null if all hits are found. */
  from: number | null;
  keys: number[];
}

/** A label in all its spellings. */
type Label = readonly string[];

/**
 * To be called once for each connection.
 * @param limits for tests
 */
export function createHitFinder(
  db: Connection,
  index: SearchIndex,
  sizes: ListSizes,
  limits = LIMITS,
): HitFinder {
  db.exec(CHANGE_TRACKING);
  const statements = prepare(db);
  const labels = createLabels(db);
  let search: CurrentSearch | null = null;

  function begin(list: ListName, terms: SearchTerms): CurrentSearch {
    statements.forget.run();
    return { list, terms, walks: SECTIONS[list].map((section) => walkFrom(TOP, section, terms)) };
  }

  function walkFrom(from: number, section: number, terms: SearchTerms): Walk {
    const matches = isBlank(terms.query) ? null : matcher(terms.query);
    const indexed = matches === null ? null : indexQuery(fold(terms.query));
    const size = sizes.sizeOfSection(section);
    const label = labelToFollow(terms.labels, indexed === null ? size : Math.min(size, limits.fewLabelled));
    return { section, index: indexed, matches, labels: terms.labels, label, indexHits: 0, from, keys: [] };
  }

  /** The label with the fewest notes; null if even these are more than `most`. */
  function labelToFollow(all: readonly Label[], most: number): Label | null {
    const counted = all.map((label) => ({
      label,
      size: label.reduce((sum, name) => sum + (statements.labelSize.get(name, most + 1)?.size ?? 0), 0),
    }));
    const [fewest] = counted.toSorted((first, second) => first.size - second.size);
    return fewest === undefined || fewest.size > most ? null : fewest.label;
  }

  /** Updates the hits found so far for the notes that have changed since. */
  function catchUp(now: CurrentSearch): CurrentSearch {
    const changed = statements.changed.all(MOST_CHANGES + 1).map(({ key }) => key);
    if (changed.length === 0) return now;
    if (changed.length > MOST_CHANGES) return begin(now.list, now.terms);
    statements.forget.run();
    const changedKeys = new Set(changed);
    for (const walk of now.walks) {
      const { from, section } = walk;
      const toCheck = keysWithLabels(
        walk.labels,
        changed.filter((key) => from === null || key >= from),
      );
      const found = statements.words
        .all(JSON.stringify(toCheck), section)
        .filter((words) => walk.matches === null || walk.matches(words));
      const unchanged = walk.keys.filter((key) => !changedKeys.has(key));
      walk.keys = [...unchanged, ...found.map(({ key }) => key)].toSorted(newestFirst);
    }
    return now;
  }

  /** The keys whose notes have all of the labels. */
  function keysWithLabels(searchLabels: readonly Label[], keys: readonly number[]): readonly number[] {
    return searchLabels.reduce(
      (remaining, label) =>
        statements.labelled.all(JSON.stringify(remaining), JSON.stringify(label)).map(({ key }) => key),
      keys,
    );
  }

  /** Keys of the label's notes in any section, newest first. */
  function keysOf(label: Label, before: number, most: number): number[] {
    const keys = label.flatMap((name) =>
      statements.keysOfLabel.all(name, before, most).map(({ key }) => key),
    );
    return [...new Set(keys)].toSorted(newestFirst).slice(0, most);
  }

  /**
   * @param ask asks the index
   * @param most how many keys to request from the index
   * @returns the effort spent
   */
  function step(walk: Walk, ask: AskIndex, most: number): number {
    const before = walk.from ?? TOP;
    const { section, matches, label } = walk;
    const isSmall = sizes.sizeOfSection(section) <= limits.smallList + walk.indexHits / HITS_PER_LOOK;
    const isIndexed = walk.index !== null && label === null && !isSmall;
    const hits = isIndexed ? ask(walk.index, partOf(section), before, most) : null;
    walk.indexHits += hits?.length ?? 0;
    // If no words must be read, a step takes more notes.
    const looks = matches === null ? limits.hits : limits.looks;
    const rest = hits === null ? statements.all : statements.unindexed;
    const otherKeys =
      label === null ? rest.all(section, before, looks).map(({ key }) => key) : keysOf(label, before, looks);
    // Down to this key, both the index's hits and the other notes are known.
    let from = Math.max(lowest(hits ?? [], most), lowest(otherKeys, looks));
    const unchecked = walk.labels.filter((walkLabel) => walkLabel !== label);
    const indexed = keysWithLabels(
      unchecked,
      statements.indexed
        .all(JSON.stringify(hits?.filter((key) => key >= from) ?? []), section)
        .map(({ key }) => key),
    );
    const unindexedKeys = keysWithLabels(
      unchecked,
      otherKeys.filter((key) => key >= from),
    );
    const isExact = walk.index?.isExact === true;
    const uncertainKeys = [...unindexedKeys, ...(isExact ? [] : indexed)].toSorted(newestFirst);
    const found = isExact ? [...indexed] : [];
    let units = 0;
    if (matches === null) {
      found.push(...statements.inSection.all(JSON.stringify(uncertainKeys), section).map(({ key }) => key));
    } else {
      for (const words of statements.words.iterate(JSON.stringify(uncertainKeys), section)) {
        if (matches(words)) found.push(words.key);
        units += (words.title?.length ?? 0) + (words.text?.length ?? 0);
        if (units < limits.units) continue;
        from = words.key;
        break;
      }
    }
    walk.keys.push(...found.filter((key) => key >= from).toSorted(newestFirst));
    walk.from = from === BOTTOM ? null : from;
    const checkEffort = matches === null ? 0 : uncertainKeys.length * LOOK_EFFORT;
    const labelKeys = walk.labels.length === 0 ? 0 : otherKeys.length;
    return ((hits?.length ?? 0) + labelKeys) * HIT_EFFORT + checkEffort + units / UNITS_PER_EFFORT;
  }

  /** @returns the effort spent */
  function advanceWalk(walk: Walk, ask: AskIndex, wanted: number, effort: number): number {
    const size = sizes.sizeOfSection(walk.section);
    if (size === 0) walk.from = null;
    // The section's likely share of the hits in its part of the index. FTS5 takes longer for more hits.
    const inPart = ALL_SECTIONS.filter((section) => partOf(section) === partOf(walk.section));
    const share = (1 + size) / inPart.reduce((sum, section) => sum + sizes.sizeOfSection(section), 1);
    let spent = 0;
    while (walk.from !== null && walk.keys.length < wanted && spent < effort) {
      const missing = (wanted - walk.keys.length) / share;
      spent += 1 + step(walk, ask, Math.ceil(Math.min(limits.hits, LEAST_HITS + 1.25 * missing)));
    }
    return spent;
  }

  /** @returns the complete walks, and the one in progress, if any */
  function advance(walks: readonly Walk[], wanted: number, effort: number): readonly Walk[] {
    let found = 0;
    let spent = 0;
    const ask = askOnce(index, limits.fewHits);
    const startedWalks: Walk[] = [];
    for (const walk of walks) {
      startedWalks.push(walk);
      spent += advanceWalk(walk, ask, wanted - found, effort - spent);
      found += walk.keys.length;
      if (walk.from !== null) break;
    }
    return startedWalks;
  }

  function hitsOf(now: CurrentSearch, wanted: number, effort: number): Hits {
    const startedWalks = advance(now.walks, wanted, effort);
    const pinned = startedWalks.reduce(
      (sum, walk) => sum + (walk.section === PINNED ? walk.keys.length : 0),
      0,
    );
    const keys = startedWalks.filter((walk) => walk.keys.length > 0).map((walk) => walk.keys);
    const [first = []] = keys;
    return {
      keys: keys.length > 1 ? keys.flat() : first,
      pinned,
      isComplete: now.walks.every((walk) => walk.from === null),
    };
  }

  return {
    find({ list, ...sought }, wanted, effort) {
      const terms = labels.termsOf(sought);
      const isSame = search?.list === list && JSON.stringify(search.terms) === JSON.stringify(terms);
      search = search !== null && isSame ? catchUp(search) : begin(list, terms);
      return hitsOf(search, wanted, effort);
    },
    findMore(wanted, effort) {
      if (search === null) return { keys: [], pinned: 0, isComplete: true };
      search = catchUp(search);
      return hitsOf(search, wanted, effort);
    },
    findBelow({ list, below, ...sought }, wanted, effort) {
      const terms = labels.termsOf(sought);
      const sections = sectionsFrom(list, below);
      const walks = sections.map((section, at) =>
        walkFrom(at === 0 ? (below?.key ?? TOP) : TOP, section, terms),
      );
      const keys: number[] = [];
      for (const walk of advance(walks, wanted, effort)) {
        const { section } = walk;
        const takenKeys = walk.keys.slice(0, wanted - keys.length);
        keys.push(...takenKeys);
        if (takenKeys.length < walk.keys.length)
          return { keys, below: { section, key: takenKeys.at(-1) ?? null } };
        if (walk.from !== null)
          return { keys, below: { section, key: walk.from === TOP ? null : walk.from } };
      }
      return { keys, below: null };
    },
  };
}

type AskIndex = SearchIndex['keysBefore'];

/**
 * Asks the index for all walks of one query: if there are few hits in all, it is asked for them once. Not for
 * later calls, because notes that are indexed in between would be missed.
 */
function askOnce(index: SearchIndex, fewHits: number): AskIndex {
  let few: readonly number[] | null | undefined;
  return (query, part, before, most) => {
    if (few === undefined) few = index.fewKeys(query, fewHits);
    return few?.filter((key) => key < before).slice(0, most) ?? index.keysBefore(query, part, before, most);
  };
}

/** Pinned notes that are archived or in the trash belong to the other part. */
function partOf(section: number): Part {
  return section === PINNED ? 'pinned' : 'others';
}

export function sectionsFrom(list: ListName, below: Place | null): readonly number[] {
  const sections = SECTIONS[list];
  return below === null ? sections : sections.slice(sections.indexOf(below.section));
}

function newestFirst(first: number, second: number): number {
  return second - first;
}

/**
 * The last of the keys; less than any key if there are fewer than `limit`, because then there are no more.
 */
function lowest(keys: readonly number[], limit: number): number {
  return keys.length < limit ? BOTTOM : (keys.at(-1) ?? BOTTOM);
}

/**
 * Keys are cast: a JavaScript number arrives as a float. The order of the join is fixed, because otherwise
 * SQLite would read all of a short list.
 */
function prepare(db: Connection) {
  const inList = 'CROSS JOIN notes n INDEXED BY notes_by_section ON n.section = ? AND n.key';
  return {
    changed: db.prepare<[number], { key: number }>('SELECT key FROM temp.changed_notes LIMIT ?'),
    forget: db.prepare<[]>('DELETE FROM temp.changed_notes'),
    labelSize: db.prepare<[string, number], { size: number }>(
      'SELECT count(*) AS size FROM (SELECT 1 FROM note_labels WHERE name = ? LIMIT ?)',
    ),
    keysOfLabel: db.prepare<[string, number, number], { key: number }>(
      'SELECT key FROM note_labels WHERE name = ? AND key < CAST(? AS INTEGER) ORDER BY key DESC LIMIT ?',
    ),
    labelled: db.prepare<[string, string], { key: number }>(
      `SELECT j.value AS key FROM json_each(?) j WHERE EXISTS (
         SELECT 1 FROM note_labels l WHERE l.name IN (SELECT value FROM json_each(?)) AND l.key = j.value)`,
    ),
    inSection: db.prepare<[string, number], { key: number }>(
      `SELECT n.key FROM json_each(?) j ${inList} = j.value`,
    ),
    all: db.prepare<[number, number, number], { key: number }>(
      'SELECT key FROM notes WHERE section = ? AND key < CAST(? AS INTEGER) ORDER BY key DESC LIMIT ?',
    ),
    unindexed: db.prepare<[number, number, number], { key: number }>(
      `SELECT u.key FROM unindexed u ${inList} = u.key WHERE u.key < CAST(? AS INTEGER) ORDER BY u.key DESC LIMIT ?`,
    ),
    indexed: db.prepare<[string, number], { key: number }>(
      `SELECT n.key FROM json_each(?) j ${inList} = j.value WHERE NOT EXISTS (SELECT 1 FROM unindexed u WHERE u.key = n.key)`,
    ),
    // The rows come in the order of the given keys.
    words: db.prepare<[string, number], Words & { readonly key: number }>(
      `SELECT n.key, n.title, n.text FROM json_each(?) j ${inList} = j.value`,
    ),
  };
}
