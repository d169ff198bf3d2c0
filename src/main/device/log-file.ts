/**
 * The log as a file that a person can send along with a question. It holds the same entries as the terminal, with times,
 * and takes at most two files of `MOST_BYTES`.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../base/log.ts';

const MOST_BYTES = 512 * 1024;

export interface LogFile extends Log {
  readonly folder: string;
}

/**
 * @param folder created if it is missing
 * @param also another log that gets the same entries
 * @param now milliseconds since the epoch
 */
export function createLogFile(folder: string, also: Log, now: () => number): LogFile {
  const file = path.join(folder, 'inkling.log');

  function append(level: string, entry: string): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (sizeOf(file) > MOST_BYTES) renameSync(file, path.join(folder, 'inkling.old.log'));
      appendFileSync(file, `${new Date(now()).toISOString()} ${level} ${entry}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not end the app; the terminal has the line.
    }
  }

  const write = (level: keyof Log) => (message: string) => {
    const entry = oneEntry(message);
    also[level](entry);
    append(level, entry);
  };
  return { folder, info: write('info'), warn: write('warn'), error: write('error') };
}

/** A page's report is input: its further lines must not look like entries, nor its control characters control a terminal. */
function oneEntry(message: string): string {
  return message.replaceAll(/[\r\n]+\s*/gu, '\n    ').replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
