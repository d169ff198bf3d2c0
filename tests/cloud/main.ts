/**
 * `npm run cloud -- [--port N] [--data DIR]`: runs the local cloud until it is interrupted. Standard output is one
 * line of JSON when it is ready; everything else goes to standard error.
 */
import { parseArgs } from 'node:util';
import { startCloud } from './cloud.ts';
import type { CloudOptions } from './cloud.ts';
import { DataFolderError } from './storage/data-folder.ts';
import { errorCode } from './storage/files.ts';

const USAGE = 'Usage: npm run cloud -- [--port N] [--data DIR]';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

class UsageError extends Error {}

function readArguments(args: readonly string[]): CloudOptions {
  const { values } = parse(args);
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(/^\d+$/.test(values.port ?? '') && port <= 65_535)) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${values.port ?? ''}". ${USAGE}`);
  }
  if (values.data === '') throw new UsageError(`--data must name a folder. ${USAGE}`);
  return { port, dataFolder: values.data };
}

function parse(args: readonly string[]): { values: { port?: string; data?: string } } {
  try {
    return parseArgs({ args: [...args], options: { port: { type: 'string' }, data: { type: 'string' } } });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new UsageError(`${reason.replace(/\.$/, '')}. ${USAGE}`, { cause: error });
  }
}

function sentenceOf(error: unknown, options: CloudOptions | null): string {
  if (error instanceof UsageError || error instanceof DataFolderError) return error.message;
  if (errorCode(error) === 'EADDRINUSE') {
    return `Port ${options?.port ?? ''} is in use: choose another with --port, or none for any free one.`;
  }
  return error instanceof Error ? error.message : String(error);
}

async function run(): Promise<void> {
  let options: CloudOptions | null = null;
  try {
    options = readArguments(process.argv.slice(2));
    const starting = startCloud(options);
    // Ctrl+C may arrive twice, from the terminal and from whoever started this: closing again does nothing.
    const stop = (): void => {
      starting.then(async (cloud) => cloud.close()).catch(() => undefined);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const cloud = await starting;
    if (cloud.torn !== null) {
      console.error(`The last run ended while writing; what was half-written is now in ${cloud.torn}.`);
    }
    console.log(JSON.stringify({ ready: true, config: cloud.configPath, control: cloud.controlUrl }));
  } catch (error) {
    // `stop` has nothing to close then, and what failed to start has closed itself.
    console.error(sentenceOf(error, options));
    process.exitCode = 1;
  }
}

await run();
