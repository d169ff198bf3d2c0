/**
 * Counts the lines that Electron and libraries print. They may quote anything, and a page can make Electron
 * print endlessly, so the log has only their number: at once for the first ones, then once an hour.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { Report } from '#shared/base/log.ts';

const HOUR_MS = 60 * 60 * 1000;

/** @returns a function to call with printed text, which may end in the middle of a line */
export function createLineCount(
  { after }: Pick<Clock, 'after'>,
  write: Report,
): (text: string | Buffer) => void {
  let count = 0;
  let isWaiting = false;

  function writeCount(): void {
    isWaiting = count > 0;
    if (!isWaiting) return;
    write({ id: 'lines-left-out', count });
    count = 0;
    after(HOUR_MS, writeCount);
  }

  return (text) => {
    count += String(text).trimEnd().split('\n').length;
    if (!isWaiting) writeCount();
  };
}
