/** Ends a running app as a power cut would: none of its code runs any more. */
import { execFileSync } from 'node:child_process';
import { processesOf } from '../../support/processes.ts';
import { expect, type RunningApp } from './fixtures.ts';

export async function kill(app: RunningApp, userData: string): Promise<void> {
  const main = app.electron.process();
  if (process.platform === 'win32') execFileSync('taskkill', ['/F', '/T', '/PID', String(main.pid)]);
  else main.kill('SIGKILL');
  // The processes of its windows end when their pipe closes.
  await expect.poll(() => processesOf(userData)).toEqual([]);
  await app.close().catch(() => undefined);
}
