/** Kills the app as a crash would: its processes, all at once, without a word. */
import { execFileSync } from 'node:child_process';

/** None is missed that was started meanwhile: it looks until there is none left. */
export async function killAll(folder: string): Promise<void> {
  for (let pids = processesOfApp(folder); pids.length > 0; pids = processesOfApp(folder)) {
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

/**
 * The processes whose command line names the folder, and their descendants: the host and its Chromium. The host comes
 * first.
 */
export function processesOfApp(folder: string): number[] {
  const processes = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args='], { maxBuffer: 2 ** 24 })
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, status, args] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      // A zombie waits for its parent alone.
      if (args === undefined || status === undefined || status.startsWith('Z')) return [];
      return [{ pid: Number(pid), parent: Number(parent), isRoot: args.includes(folder) }];
    });
  const found = new Set(processes.filter(({ isRoot }) => isRoot).map(({ pid }) => pid));
  // A child may be listed before its parent.
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  found.delete(process.pid);
  return [...found].toSorted((a, b) => a - b);
}
