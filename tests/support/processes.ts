/** Which processes of this machine belong to a run of the app: their command lines name its user-data folder. */
import { execFileSync } from 'node:child_process';

/** The command lines that name the folder. */
export function processesOf(folder: string): string[] {
  const lines =
    process.platform === 'win32'
      ? execFileSync('powershell', [
          '-NoProfile',
          '-Command',
          'Get-CimInstance Win32_Process | Where-Object Name -ne powershell.exe | ForEach-Object CommandLine',
        ])
      : execFileSync('ps', ['-axww', '-o', 'args=']);
  return lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line.includes(folder));
}
