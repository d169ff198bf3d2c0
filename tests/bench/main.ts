/**
 * `npm run bench -- [name] [--json]`. A figure out of its bound is printed as such, but does not fail the
 * command.
 */
import { Console } from 'node:console';
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import type { Figure } from './figure.ts';
import { table } from './table.ts';

// Standard output is for the figures, so messages such as those of a build go to standard error.
globalThis.console = new Console(process.stderr);

const names = [...BENCHES.keys()].join(', ');

function readArguments(): { chosen: readonly string[]; json: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const unknown = positionals.find((name) => !BENCHES.has(name));
    if (unknown !== undefined) refuse(`There is no bench "${unknown}".`);
    return { chosen: positionals.length > 0 ? positionals : [...BENCHES.keys()], json: values.json ?? false };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(reason: string): never {
  console.error(`${reason} Usage: npm run bench -- [name] [--json], where a name is one of: ${names}.`);
  process.exit(2);
}

const { chosen, json } = readArguments();
const figures: Figure[] = [];
for (const [name, bench] of BENCHES) {
  if (!chosen.includes(name)) continue;
  console.error(`Measuring ${name} …`);
  figures.push(...(await bench()));
}
process.stdout.write(`${json ? JSON.stringify(figures, null, 2) : table(figures)}\n`);
