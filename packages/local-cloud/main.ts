/**
 * `npm run cloud -- [--port N] [--data DIR]`: runs the local cloud until it is interrupted. Standard output
 * is one line of JSON when it is ready; everything else goes to standard error.
 */
import { readArguments, UsageError } from './arguments.ts';
import { startCloud } from './cloud.ts';
import type { CloudOptions } from './cloud.ts';
import { DataFolderError } from './storage/data-folder.ts';
import { errorCode } from './storage/files.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function run(): Promise<void> {
  let options: CloudOptions = {};
  try {
    options = readArguments(process.argv.slice(2));
    const starting = startCloud(options);
    // Ctrl+C may arrive twice, from the terminal and from npm: closing again has no effect. A cloud that
    // fails to start has closed itself and is reported below.
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
    console.error(sentenceOf(error, options));
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown, options: CloudOptions): string {
  if (error instanceof UsageError || error instanceof DataFolderError) return error.message;
  if (errorCode(error) === 'EADDRINUSE') {
    return `Port ${options.port ?? ''} is in use: choose another with --port, or none for any free one.`;
  }
  if (errorCode(error) === 'EACCES') {
    return `Port ${options.port ?? ''} may not be used: choose one above 1023 with --port, or none for any free one.`;
  }
  return error instanceof Error ? error.message : String(error);
}

await run();
