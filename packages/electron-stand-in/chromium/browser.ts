/** Starts Chromium, opens its windows, and ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { StartError } from '../runtime.ts';
import { openAppWindow } from './app-window.ts';
import { CdpConnection } from './connection.ts';
import { chooseChromium, findShell } from './find.ts';
import { chromiumFlags } from './flags.ts';
import { waitForProfile } from './profile-lock.ts';

/** Chromium is killed if it has not ended after this time. */
const END_TIMEOUT_MS = 3_000;

export interface Browser {
  readonly connection: CdpConnection;
  /** Chromium's version, as in `process.versions.chrome`. */
  readonly version: string;
  readonly headed: boolean;
  /** Resolves when Chromium has ended. */
  readonly ended: Promise<void>;
  /** Opens an empty window whose content has this size. @returns the target id of its page */
  openWindow(size: { readonly width: number; readonly height: number }): Promise<string>;
  /** Asks Chromium to end, so that it writes its storage, and kills it after three seconds. */
  close(): Promise<void>;
}

/**
 * Whether windows are shown. `STANDIN_HEADED` decides: `1` shows them, `0` does not. Otherwise they are
 * shown, as in Electron, unless a driver such as Playwright started the app, which is recognised by the
 * debugging port that it requests.
 */
export function isHeaded(
  switches: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  const chosen = env['STANDIN_HEADED'] ?? '';
  return chosen === '' ? !switches.has('remote-debugging-port') : chosen === '1';
}

/**
 * Prints the line that Playwright waits for, and with `STANDIN_DEBUG=1` all of Chromium's messages.
 * @returns the last twenty lines, always up to date
 */
function watchMessages(stderr: Readable): readonly string[] {
  const lastLines: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > 20) lastLines.shift();
    // Not through the console, which reports to a driver: after such a message Node's answer to the driver's
    // next request is 40 ms late in some starts. Chromium bypasses the console, too.
    if (process.env['STANDIN_DEBUG'] === '1' || line.startsWith('DevTools listening on'))
      process.stderr.write(`${line}\n`);
  });
  return lastLines;
}

function checkDisplay(): void {
  const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = process.env;
  if (process.platform !== 'linux' || (x11 ?? '') !== '' || (wayland ?? '') !== '') return;
  // Playwright recognises the first words and explains them.
  throw new StartError(
    'Unable to open X display: set DISPLAY, run under xvfb-run, or set STANDIN_HEADED=0 to run without windows.',
  );
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Kills the whole process group, because the executable may be a script that started Chromium. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

/**
 * Starts Chromium with the folder `profile`. Throws a `StartError` if this machine cannot.
 * @param schemePort where the app's own schemes are served, if any
 * @param proxyPort where the proxy of pages listens
 */
export async function startBrowser(
  switches: ReadonlyMap<string, string>,
  profile: string,
  schemePort: number | undefined,
  proxyPort: number,
): Promise<Browser> {
  const headed = isHeaded(switches);
  if (headed) checkDisplay();
  const executable = chooseChromium(headed);
  await waitForProfile(profile);
  const flags = chromiumFlags({
    switches,
    profile,
    schemePort,
    proxyPort,
    headed,
    withoutGpu: executable === findShell(),
    root: process.getuid?.() === 0,
  });
  const child = spawn(executable, flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A separate process group, so that Ctrl+C reaches only the app, which then closes Chromium.
    detached: true,
  });
  const ended = waitForExit(child);
  // Chromium's other processes share its stderr, so it closes only when the last of them has ended.
  const allEnded = Promise.race([once(child, 'close'), once(child, 'error')]);
  // The last three entries of `stdio` above are pipes.
  const [, , stderr, output, input] = child.stdio as unknown as [null, null, Readable, Writable, Readable];
  const lastLines = watchMessages(stderr);
  const connection = new CdpConnection(output, input);
  const failed = Promise.race([
    once(child, 'error').then(([error]) => String(error)),
    allEnded.then(() => lastLines.join('\n')),
  ]).then((reason) => {
    throw new StartError(`Chromium (${executable}) did not start: ${reason}`);
  });
  const { product } = await Promise.race([
    connection.send<{ product: string }>('Browser.getVersion'),
    failed,
  ]).catch(async (error: unknown) => {
    // The pipe may close before the process's end is noticed, whose error gives the reason.
    await failed;
    throw error;
  });
  failed.catch(() => undefined);
  await connection.send('Target.setDiscoverTargets', { discover: true });

  let opening: Promise<unknown> = Promise.resolve();
  return {
    connection,
    version: product.split('/')[1] ?? '',
    headed,
    ended,
    async openWindow({ width, height }) {
      if (headed) {
        const opened = opening.then(() => openAppWindow(connection, { executable, flags }));
        opening = opened.catch(() => undefined);
        return opened;
      }
      const target = { url: 'about:blank', newWindow: true, width, height };
      return (await connection.send<{ targetId: string }>('Target.createTarget', target)).targetId;
    },
    async close() {
      const force = setTimeout(() => killGroup(child), END_TIMEOUT_MS);
      // Fails if Chromium has already ended by itself.
      connection.send('Browser.close').catch(() => undefined);
      connection.abandon();
      await allEnded;
      clearTimeout(force);
    },
  };
}
