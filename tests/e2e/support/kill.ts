/** Ends a running app as a power cut would: nothing of it gets to do anything more. */
import { execFileSync } from 'node:child_process';
import { processesOf } from '../../support/processes.ts';
import { expect, type RunningApp } from './fixtures.ts';

/** @returns when it was killed, milliseconds since the epoch */
export async function kill(app: RunningApp, userData: string): Promise<number> {
  const main = app.electron.process();
  const at = Date.now();
  if (process.platform === 'win32') execFileSync('taskkill', ['/F', '/T', '/PID', String(main.pid)]);
  else main.kill('SIGKILL');
  // Its windows' processes find their pipe closed.
  await expect.poll(() => processesOf(userData), { timeout: 20_000 }).toEqual([]);
  await app.close().catch(() => undefined);
  return at;
}
