/**
 * The log as a file that a person can send along with a question. It holds what the terminal is told, with times, and never
 * more than two files of `MOST_BYTES`.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.ts';

const MOST_BYTES = 512 * 1024;

/**
 * @param folder made where it is missing
 * @param also told the same
 * @param now milliseconds since the epoch
 */
export function createLogFile(folder: string, also: Log, now: () => number): Log {
  const file = path.join(folder, 'inkling.log');

  function append(level: string, message: string): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (sizeOf(file) > MOST_BYTES) renameSync(file, path.join(folder, 'inkling.old.log'));
      appendFileSync(file, `${new Date(now()).toISOString()} ${level} ${message}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not take the app along; the terminal has the line.
    }
  }

  return {
    info(message) {
      also.info(message);
      append('info', message);
    },
    warn(message) {
      also.warn(message);
      append('warn', message);
    },
    error(message) {
      also.error(message);
      append('error', message);
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
