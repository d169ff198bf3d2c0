/**
 * Picks the host of the app: the real Electron if its binary exists and starts, otherwise the stand-in.
 * `INKLING_HOST=electron` or `INKLING_HOST=stand-in` forces one.
 */
import { BEFORE_THE_APP, standIn } from '@inkling/electron-stand-in/host.ts';
import { Stop } from '../commands/lib/stop.mjs';
import { findElectron } from './find.ts';
import { howItStarts, type Starting } from './how-it-starts.ts';
import { sandboxCommands, whySandboxIsDenied } from './sandbox.ts';

export type HostName = 'electron' | 'stand-in';

export interface Host {
  readonly name: HostName;
  /** The program for a plain `spawn`. */
  readonly executable: string;
  /** Add this to the environment of a plain `spawn` or of a child that uses Playwright. */
  readonly env: Readonly<Record<string, string>>;
  /** Put these before the app's own arguments. */
  readonly args: readonly string[];
  /** Tells the user why it is not the real Electron in its sandbox, although its binary exists. */
  readonly note?: string;
}

export interface HostOptions {
  readonly electron?: string | undefined;
  /** How the binary starts; by default found by starting it. */
  readonly starting?: (executable: string) => Starting;
  /** Whether the app may run without Chromium's sandbox. Tests use the stand-in instead. */
  readonly mayLackSandbox?: boolean;
}

/**
 * Chooses the host by `env` and by the installed programs.
 * @throws Stop if `env` names a host that is not available, or if no window can be shown
 */
export function chooseHost(env: NodeJS.ProcessEnv = process.env, options: HostOptions = {}): Host {
  const { starting = howItStarts, mayLackSandbox = false } = options;
  const wanted = wantedHost(env);
  if (wanted === 'stand-in') return theStandIn(env);
  const electron = 'electron' in options ? options.electron : findElectron();
  if (wanted === 'electron' && electron === undefined) {
    throw new Stop(
      'INKLING_HOST is "electron", but its binary is not there: npm start fetches it, or node node_modules/electron/install.js.',
    );
  }
  if (electron === undefined) return theStandIn(env);
  const forced = wanted === 'electron';
  const how: Starting = forced && !mayLackSandbox ? { kind: 'starts' } : starting(electron);
  if (how.kind === 'unsandboxed') {
    if (mayLackSandbox) return withoutSandbox(electron);
    const why = `Electron starts here only without Chromium's sandbox, because ${whySandboxIsDenied()}`;
    return theStandIn(env, `${why}: the stand-in takes its place.`);
  }
  if (how.kind === 'no display') {
    const problem = `The display ${how.display} does not answer`;
    // The stand-in also needs the display, unless its windows are only used by a driver.
    if (forced || env['STANDIN_HEADED'] === '1') throw new Stop(`${problem}: start one, or name another.`);
    return theStandIn(env, `${problem}, so Electron cannot start: the stand-in takes its place.`);
  }
  if (how.kind === 'fails' && !forced) {
    const advice = how.advice === undefined ? '' : ` To install what is missing: ${how.advice}`;
    return theStandIn(
      env,
      `Electron does not start here (${how.why}): the stand-in takes its place.${advice}`,
    );
  }
  // The sandbox refuses to start as root.
  return realElectron(electron, process.getuid?.() === 0 ? ['--no-sandbox'] : []);
}

/**
 * The host that `env` names, if any.
 * @throws Stop if there is no such host
 */
export function wantedHost(env: NodeJS.ProcessEnv = process.env): HostName | undefined {
  const wanted = env['INKLING_HOST'] ?? '';
  if (wanted === 'electron' || wanted === 'stand-in') return wanted;
  if (wanted === '') return undefined;
  throw new Stop(`INKLING_HOST is "${wanted}"; it may be "electron" or "stand-in".`);
}

/** The host for `npm start` if Chromium's sandbox is denied. */
export function withoutSandbox(executable: string): Host {
  const commands = sandboxCommands(executable).map((command) => `\n  ${command}`);
  return realElectron(
    executable,
    ['--no-sandbox'],
    `Chromium's sandbox cannot start here, because ${whySandboxIsDenied()}, so Inkling runs without it. To have it, run these two commands and start again:${commands.join('')}`,
  );
}

function realElectron(executable: string, switches: readonly string[], note?: string): Host {
  return {
    name: 'electron',
    executable,
    env: {},
    args: [...BEFORE_THE_APP, ...switches],
    ...(note && { note }),
  };
}

function theStandIn(env: NodeJS.ProcessEnv, note?: string): Host {
  return { name: 'stand-in', ...standIn(env), ...(note && { note }) };
}
