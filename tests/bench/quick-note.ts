/** From the keys that open the quick note to the caret in its text. README.md says what is measured. */
import * as v from 'valibot';
import { type Figure, absoluteFigure, median } from './figure.ts';
import { runOnHost } from './support/on-host.ts';

const ROUNDS = 31;
const LONGEST_MS = 100;

const timesSchema = v.pipe(v.array(v.number()), v.length(ROUNDS));

export async function quickNote(): Promise<readonly Figure[]> {
  const times = v.parse(timesSchema, await runOnHost('quick-note-app', String(ROUNDS)));
  return [
    absoluteFigure('quick-note', 'ms', median(times), LONGEST_MS),
    absoluteFigure('quick-note: slowest of 31', 'ms', Math.max(...times), 2 * LONGEST_MS),
  ];
}
