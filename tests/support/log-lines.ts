/** Log entries as the lines that the log would have, without places in code. */
import { entryOf } from '#shared/base/error-report.ts';
import type { Log, Report } from '#shared/base/log.ts';

/** @returns a report that adds each entry to the lines */
export function reportTo(lines: { push(line: string): unknown }, prefix = ''): Report {
  return (event, why) => void lines.push(`${prefix}${entryOf(event, why, () => null)}`);
}

/** @returns a log whose entries begin with their level */
export function logTo(lines: { push(line: string): unknown }): Log {
  return {
    info: reportTo(lines, 'info '),
    warn: reportTo(lines, 'warn '),
    error: reportTo(lines, 'error '),
  };
}
