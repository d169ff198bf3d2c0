/** Starts the local cloud, which replaces Google on this machine, and waits until it is ready. */
import { createInterface } from 'node:readline';
import { at } from './paths.mjs';
import { start } from './processes.mjs';
import { Stop } from './stop.mjs';

/** Ends a process that hangs. On a busy machine starting a process may take a minute. */
const READY_WITHIN_MS = 300_000;

/**
 * @typedef {{ready: true, config: string, control: string}} ReadyLine what the local cloud prints when it is
 *   ready (design: Local cloud)
 */

/**
 * @param {string} dataFolder where the local cloud stores its documents
 * @returns {Promise<{ready: ReadyLine, started: import('./processes.mjs').Started}>}
 * @throws {Stop} if the local cloud ends before it is ready, after printing why, or is not ready within five
 *   minutes
 */
export async function startLocalCloud(dataFolder) {
  const started = start(process.execPath, [at('tools/commands/cloud.mjs'), '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = started.child;
  if (stdout === null) throw new Error('The local cloud was started without a pipe');
  /** @type {Promise<ReadyLine>} */
  const ready = new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const value = parseReady(line);
      if (value) resolve(value);
    });
  });
  /** @type {NodeJS.Timeout | undefined} */
  let limit;
  /** @type {Promise<never>} */
  const late = new Promise((_resolve, reject) => {
    limit = setTimeout(
      () => reject(new Stop('The local cloud did not get ready within five minutes.')),
      READY_WITHIN_MS,
    );
  });
  const gone = started.ended.then((code) => {
    throw new Stop('The local cloud could not start (see above).', code || 1);
  });
  try {
    return { ready: await Promise.race([ready, late, gone]), started };
  } finally {
    clearTimeout(limit);
    // From now on the caller watches for its end.
    gone.catch(() => undefined);
  }
}

/**
 * @param {string} line
 * @returns {ReadyLine | undefined}
 */
function parseReady(line) {
  try {
    const value = JSON.parse(line);
    return value?.ready === true && typeof value.config === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
