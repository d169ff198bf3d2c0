/** The command line of `npm run fuzz`. */
import { parseArgs } from 'node:util';

export interface FuzzOptions {
  readonly seeds: number;
  /** The first seed; the others follow it. */
  readonly first: number;
  /** No seed starts after this time. */
  readonly minutes: number;
  /** Whether to use the real client of Firestore on the local cloud, in real time. */
  readonly real: boolean;
  /** Whether to put the files of an account together from several moments. */
  readonly moments: boolean;
}

const USAGE = 'Usage: npm run fuzz -- --seeds N [--seed S] [--real | --moments] [--minutes M]';
const LARGEST = 2 ** 31 - 1;

/** Its message is one line for the terminal. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readArguments(args: readonly string[]): FuzzOptions {
  const { seeds, seed, real = false, moments = false, minutes } = parse(args);
  if (real && moments) throw new UsageError(`Either --real or --moments. ${USAGE}`);
  if (seeds === undefined && seed === undefined) throw new UsageError(`How many seeds? ${USAGE}`);
  const first = numberOf('--seed', seed ?? '1');
  const count = numberOf('--seeds', seeds ?? '1');
  if (first + count - 1 > LARGEST) throw new UsageError(`The last seed would be above ${LARGEST}. ${USAGE}`);
  const longest = minutes === undefined ? Number.POSITIVE_INFINITY : numberOf('--minutes', minutes);
  return { seeds: count, first, real, moments, minutes: longest };
}

function numberOf(name: string, value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= LARGEST) return number;
  throw new UsageError(`${name} must be a whole number from 1 on, not "${value}". ${USAGE}`);
}

function parse(args: readonly string[]): {
  seeds?: string;
  seed?: string;
  real?: boolean;
  moments?: boolean;
  minutes?: string;
} {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seeds: { type: 'string' },
        seed: { type: 'string' },
        real: { type: 'boolean' },
        moments: { type: 'boolean' },
        minutes: { type: 'string' },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new UsageError(`${reason.replace(/\.$/, '')}. ${USAGE}`, { cause: error });
  }
}
