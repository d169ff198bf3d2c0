/** Kills the app as a crash would: its processes, all at once, without a word. */
import { appProcesses } from '#tests/support/processes.ts';

/** None is missed that was started meanwhile: it looks until there is none left. */
export async function killAll(folder: string): Promise<void> {
  for (let pids = pidsOfApp(folder); pids.length > 0; pids = pidsOfApp(folder)) {
    kill(pids);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** At once, for whoever has asked before which processes there are: asking takes longer than many a write. */
export function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
}

/** The host comes first. */
export function pidsOfApp(folder: string): number[] {
  return appProcesses(folder).map(({ pid }) => pid);
}
