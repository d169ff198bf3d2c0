/**
 * From the keys that open the quick note to the caret in its text, in several worlds. README.md says what is
 * measured.
 */
import * as v from 'valibot';
import { type Figure, absoluteFigure, median } from './figure.ts';
import { runOnHost } from './support/on-host.ts';

const ROUNDS = 31;
const LONGEST_MS = 100;
/** A second start is a process that the system has to start, and that cannot be ready sooner. */
const LONGEST_START_MS = 1500;

const times = v.pipe(v.array(v.number()), v.length(ROUNDS));
const TimesSchema = v.strictObject({
  keys: times,
  offline: times,
  'signed out': times,
  'main window closed': times,
  'second start': times,
  'second start, with its process': times,
});

export async function quickNote(): Promise<readonly Figure[]> {
  const {
    keys,
    'second start, with its process': started,
    ...others
  } = v.parse(TimesSchema, await runOnHost('quick-note-app', String(ROUNDS)));
  return [
    absoluteFigure('quick-note', 'ms', median(keys), LONGEST_MS),
    absoluteFigure('quick-note: slowest of 31', 'ms', Math.max(...keys), 2 * LONGEST_MS),
    ...Object.entries(others).map(([world, measured]) =>
      absoluteFigure(`quick-note: ${world}`, 'ms', median(measured), LONGEST_MS),
    ),
    absoluteFigure('quick-note: second start, with its process', 'ms', median(started), LONGEST_START_MS),
  ];
}
