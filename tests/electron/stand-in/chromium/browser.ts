/** The running Chromium: its start, its windows and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { StartError } from '../runtime.ts';
import { openAppWindow } from './app-window.ts';
import { CdpConnection } from './connection.ts';
import { chooseChromium } from './find.ts';
import { chromiumFlags } from './flags.ts';
import { whenProfileIsFree } from './profile-lock.ts';

const END_PATIENCE_MS = 3_000;

export interface Browser {
  readonly connection: CdpConnection;
  /** Chromium's version, as in `process.versions.chrome`. */
  readonly version: string;
  readonly headed: boolean;
  /** Resolves when Chromium has ended. */
  readonly ended: Promise<void>;
  /** Opens an empty window of that content size and answers with its target. */
  openWindow(size: { readonly width: number; readonly height: number }): Promise<string>;
  /** Ends Chromium in an orderly way, so that it writes its storage; by force after three seconds. */
  close(): Promise<void>;
}

/**
 * `STANDIN_HEADED` decides: `1` shows windows, `0` does not. Without it they are shown, as Electron would, unless a
 * driver such as Playwright started the app (it asks for a debugging port).
 */
export function isHeaded(
  switches: ReadonlyMap<string, string>,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  const chosen = env['STANDIN_HEADED'] ?? '';
  return chosen === '' ? !switches.has('remote-debugging-port') : chosen === '1';
}

/** Lets through what Playwright waits for; Chromium's other remarks are noise unless one is looking for a fault. */
function watchErrors(stderr: Readable): readonly string[] {
  const tail: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => {
    tail.push(line);
    if (tail.length > 20) tail.shift();
    if (process.env['STANDIN_DEBUG'] === '1' || line.startsWith('DevTools listening on')) console.error(line);
  });
  return tail;
}

function checkDisplay(): void {
  const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = process.env;
  if (process.platform !== 'linux' || (x11 ?? '') !== '' || (wayland ?? '') !== '') return;
  // Playwright knows the first words and explains them.
  throw new StartError(
    'Unable to open X display: set DISPLAY, run under xvfb-run, or set STANDIN_HEADED=0 to run without windows.',
  );
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Its executable may be a script that waits for the program itself. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Starts Chromium on `profile`. Throws a `StartError` when this machine cannot. */
export async function startBrowser(switches: ReadonlyMap<string, string>, profile: string): Promise<Browser> {
  const headed = isHeaded(switches);
  if (headed) checkDisplay();
  const executable = chooseChromium(headed);
  await whenProfileIsFree(profile);
  const flags = chromiumFlags({ switches, profile, headed, root: process.getuid?.() === 0 });
  const child = spawn(executable, flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A Ctrl+C in the terminal is for the app to answer, which then closes Chromium.
    detached: true,
  });
  const ended = endOf(child);
  // Its helpers hold its stderr too, so this is the end of the last of them.
  const gone = Promise.race([once(child, 'close'), once(child, 'error')]);
  // Five pipes were asked for above.
  const [, , stderr, output, input] = child.stdio as unknown as [null, null, Readable, Writable, Readable];
  const tail = watchErrors(stderr);
  const connection = new CdpConnection(output, input);
  const failed = Promise.race([
    once(child, 'error').then(([error]) => String(error)),
    ended.then(() => tail.join('\n')),
  ]).then((reason) => {
    throw new StartError(`Chromium (${executable}) did not start: ${reason}`);
  });
  const { product } = await Promise.race([
    connection.send<{ product: string }>('Browser.getVersion'),
    failed,
  ]).catch(async (error: unknown) => {
    // The pipe may be seen to close before the process is seen to end; the process knows why.
    await Promise.race([failed, ended]);
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
      const force = setTimeout(() => killGroup(child), END_PATIENCE_MS);
      // Ctrl+C reaches the whole process group: Chromium may be gone before it is asked to go.
      connection.send('Browser.close').catch(() => undefined);
      connection.abandon();
      await gone;
      clearTimeout(force);
    },
  };
}
