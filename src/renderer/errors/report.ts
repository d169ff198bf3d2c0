/**
 * Reports the uncaught errors of this page to the log. A page imports this module before all others, so that
 * errors while these are loaded are reported, too.
 */
import { createErrorReport } from '#shared/base/error-report.ts';
import { call } from '../bridge/client.ts';

const clock = {
  after(ms: number, callback: () => void) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** The name of the page's file. */
const page = location.pathname.slice(1);

const report = createErrorReport(clock, (event, error) => {
  // A failed report must not cause another report.
  call('app:report-error', event, error ?? null).catch(() => undefined);
});

/** @param components React's stack of components, if one of them threw */
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
