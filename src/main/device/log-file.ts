/**
 * The log as a file that the user can attach to a question. It has the same entries as the terminal, with
 * times, in at most two files of `MOST_BYTES`. Whatever it gets, `entryOf` writes only the app's own
 * sentences, names and codes of errors, and places in the app's own code.
 */
import { appendFileSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { entryOf } from '#shared/base/error-report.ts';
import type { Log, Report } from '#shared/base/log.ts';
import { isRequestChannel } from '#shared/ipc/requests.ts';
import type { Terminal } from '../base/log.ts';

const MOST_BYTES = 512 * 1024;

export interface LogFile extends Log {
  readonly folder: string;
}

/**
 * @param folder created if it is missing
 * @param terminal gets the same entries, because a desktop may store the terminal output of its programs
 * @param now milliseconds since the epoch
 * @param built folder of the built app, `out`; the log names only files in it
 */
export function createLogFile(folder: string, terminal: Terminal, now: () => number, built: string): LogFile {
  const file = path.join(folder, 'inkling.log');
  let places: RegExp | null = null;

  function ownPlace(line: string): string | null {
    places ??= placesIn(built);
    return places.exec(line)?.[1] ?? null;
  }

  function append(level: string, entry: string): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (sizeOf(file) > MOST_BYTES) renameSync(file, path.join(folder, 'inkling.old.log'));
      appendFileSync(file, `${new Date(now()).toISOString()} ${level} ${entry}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not end the app; the terminal has the line.
    }
  }

  const writeAs =
    (level: keyof Log): Report =>
    (event, why) => {
      const entry = entryOf(event, why, ownPlace, isRequestChannel);
      terminal[level](entry);
      append(level, entry);
    };
  return { folder, info: writeAs('info'), warn: writeAs('warn'), error: writeAs('error') };
}

/** Finds a place in the app's own code at the end of a line of a stack. Without files it matches nothing. */
function placesIn(built: string): RegExp {
  const files = codeIn(built).map((file) => RegExp.escape(file));
  return new RegExp(`/((?:${files.length === 0 ? '(?!)' : files.join('|')}):\\d{1,7}:\\d{1,7})\\)?$`, 'u');
}

/** A page's address begins at the folder of the pages, so paths of their code do, too. */
function codeIn(built: string): readonly string[] {
  try {
    return readdirSync(built, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/').replace(/^renderer\//u, ''))
      .filter((file) => /\.c?js$/u.test(file));
  } catch {
    // The log then has no places.
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
