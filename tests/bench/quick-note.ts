/** From the keys that open the quick note to the caret in its text. README.md says what is measured. */
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { build } from '../commands/lib/build.mjs';
import { displayFor, startNode } from '../commands/lib/display.mjs';
import { ensureHost } from '../commands/lib/host.mjs';
import { at } from '../commands/lib/paths.mjs';
import { type Figure, limited, median } from './figure.ts';

const ROUNDS = 31;
const LONGEST_MS = 100;

const timesSchema = v.pipe(v.array(v.number()), v.length(ROUNDS));

export async function quickNote(): Promise<readonly Figure[]> {
  const display = await displayFor(await ensureHost());
  await build();
  const sample = startNode(display, [at('tests/bench/samples/quick-note-app.ts'), String(ROUNDS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = sample.child;
  if (stdout === null) throw new Error('The sample was started without a pipe.');
  const [output, code] = await Promise.all([text(stdout), sample.ended]);
  if (code !== 0) throw new Error(`The sample ended with ${code}.`);
  const times = v.parse(timesSchema, JSON.parse(output));
  return [
    limited('quick-note', 'ms', median(times), LONGEST_MS),
    limited('quick-note: slowest of 31', 'ms', Math.max(...times), 2 * LONGEST_MS),
  ];
}
