/**
 * An error as the log describes it, in plain data that threads and pages can send. The app's own errors are
 * described by their reason, all others by their name, their code and the places in the app's code where they
 * were thrown. Messages are never used, because engines and libraries quote their input in them (`"keys under
 * t"... is not valid JSON`).
 */
import type { Clock } from './clock.ts';
import { AppError } from './error.ts';
import type { Report } from './log.ts';
import { type IsChannel, isCode, isReason, type Reason, sentenceOf } from './reasons.ts';

/** The longest entry of the log, in UTF-16 units. */
export const MAX_REPORT = 4000;

/**
 * How many reports of pages the main process logs within 24 hours. Together they are shorter than one of the
 * log's two files, so a page cannot push older entries out of the log.
 */
export const MOST_OF_PAGES_IN_DAY = 40;

const KIND = 'error report';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_IN_MINUTE = 20;
/** Limits of a report. */
export const MOST_CAUSES = 3;
export const MOST_PLACES = 30;
/** UTF-16 units of each of its texts. */
export const MOST_UNITS = 500;

export interface ErrorReport {
  readonly kind: typeof KIND;
  /** Null if the error is not one of the app's own. */
  readonly reason: Reason | null;
  readonly name: string;
  /** Null if there is none. Some libraries use numbers. */
  readonly code: string | number | null;
  /** Lines of the stack: each ends with a file, a line and a column. */
  readonly places: readonly string[];
  readonly cause: ErrorReport | null;
}

/** A place in code at the end of a line of a stack: a file's path or address, a line and a column. */
const PLACE = /^\s*at .*:\d+:\d+\)?$/u;
const NAME = /^(?:[A-Z][A-Za-z]{0,40})?Error$/u;

/**
 * @param thrown anything; a report or a reason is returned as a report
 * @param components React's stack of components, if one of them threw
 */
export function describeError(thrown: unknown, components = ''): ErrorReport {
  try {
    const report = isReport(thrown) ? thrown : reportOf(thrown, MOST_CAUSES);
    return { ...report, places: [...report.places, ...placesIn(components)].slice(0, MOST_PLACES) };
  } catch {
    // Reading the thrown value may throw, too.
    return NOTHING_KNOWN;
  }
}

const NOTHING_KNOWN: ErrorReport = {
  kind: KIND,
  reason: null,
  name: '',
  code: null,
  places: [],
  cause: null,
};

function isReport(value: unknown): value is ErrorReport {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === KIND;
}

function reportOf(thrown: unknown, causes: number): ErrorReport {
  if (isReason(thrown)) return { ...NOTHING_KNOWN, reason: thrown };
  if (!(thrown instanceof Error)) return NOTHING_KNOWN;
  const { name, message, stack = '', cause } = thrown;
  const isOwn = thrown instanceof AppError;
  return {
    kind: KIND,
    reason: isOwn ? thrown.reason : null,
    name: name.slice(0, MOST_UNITS),
    code: isOwn ? null : codeOf(thrown),
    // The message is taken out, because its lines may look like places.
    places: isOwn ? [] : placesIn(stack.replace(message, '')),
    cause: cause === undefined || causes === 0 ? null : reportOf(cause, causes - 1),
  };
}

function codeOf(error: Error): string | number | null {
  const code = 'code' in error ? error.code : null;
  if (typeof code === 'string') return code.slice(0, MOST_UNITS);
  return typeof code === 'number' ? code : null;
}

function placesIn(stack: string): readonly string[] {
  return stack
    .split('\n')
    .filter((line) => PLACE.test(line))
    .slice(0, MOST_PLACES)
    .map((line) => line.slice(-MOST_UNITS));
}

/**
 * An entry of the log: the sentences of the event and of the reason, then names, codes and places of errors.
 * Whatever the arguments hold, it consists of nothing else, so none of the user's words get into it.
 * @param why as in `Report`
 * @param ownPlace what is written of a line of a stack, such as `main/index.js:1:2`; null if it is not in the
 *   app's own code
 */
export function entryOf(
  event: Reason,
  why: unknown,
  ownPlace: (line: string) => string | null,
  isChannel?: IsChannel,
): string {
  const sentence = sentenceOf(event, isChannel);
  if (why === undefined) return sentence;
  const [first = '', ...more] = linesOf(describeError(why), ownPlace, isChannel);
  const head = `${sentence}${sentence.endsWith(':') ? '' : ':'} ${first}`;
  return [head, ...more].join('\n    ').slice(0, MAX_REPORT);
}

function linesOf(
  report: ErrorReport,
  ownPlace: (line: string) => string | null,
  isChannel: IsChannel | undefined,
): readonly string[] {
  const { reason, name, code, places, cause } = report;
  const codeText = isCode(code) || typeof code === 'number' ? ` [${code}]` : '';
  const causes = cause === null ? [] : linesOf(cause, ownPlace, isChannel);
  return [
    reason === null
      ? `${NAME.test(name) ? name : 'an error of another kind'}${codeText}`
      : sentenceOf(reason, isChannel),
    ...places.flatMap((line) => ownPlace(line) ?? []).map((place) => `at ${place}`),
    ...causes.map((line, index) => (index === 0 ? `caused by ${line}` : line)),
  ];
}

/** Describes errors, and limits them as `limitReports` does: an error may be thrown in every frame. */
export function createErrorReport(
  clock: Pick<Clock, 'after'>,
  write: WriteReport,
): (event: Reason, thrown: unknown, components?: string) => void {
  const writeLimited = limitReports(clock, write);
  return (event, thrown, components) => writeLimited(event, describeError(thrown, components));
}

type WriteReport = (event: Reason, why?: ErrorReport) => void;

/**
 * Writes each report once a minute, and no more than `MOST_IN_MINUTE` entries, so that reports do not push
 * everything else out of the log.
 * @param mostInDay how many reports are written within 24 hours, at most
 */
export function limitReports(
  { after }: Pick<Clock, 'after'>,
  write: WriteReport,
  mostInDay = Number.POSITIVE_INFINITY,
): Report {
  const written = new Set<string>();
  let leftOut = 0;
  let today = 0;

  function endMinute(): void {
    if (leftOut > 0) write({ id: 'errors-left-out', count: leftOut });
    written.clear();
    leftOut = 0;
  }

  return (event, why) => {
    // The last entry of a day says that no more will follow, so later reports write nothing.
    if (today >= mostInDay) return;
    const report = why === undefined ? undefined : describeError(why);
    const key = JSON.stringify([event, report]);
    // One entry is reserved for the number of omitted reports.
    if (written.has(key) || written.size >= MOST_IN_MINUTE - 1) {
      leftOut += 1;
      return;
    }
    if (written.size === 0) after(MINUTE_MS, endMinute);
    written.add(key);
    if (today === 0 && mostInDay < Number.POSITIVE_INFINITY) after(DAY_MS, () => (today = 0));
    today += 1;
    write(event, report);
    if (today === mostInDay) write('errors-left-out-today');
  };
}
