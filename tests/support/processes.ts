/**
 * The processes of this machine that belong to a run of the app: those whose command lines name its user-data
 * folder, and their descendants, because not every Chromium passes the folder on to its helpers.
 */
import { execFileSync } from 'node:child_process';

export interface AppProcess {
  readonly pid: number;
  readonly command: string;
}

interface Listed extends AppProcess {
  readonly parent: number;
}

/** Command lines of the run's processes. */
export function processesOf(folder: string): string[] {
  return appProcesses(folder).map(({ command }) => command);
}

/** The run's processes, sorted by id so that the host comes before its Chromium. */
export function appProcesses(folder: string): AppProcess[] {
  const all = process.platform === 'win32' ? listOnWindows() : listBesides();
  const found = new Set(all.filter(({ command }) => command.includes(folder)).map(({ pid }) => pid));
  // A child may be listed before its parent.
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid) && pid !== process.pid).toSorted((a, b) => a.pid - b.pid);
}

function listBesides(): Listed[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args='], { maxBuffer: 2 ** 24 });
  return lines
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, status = '', command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      // A zombie has ended and only waits for its parent.
      if (command === undefined || status.startsWith('Z')) return [];
      return [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

function listOnWindows(): Listed[] {
  const query = 'Get-CimInstance Win32_Process | Where-Object Name -ne powershell.exe';
  const line = 'ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)" }';
  return execFileSync('powershell', ['-NoProfile', '-Command', `${query} | ${line}`])
    .toString('utf8')
    .split(/\r?\n/)
    .flatMap((one) => {
      const [, pid, parent, command] = /^(\d+) (\d+) (.*)$/.exec(one) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}
