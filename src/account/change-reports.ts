/** Tells the main process, and through it every page, that views of the account have changed. */
import type { Clock } from '#shared/base/clock.ts';

export interface ChangeReports {
  /** Rises with each report, so that pages can tell older answers from newer ones. */
  readonly revision: number;
  /** Reports at once: the user changed something here. */
  readonly report: () => void;
  /** Reports a bulk change, such as a slice of a snapshot, within `REPORT_INTERVAL_MS`. */
  reportSoon(): void;
  /** Cancels a pending report and stops reporting. */
  end(): void;
}

export interface ChangeReportsPorts {
  readonly clock: Clock;
  /** The revision that pages saw last. */
  readonly revision: number;
  readonly onChange: (revision: number) => void;
}

/**
 * Minimum time between two reports of bulk changes, each of which makes every page request
 * its notes and counts again.
 */
const REPORT_INTERVAL_MS = 250;

export function createChangeReports({
  clock,
  revision: lastSeen,
  onChange,
}: ChangeReportsPorts): ChangeReports {
  /** Opening counts as a change, here and in the main process, which tells the pages. */
  let revision = lastSeen + 1;
  let lastReportTime = -Infinity;
  let cancelReport: (() => void) | null = null;
  let hasEnded = false;

  function report(): void {
    if (hasEnded) return;
    cancelReport?.();
    cancelReport = null;
    lastReportTime = clock.now();
    revision += 1;
    onChange(revision);
  }

  return {
    get revision() {
      return revision;
    },
    report,
    reportSoon() {
      if (hasEnded || cancelReport !== null) return;
      const wait = lastReportTime + REPORT_INTERVAL_MS - clock.now();
      if (wait <= 0) report();
      // The clock may have been set back.
      else cancelReport = clock.after(Math.min(wait, REPORT_INTERVAL_MS), report);
    },
    end() {
      hasEnded = true;
      cancelReport?.();
    },
  };
}
