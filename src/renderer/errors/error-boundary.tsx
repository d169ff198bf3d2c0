/**
 * Wraps everything that a page renders. If rendering fails, it logs the error and offers to reload the page.
 */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { FailedPage } from './failed-page.tsx';
import { reportError } from './report.ts';

interface ErrorBoundaryProps {
  /** Sends unstored typed words at once. @returns whether all of them are stored */
  readonly flush: () => Promise<boolean>;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    reportError('page-not-drawn', error, componentStack ?? '');
  }

  override render(): ReactNode {
    return this.state.failed ? <FailedPage flush={this.props.flush} /> : this.props.children;
  }
}
