/** Renders the app. Loaded separately from the store's subscriptions, see `main.ts`. */
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { flushDrafts } from './drafts/composers.ts';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import { Page } from './page.tsx';
import { loadOverlaysSoon } from './shell/deferred-overlay.tsx';
import { createPageRouter } from './shell/router.tsx';
import { store } from './state/store.ts';

export function draw(root: HTMLElement): void {
  const router = createPageRouter();
  // Synchronously: otherwise React would paint an empty frame first.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary flush={flushDrafts}>
          <Provider store={store}>
            <Page>
              {/* Transitions would render a new address later than a new session. */}
              <RouterProvider router={router} useTransitions={false} />
            </Page>
          </Provider>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  loadOverlaysSoon();
}
