/** Typing in the search box over up to a hundred thousand notes. README.md says what is measured. */
import * as v from 'valibot';
import { LISTS } from '#shared/note/note.ts';
import { relativeFigure, type Figure, absoluteFigure, median, percentile } from './figure.ts';
import { runOnHost } from './support/on-host.ts';

const SIZES = [1_000, 10_000, 100_000];
/** Sixty in a second. */
const FRAME_MS = 1000 / 60;
/**
 * Bounds for nearly all keystrokes: milliseconds, and multiples of an answer without rows over the same
 * bridge.
 */
const MOST_MS = 16;
const MOST_EMPTY = 3;
/** Bound as a part of the time that a scan of the texts of all notes in memory takes. */
const MOST_RATIO = 1 / 10;
/** Bounds for near matches, in milliseconds of CPU: all slices together, and each, for which a key may wait. */
const MOST_NEAR_MS = 500;
const MOST_SLICE_MS = 4;
/** Bound as a multiple of the time that a key takes in a field that does nothing. */
const MOST_DELAY = 1.5;

const timesSchema = v.pipe(v.array(v.number()), v.minLength(100));
const resultSchema = v.object({
  active: timesSchema,
  archived: timesSchema,
  trashed: timesSchema,
  empty: timesSchema,
  taken: timesSchema,
  shown: timesSchema,
  shownBare: timesSchema,
  own: timesSchema,
  near: v.array(v.number()),
  nearSlices: v.array(v.number()),
  memory: timesSchema,
});

type Times = v.InferOutput<typeof resultSchema>;

export async function search(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const notes of SIZES) {
    const times = v.parse(resultSchema, await runOnHost('search-app', String(notes)));
    const name = `search: ${notes.toLocaleString('en')} notes`;
    figures.push(...answered(name, times, notes === 100_000), ...typed(name, times));
  }
  return figures;
}

function answered(name: string, times: Times, isLarge: boolean): Figure[] {
  const empty = percentile(times.empty, 95);
  const lists = LISTS.map((list) => {
    const p95 = percentile(times[list], 95);
    const title = `${name}, ${list}, p95`;
    return isLarge
      ? absoluteFigure(title, 'ms', p95, MOST_MS)
      : relativeFigure(title, 'ms', p95, empty, MOST_EMPTY);
  });
  if (!isLarge) return lists;
  const ownTime = percentile(times.own, 95);
  const memory = percentile(times.memory, 95);
  return [
    ...lists,
    relativeFigure(`${name}, p95 without the bridge`, 'ms', ownTime, memory, MOST_RATIO),
    absoluteFigure(`${name}, all near matches, median`, 'ms CPU', median(times.near), MOST_NEAR_MS),
    absoluteFigure(
      `${name}, a slice of near matches, p95`,
      'ms CPU',
      percentile(times.nearSlices, 95),
      MOST_SLICE_MS,
    ),
  ];
}

function typed(name: string, { taken, shown, shownBare }: Times): Figure[] {
  const p95 = percentile(shown, 95);
  return [
    absoluteFigure(`${name}, a key until the page has it, p95`, 'ms', percentile(taken, 95), FRAME_MS),
    absoluteFigure(`${name}, a key until its frame, p95`, 'ms', p95, 2 * FRAME_MS),
    relativeFigure(
      `${name}, the same against a bare field`,
      'ms',
      p95,
      percentile(shownBare, 95),
      MOST_DELAY,
    ),
  ];
}
