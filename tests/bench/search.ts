/** Typing in the search box over up to a hundred thousand notes. README.md says what is measured. */
import * as v from 'valibot';
import { compared, type Figure, limited, percentile } from './figure.ts';
import { runOnHost } from './support/on-host.ts';

/** How many notes, and how many milliseconds a keystroke may take for nearly all. */
const SIZES = [
  { notes: 1_000, most: 8 },
  { notes: 10_000, most: 8 },
  { notes: 100_000, most: 16 },
] as const;
/** Sixty in a second. */
const FRAME_MS = 1000 / 60;
/** Of the time that looking through all texts in memory takes. */
const MOST_RATIO = 1 / 8;
/** Of the time that a key takes in a field that has nothing to do. */
const MOST_DELAY = 1.5;

const timesSchema = v.pipe(v.array(v.number()), v.minLength(100));
const resultSchema = v.object({
  app: timesSchema,
  taken: timesSchema,
  shown: timesSchema,
  shownBare: timesSchema,
  own: timesSchema,
  memory: timesSchema,
});

export async function search(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { notes, most } of SIZES) {
    const result = v.parse(resultSchema, await runOnHost('search-app', String(notes)));
    figures.push(...figuresOf(notes, most, result));
  }
  return figures;
}

function figuresOf(
  notes: number,
  most: number,
  { app, taken, shown, shownBare, own, memory }: v.InferOutput<typeof resultSchema>,
): Figure[] {
  const name = `search: ${notes.toLocaleString('en')} notes`;
  const p95 = percentile(app, 95);
  const ownP95 = percentile(own, 95);
  const shownP95 = percentile(shown, 95);
  const memoryP95 = percentile(memory, 95);
  const figures = [
    limited(`${name}, p50`, 'ms', percentile(app, 50), most),
    limited(`${name}, p95`, 'ms', p95, most),
    limited(`${name}, p95 without the bridge`, 'ms', ownP95, most),
    limited(`${name}, a key until the page has it, p95`, 'ms', percentile(taken, 95), FRAME_MS),
    limited(`${name}, a key until its frame, p95`, 'ms', shownP95, 2 * FRAME_MS),
    compared(`${name}, the same against a bare field`, 'ms', shownP95, percentile(shownBare, 95), MOST_DELAY),
  ];
  if (notes < 100_000) return figures;
  return [
    ...figures,
    compared(`${name}, p95 against memory`, 'ms', p95, memoryP95, MOST_RATIO),
    compared(`${name}, p95 without the bridge against memory`, 'ms', ownP95, memoryP95, MOST_RATIO),
  ];
}
