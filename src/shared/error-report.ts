/**
 * What the log says of an unexpected error: its name, where it was thrown, and the part of its message that has no words
 * of notes and no tokens. Engines and libraries quote the values that they complain about (`"keys under t"... is not valid
 * JSON`), so only a message's first line is reported, up to its first quotation.
 */
import type { Clock } from './clock.ts';

/** UTF-16 units; the main process accepts no longer reports. */
export const MAX_REPORT = 4000;

const MINUTE_MS = 60_000;
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

/**
 * Writes each error once a minute, and no more than `MOST_IN_MINUTE` lines: an error that is thrown in every frame must
 * not push everything else out of the log.
 */
export function createErrorReport(
  { after }: Pick<Clock, 'after'>,
  write: (report: string) => void,
): ErrorReport {
  const written = new Set<string>();
  let leftOut = 0;

  function endMinute(): void {
    if (leftOut > 0) write(`${leftOut} more errors of the last minute were left out.`);
    written.clear();
    leftOut = 0;
  }

  return (where, thrown, components) => {
    const report = `${where}: ${describeError(thrown, components)}`.slice(0, MAX_REPORT);
    // One line is reserved for the number of those that were left out.
    if (written.has(report) || written.size >= MOST_IN_MINUTE - 1) {
      leftOut += 1;
      return;
    }
    if (written.size === 0) after(MINUTE_MS, endMinute);
    written.add(report);
    write(report);
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
