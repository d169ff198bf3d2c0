/**
 * The log as a file that a person can send along with a question. It holds the same entries as the terminal, with times,
 * and takes at most two files of `MOST_BYTES`. Whatever is handed to it, it writes nothing but what `log-vocabulary.ts` lists.
 */
import { appendFileSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../base/log.ts';
import { createVocabulary } from './log-vocabulary.ts';

const MOST_BYTES = 512 * 1024;
/** What of a message is looked at, in UTF-16 units and lines. */
const MOST_UNITS = 8000;
const MOST_LINES = 60;

export interface LogFile extends Log {
  readonly folder: string;
}

/**
 * @param folder created if it is missing
 * @param also another log that gets the same entries. A desktop may store what its programs write to a terminal.
 * @param now milliseconds since the epoch
 * @param built folder of the built app, `out`, whose files are the only ones that the log names
 */
export function createLogFile(folder: string, also: Log, now: () => number, built: string): LogFile {
  const file = path.join(folder, 'inkling.log');
  let vocabulary: ((line: string) => string) | null = null;

  function entryOf(message: string): string {
    const allowedPart = (vocabulary ??= createVocabulary(codeIn(built)));
    const [first = '', ...more] = message.slice(0, MOST_UNITS).split(/[\r\n]+/u, MOST_LINES);
    return [allowedPart(first) || '…', ...more.map(allowedPart).filter((line) => line !== '')].join('\n    ');
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

  const write = (level: keyof Log) => (message: string) => {
    const entry = entryOf(message);
    also[level](entry);
    append(level, entry);
  };
  return { folder, info: write('info'), warn: write('warn'), error: write('error') };
}

/** A page's address begins at the folder of the pages, so their code is named from there. */
function codeIn(built: string): readonly string[] {
  try {
    return readdirSync(built, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/').replace(/^renderer\//u, ''))
      .filter((file) => /\.c?js$/u.test(file));
  } catch {
    // The log is then without places.
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
