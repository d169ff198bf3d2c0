/**
 * `npm run bench -- [name] [--json] [--against COMMIT [--turns N]]`. A figure out of its bound is printed as such,
 * but does not fail the command.
 */
import { Console } from 'node:console';
import { parseArgs } from 'node:util';
import { endOnSignals } from '#tools/commands/lib/processes.mjs';
import { Stop } from '#tools/commands/lib/stop.mjs';
import { checkOut, measureInTurns, UNKNOWN_NAME } from './against.ts';
import { BENCHES } from './benches.ts';
import { pairedTable, table } from './table.ts';

// Standard output is for the figures, so messages such as those of a build go to standard error.
globalThis.console = new Console(process.stderr);
endOnSignals();

const names = [...BENCHES.keys()].join(', ');
/** An even number, so that each side is as often the first. */
const TURNS = 2;

interface Arguments {
  readonly chosen: readonly string[];
  readonly json: boolean;
  readonly against: string | undefined;
  readonly turns: number;
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, against: { type: 'string' }, turns: { type: 'string' } },
      allowPositionals: true,
    });
    const { json = false, against } = values;
    const turns = Number(values.turns ?? TURNS);
    const unknown = positionals.find((name) => !BENCHES.has(name));
    if (unknown !== undefined) refuse(`There is no bench "${unknown}".`);
    if (!Number.isInteger(turns) || turns < 1) refuse('--turns takes a whole number from 1 on.');
    const chosen = [...BENCHES.keys()].filter(
      (name) => positionals.length === 0 || positionals.includes(name),
    );
    return { chosen, json, against, turns };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(reason: string): never {
  console.error(
    `${reason} Usage: npm run bench -- [name] [--json] [--against COMMIT [--turns N]], where a name is one of: ${names}.`,
  );
  process.exit(UNKNOWN_NAME);
}

/** @returns the figures of each bench */
async function measureEach<T>(
  chosen: readonly string[],
  measure: (name: string) => Promise<readonly T[]>,
): Promise<T[]> {
  const figures: T[] = [];
  for (const name of chosen) {
    console.error(`Measuring ${name} …`);
    figures.push(...(await measure(name)));
  }
  return figures;
}

async function run({ chosen, json, against, turns }: Arguments): Promise<string> {
  const jsonOf = (figures: unknown): string => JSON.stringify(figures, null, 2);
  if (against === undefined) {
    const figures = await measureEach(chosen, async (name) => (await BENCHES.get(name)?.()) ?? []);
    return json ? jsonOf(figures) : table(figures);
  }
  const folder = await checkOut(against);
  const figures = await measureEach(chosen, (name) => measureInTurns(name, folder, turns));
  return json ? jsonOf(figures) : pairedTable(figures, against);
}

try {
  process.stdout.write(`${await run(readArguments())}\n`);
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
