/**
 * Reports uncaught errors of this page to the log. Pages import this module first, so that errors while other
 * modules load are reported, too.
 */
import { createErrorReport } from '#shared/base/error-report.ts';
import { call } from '../bridge/client.ts';

const clock = {
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const page = location.pathname.slice(1);

const report = createErrorReport(clock, (event, error) => {
  // A failed report must not cause another report.
  call('app:report-error', event, error ?? null).catch(() => undefined);
});

/** @param components React's component stack, if a component threw */
export function reportError(
  id: 'page-error' | 'page-rejection' | 'page-not-drawn',
  thrown: unknown,
  components = '',
): void {
  report({ id, page }, thrown, components);
}

window.addEventListener('error', ({ error, message }) => {
  // Some errors of the browser have a message but no `Error` object.
  reportError('page-error', error ?? message);
});
window.addEventListener('unhandledrejection', ({ reason }) => {
  reportError('page-rejection', reason);
});
