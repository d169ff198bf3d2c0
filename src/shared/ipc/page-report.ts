/**
 * Parsers of the reports that pages send to the log. A page under foreign control may send anything;
 * `entryOf` decides which parts are written.
 */
import * as v from 'valibot';
import { type ErrorReport, MOST_CAUSES, MOST_PLACES, MOST_UNITS } from '../base/error-report.ts';
import { isReason, type Reason } from '../base/reasons.ts';

const text = v.pipe(v.string(), v.maxLength(MOST_UNITS));
/** More than any sentence names. */
const MOST_DATA = 4;

const reason = v.pipe(
  v.union([text, v.record(text, v.union([text, v.number()]))]),
  v.custom<Reason>(
    (value) => isReason(value) && (typeof value === 'string' || Object.keys(value).length <= MOST_DATA),
    'not a reason',
  ),
);

/** The events that a page may report: an error, or how many more there were. */
export const pageEvent: v.GenericSchema<unknown, Reason> = v.union([
  v.strictObject({ id: v.picklist(['page-error', 'page-rejection', 'page-not-drawn']), page: text }),
  v.strictObject({ id: v.literal('errors-left-out'), count: v.number() }),
]);

/** An error as `describeError` of the page describes it. */
export const pageError: v.GenericSchema<unknown, ErrorReport> = errorReport(MOST_CAUSES);

function errorReport(causes: number): v.GenericSchema<unknown, ErrorReport> {
  return v.strictObject({
    kind: v.literal('error report'),
    reason: v.nullable(reason),
    name: text,
    code: v.nullable(v.union([text, v.number()])),
    places: v.pipe(v.array(text), v.maxLength(MOST_PLACES)),
    cause: causes === 0 ? v.null() : v.nullable(errorReport(causes - 1)),
  });
}
