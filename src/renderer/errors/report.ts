/**
 * Reports the uncaught errors of this page to the log. A page imports this module before all others, so that errors
 * while these are loaded are reported, too.
 */
import { createErrorReport, MAX_REPORT } from '#shared/base/error-report.ts';
import { call } from '../bridge/client.ts';

const clock = {
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export const reportError = createErrorReport(clock, (report) => {
  const text = `${location.pathname}: ${report}`.slice(0, MAX_REPORT);
  // A failed report must not cause another report.
  call('app:report-error', text).catch(() => undefined);
});

window.addEventListener('error', ({ error, message }) => {
  // Some errors of the browser have a message but no `Error` object.
  reportError('An error that nobody caught', error ?? message);
});
window.addEventListener('unhandledrejection', ({ reason }) => {
  reportError('A rejection that nobody took', reason);
});
