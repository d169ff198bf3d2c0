/**
 * Runs samples of the built app in processes of their own, with the host, the build and the display that they
 * need.
 */
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { build } from '#tools/commands/lib/build.mjs';
import { displayFor, startNode } from '#tools/commands/lib/display.mjs';
import { ensureHost } from '#tools/commands/lib/host.mjs';
import { at } from '#tools/commands/lib/paths.mjs';
import { type Bench, FiguresSchema } from '../figure.ts';

/** A sample that measures and compares by itself. */
export function onHost(sample: string): Bench {
  return async () => v.parse(FiguresSchema, await runOnHost(sample));
}

/**
 * @param sample name of a file in `samples/` that writes JSON to standard output, and nothing else
 * @returns what it wrote
 */
export async function runOnHost(sample: string, ...args: readonly string[]): Promise<unknown> {
  const display = await displayFor(await ensureHost());
  await build();
  const running = startNode(display, [at(`tests/bench/samples/${sample}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = running.child;
  if (stdout === null) throw new Error('The sample was started without a pipe');
  const [output, code] = await Promise.all([text(stdout), running.ended]);
  if (code !== 0) throw new Error(`The sample ${sample} ended with ${code}`);
  const result: unknown = JSON.parse(output);
  return result;
}
