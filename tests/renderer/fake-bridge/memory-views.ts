/** Views of notes in memory, by the plain definitions of lists, search and labels. */
import { colorOf } from '#shared/note/colors.ts';
import { AppError } from '#shared/base/error.ts';
import { labelKey, shortLabels, shownLabels, withLabels } from '#shared/note/labels.ts';
import { isConflictCopy, listOf, type Note } from '#shared/note/note.ts';
import { canBeNear, firstNear, nearMatcher } from '#shared/note/near.ts';
import { isBlank, matcher } from '#shared/text/search.ts';
import { isEmptySearch, type NoteRow, type View } from '#shared/note/view.ts';
import type { AccountParts } from '#account/requests.ts';
import { datesOf } from '#account/views/note-dates.ts';
import { beginningOf, type Excerpt, excerptAt, excerptsAtHits, rowTitle } from '#account/tables/excerpt.ts';
import type { MemoryHistory } from './memory-history.ts';
import type { MemoryStore, ShownRecord } from './memory-store.ts';

/** The number of near matches per answer. */
const NEAR_SLICE = 10;

type Words = Parameters<ReturnType<typeof matcher>>[0];

export function createMemoryViews(
  store: MemoryStore,
  state: () => { readonly revision: number; readonly isCounting: boolean },
): AccountParts['views'] {
  function find(
    { list, query, labels }: View,
    match = matcher as (text: string) => (words: Words) => unknown,
  ) {
    const isHit = match(query);
    const hits = store
      .all()
      .filter((note) => listOf(note.local) === list && isHit(note.local))
      .filter((note) => labels.every((name) => keysOf(note).includes(labelKey(name))));
    const pinned = hits.filter(isPinned);
    return { hits: [...pinned, ...hits.filter((note) => !isPinned(note))], pinned: pinned.length };
  }

  return {
    page({ offset, limit, ...view }) {
      const { revision, isCounting } = state();
      const { hits, pinned } = find(view);
      const excerptAtHit = isBlank(view.query) ? beginningOf : excerptsAtHits(view.query);
      return {
        revision,
        offset,
        total: hits.length,
        pinned,
        ...(isCounting && !isEmptySearch(view) && { atLeast: true }),
        rows: hits.slice(offset, offset + limit).map((note) => {
          const words = note.local.text ?? '';
          const excerpt = excerptAtHit(words, () => words);
          return rowOf(note, store.history, excerpt);
        }),
      };
    },
    // A place is the number of rows above it, because the list does not change between requests.
    ids({ below, limit, ...view }) {
      const { hits } = find(view);
      const from = below?.key ?? 0;
      const end = from + limit;
      return {
        ids: hits.slice(from, end).map(({ id }) => id),
        below: end < hits.length ? { section: 0, key: end } : null,
      };
    },
    near({ below, limit, ...view }) {
      const { query } = view;
      const { hits } = find(view, (words) => (canBeNear(words) ? nearMatcher(words) : () => false));
      const kindOf = nearMatcher(query);
      const from = below?.key ?? 0;
      const end = from + Math.min(limit, NEAR_SLICE);
      const notes = hits.slice(from, end).flatMap((note) => {
        const kind = kindOf(note.local);
        const words = note.local.text ?? '';
        const excerpt = excerptAt(words, kind && firstNear(words, query, kind));
        return kind === null ? [] : [{ kind, row: rowOf(note, store.history, excerpt) }];
      });
      return { notes, below: end < hits.length ? { section: 0, key: end } : null };
    },
    counts() {
      const counts = { active: 0, archived: 0, trashed: 0 };
      for (const { local } of store.all()) counts[listOf(local)] += 1;
      return counts;
    },
    labels() {
      const all = store.all();
      const names = withLabels(
        [],
        all.flatMap(({ local }) => shownLabels(local.labels)),
      );
      const keys = all.filter(({ local }) => listOf(local) === 'active').flatMap(keysOf);
      const counts = Map.groupBy(keys, (key) => key);
      return names
        .map((name) => ({ name, active: counts.get(labelKey(name))?.length ?? 0 }))
        .toSorted((a, b) => a.name.localeCompare(b.name));
    },
    note(id) {
      const note = store.read(id);
      if (note === null) throw new AppError('note-not-found', 'note-gone');
      return noteOf(note, store.history);
    },
  };
}

function keysOf({ local }: ShownRecord): readonly string[] {
  return shownLabels(local.labels).map(labelKey);
}

function isPinned({ local }: ShownRecord): boolean {
  return local.isPinned === true && listOf(local) === 'active';
}

export function noteOf(note: ShownRecord, history: MemoryHistory): Note {
  const labels = shortLabels(note.local.labels);
  const overwritten = history.latest(note.id)?.written?.at ?? null;
  return { id: note.id, ...note.local, labels, ...datesOf(note.created, note.extra, overwritten) };
}

function rowOf(note: ShownRecord, history: MemoryHistory, { excerpt, clipped }: Excerpt): NoteRow {
  const { pending } = note;
  const { id, title, createdAt, editedAt, conflictOf, color, labels } = noteOf(note, history);
  return {
    id,
    title: rowTitle(title),
    excerpt,
    clipped,
    createdAt,
    editedAt,
    pending: pending !== null,
    refused: pending?.refused ?? null,
    conflictCopy: isConflictCopy({ conflictOf }),
    pinned: isPinned(note),
    color: colorOf(color),
    labels: shownLabels(labels),
  };
}
