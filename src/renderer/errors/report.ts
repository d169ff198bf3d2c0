/**
 * Tells the log of what nobody caught in this page. A page imports it before everything else, so that it also hears of what
 * goes wrong while the rest is loaded.
 */
import { createErrorReport, MAX_REPORT } from '#shared/error-report.ts';
import { call } from '../bridge/client.ts';

const clock = {
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export const reportError = createErrorReport(clock, (report) => {
  const text = `${location.pathname}: ${report}`.slice(0, MAX_REPORT);
  // An error about a report would only lead to the next.
  call('app:report-error', text).catch(() => undefined);
});

window.addEventListener('error', ({ error, message }) => {
  // Some errors of the browser itself are a sentence only.
  reportError('An error that nobody caught', error ?? message);
});
window.addEventListener('unhandledrejection', ({ reason }) => {
  reportError('A rejection that nobody took', reason);
});
