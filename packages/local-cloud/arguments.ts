/** The command line of `npm run cloud`. */
import { parseArgs } from 'node:util';
import type { CloudOptions } from './cloud.ts';

const USAGE = 'Usage: npm run cloud -- [--port N] [--data DIR]';

/** Its message is one line for the terminal. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readArguments(args: readonly string[]): CloudOptions {
  const { port, data } = parse(args);
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65_535)) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${port}". ${USAGE}`);
  }
  if (data === '') throw new UsageError(`--data must name a folder. ${USAGE}`);
  return { port: port === undefined ? undefined : Number(port), dataFolder: data };
}

function parse(args: readonly string[]): { port?: string; data?: string } {
  try {
    return parseArgs({ args: [...args], options: { port: { type: 'string' }, data: { type: 'string' } } })
      .values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new UsageError(`${reason.replace(/\.$/, '')}. ${USAGE}`, { cause: error });
  }
}
