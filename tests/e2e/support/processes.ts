/** Which processes of this machine belong to a run of the app: their command lines name its user-data folder. */
import { execFileSync } from 'node:child_process';

export function processesOf(userData: string): string[] {
  // Neither `ps` itself nor its parent mention the folder.
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
    .filter((line) => line.includes(userData));
}
