/** A bench of the built app: a sample of its own process that has the host, the build and the display that it needs. */
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { build } from '../../commands/lib/build.mjs';
import { displayFor, startNode } from '../../commands/lib/display.mjs';
import { ensureHost } from '../../commands/lib/host.mjs';
import { at } from '../../commands/lib/paths.mjs';
import type { Bench } from '../figure.ts';

const FiguresSchema = v.array(
  v.object({
    name: v.string(),
    unit: v.string(),
    figure: v.number(),
    baseline: v.nullable(v.number()),
    ratio: v.nullable(v.number()),
    bound: v.number(),
    holds: v.boolean(),
  }),
);

/** @param sample name of a file in `samples/` that writes its figures as JSON to standard output, and nothing else */
export function onHost(sample: string): Bench {
  return async () => {
    const display = await displayFor(await ensureHost());
    await build();
    const running = startNode(display, [at(`tests/bench/samples/${sample}.ts`)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { stdout } = running.child;
    if (stdout === null) throw new Error('The sample was started without a pipe');
    const [output, code] = await Promise.all([text(stdout), running.ended]);
    if (code !== 0) throw new Error(`The sample ${sample} ended with ${code}`);
    return v.parse(FiguresSchema, JSON.parse(output));
  };
}
