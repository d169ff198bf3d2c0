/** Kills the app as a crash would: all its processes at once and without a warning. */
import { appProcesses } from '#tests/support/processes.ts';

/** Kills until no process remains, so that processes started meanwhile are not missed. */
export async function killAll(folder: string): Promise<void> {
  for (let pids = pidsOfApp(folder); pids.length > 0; pids = pidsOfApp(folder)) {
    kill(pids);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Kills immediately. The processes must be listed before, because listing takes longer than many writes. */
export function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
}

/** Ids of the processes, the host first. */
export function pidsOfApp(folder: string): number[] {
  return appProcesses(folder).map(({ pid }) => pid);
}
