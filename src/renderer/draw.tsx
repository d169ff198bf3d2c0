/** Draws the app. Loaded separately from what subscribes the store, see `main.ts`. */
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { flushDrafts } from './drafts/composers.ts';
import { ErrorBoundary } from './errors/error-boundary.tsx';
import { App } from './shell/app.tsx';
import { Page } from './page.tsx';
import { loadOverlaysSoon } from './shell/deferred-overlay.tsx';
import { store } from './state/store.ts';

export function draw(root: HTMLElement): void {
  // Synchronously: otherwise React would draw only after an empty frame.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary flush={flushDrafts}>
          <Provider store={store}>
            <Page>
              <App />
            </Page>
          </Provider>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  loadOverlaysSoon();
}
