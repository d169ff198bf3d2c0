/**
 * What the log says of an unexpected error: its name, where it was thrown, and the part of its message that has no words
 * of notes and no tokens. Engines and libraries quote the values that they complain about (`"keys under t"... is not valid
 * JSON`), so only a message's first line is reported, up to its first quotation.
 */
import type { Clock } from './clock.ts';

/** UTF-16 units; the main process accepts no longer reports. */
export const MAX_REPORT = 4000;

/**
 * Reports of pages that the main process logs within 24 hours, at most. Together they are shorter than one of the log's two files,
 * so that a page cannot push out of the log what was there before.
 */
export const MOST_OF_PAGES_IN_DAY = 40;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_IN_MINUTE = 20;
const MOST_CAUSES = 3;
const MOST_OF_MESSAGE = 300;

/** After these words a quotation is kept, because names of properties, functions and classes are quoted as well. */
const QUOTATION = /(?<!\w|\b(?:reading|setting|execute|on) )["'`“‘«/].*/u;
/** Runs of 24 or more such characters with a digit in them: tokens, keys, ids of accounts. */
const SECRET = /(?=[\w.~+=-]*\d)[\w.~+=-]{24,}/gu;
const PLACE = /^\s*at .*:\d+:\d+\)?$/u;

/**
 * @param components React's stack of components, if one of them threw
 * @returns a line, and one more for each place in the stack
 */
export function describeError(thrown: unknown, components = ''): string {
  try {
    return [...linesOf(thrown, 0), ...placesIn(components)].join('\n    ').slice(0, MAX_REPORT);
  } catch {
    // Reading the thrown value may throw, too.
    return 'an error that cannot be described';
  }
}

/** @param where a few words that say where the error was caught */
export type ErrorReport = (where: string, thrown: unknown, components?: string) => void;

/** Describes errors, and limits them as `limitReports` does: an error may be thrown in every frame. */
export function createErrorReport(clock: Pick<Clock, 'after'>, write: (report: string) => void): ErrorReport {
  const writeLimited = limitReports(clock, write);
  return (where, thrown, components) =>
    writeLimited(`${where}: ${describeError(thrown, components)}`.slice(0, MAX_REPORT));
}

/**
 * Writes each report once a minute, and no more than `MOST_IN_MINUTE` lines, so that reports do not push everything else out of the
 * log.
 * @param mostInDay how many reports are written within 24 hours, at most
 */
export function limitReports(
  { after }: Pick<Clock, 'after'>,
  write: (report: string) => void,
  mostInDay = Number.POSITIVE_INFINITY,
): (report: string) => void {
  const written = new Set<string>();
  let leftOut = 0;
  let today = 0;

  function endMinute(): void {
    if (leftOut > 0) write(`${leftOut} more errors of the last minute were left out.`);
    written.clear();
    leftOut = 0;
  }

  return (report) => {
    // The last report of a day says that it is the last, so that nothing needs to be written for those that follow.
    if (today >= mostInDay) return;
    // One line is reserved for the number of those that were left out.
    if (written.has(report) || written.size >= MOST_IN_MINUTE - 1) {
      leftOut += 1;
      return;
    }
    if (written.size === 0) after(MINUTE_MS, endMinute);
    written.add(report);
    if (today === 0 && mostInDay < Number.POSITIVE_INFINITY) after(DAY_MS, () => (today = 0));
    today += 1;
    write(report);
    if (today === mostInDay) write('Further errors are left out for up to a day.');
  };
}

function linesOf(thrown: unknown, depth: number): readonly string[] {
  if (typeof thrown === 'string') return [plainPartOf(thrown)];
  if (!(thrown instanceof Error)) return [`${thrown === null ? 'null' : typeof thrown} was thrown`];
  const { name, message, stack = '', cause } = thrown;
  const code = 'code' in thrown ? ` [${plainPartOf(String(thrown.code))}]` : '';
  const causes = cause === undefined || depth === MOST_CAUSES ? [] : linesOf(cause, depth + 1);
  return [
    `${plainPartOf(name)}${code}: ${plainPartOf(message)}`,
    // The message is taken out, because its lines may look like places.
    ...placesIn(stack.replace(message, '')),
    ...causes.map((line, index) => (index === 0 ? `caused by ${line}` : line)),
  ];
}

function plainPartOf(message: string): string {
  const [line = ''] = message.split(/[\r\n]/u, 1);
  return line.slice(0, MOST_OF_MESSAGE).replace(QUOTATION, '…').replaceAll(SECRET, '…');
}

function placesIn(stack: string): readonly string[] {
  return stack.split('\n').flatMap((line) => (PLACE.test(line) ? [line.trim()] : []));
}
