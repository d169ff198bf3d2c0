/**
 * Measures this checkout and another commit in turns, so that each figure has a ratio to that commit however
 * busy the machine is. Each side is a checkout whose own bench command is called, so each has its own
 * packages, build, samples and bench code, and the other commit may be laid out in another way. A figure is
 * found on the other side by its name.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { at } from '#tools/commands/lib/paths.mjs';
import { capture, start } from '#tools/commands/lib/processes.mjs';
import { Stop } from '#tools/commands/lib/stop.mjs';
import { absoluteFigure, type Figure, FiguresSchema, median, relativeFigure } from './figure.ts';

/** The medians of all turns, and the median of the ratios of the turns to the other commit. */
export interface PairedFigure extends Figure {
  /** Null if the other commit has no such figure. */
  readonly toCommit: number | null;
}

/** The exit code of the bench command for a name that it does not know. */
export const UNKNOWN_NAME = 2;

/** A bench that is asked to end ends the app, and an install that it has begun. */
const GRACE_MS = 30_000;

/** One side's figures of a bench, turn by turn. */
type Turns = readonly (readonly Figure[])[];

/**
 * Checks a commit out into a temporary folder, which is removed when this process ends.
 * @returns the folder
 * @throws {Stop} if there is no such commit
 */
export async function checkOut(commit: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inkling-bench-'));
  process.once('exit', () => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: at(), stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });
  const { code, output } = await capture('git', ['worktree', 'add', '--detach', folder, commit]);
  if (code !== 0) throw new Stop(`The commit "${commit}" could not be checked out: ${output.trim()}`);
  return folder;
}

/** @param folder the other commit's checkout */
export async function measureInTurns(
  name: string,
  folder: string,
  turns: number,
): Promise<readonly PairedFigure[]> {
  const here: (readonly Figure[])[] = [];
  const there: (readonly Figure[])[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const sides = [() => measure(at(), name, here), () => measure(folder, name, there)];
    // Whoever comes second finds a warmer machine, or a busier one.
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await side();
  }
  return pairFigures(here, there);
}

async function measure(folder: string, name: string, results: (readonly Figure[])[]): Promise<void> {
  console.error(`In ${folder}:`);
  const { child, ended } = start(process.execPath, [scriptIn(folder), name, '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    graceMs: GRACE_MS,
  });
  if (child.stdout === null) throw new Error('The bench was started without a pipe.');
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0 && code !== UNKNOWN_NAME) throw new Error(`The bench ${name} ended with ${code}.`);
  results.push(code === 0 ? v.parse(FiguresSchema, JSON.parse(output)) : []);
}

/** What `npm run bench` runs there. Not by npm, which would not let it end what it has started. */
function scriptIn(folder: string): string {
  const file: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { bench } = v.parse(v.object({ scripts: v.object({ bench: v.string() }) }), file).scripts;
  return path.join(folder, bench.replace(/^node /, ''));
}

/** @param here the figures of this checkout @param there those of the other commit, in as many turns */
export function pairFigures(here: Turns, there: Turns): PairedFigure[] {
  const [firstTurn = []] = here;
  return firstTurn.map(({ name, unit, baseline, bound }) => {
    const own = valuesOf(here, name);
    const others = valuesOf(there, name);
    const figure = median(own.map((value) => value.figure));
    const ratios = own.map((value, turn) => value.figure / (others[turn]?.figure ?? Number.NaN));
    const baselines = own.map((value) => value.baseline ?? Number.NaN);
    return {
      ...(baseline === null
        ? absoluteFigure(name, unit, figure, bound)
        : relativeFigure(name, unit, figure, median(baselines), bound)),
      toCommit: others.length === own.length ? median(ratios) : null,
    };
  });
}

function valuesOf(turns: Turns, name: string): Figure[] {
  return turns.flatMap((figures) => figures.filter((figure) => figure.name === name));
}
