/**
 * The page's router. Every address has one component, which shows the screen that follows from the session
 * and the address.
 */
import { createHashRouter, useRouteError } from 'react-router-dom';
import { isArrivingAtom, sessionAtom } from '../state/session.ts';
import { type PageRouter, provideRouter } from '../state/navigation.ts';
import { store } from '../state/store.ts';
import { App } from './app.tsx';
import { shownScreen } from './shown-screen.ts';

export function createPageRouter(): PageRouter {
  const router = createHashRouter([{ path: '*', Component: App, ErrorBoundary: RethrowError }]);
  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    // Not within the change that may need a correction: the router would not know of an address that is set
    // meanwhile.
    queueMicrotask(() => {
      isPlanned = false;
      correctAddress(router);
    });
  };
  router.subscribe(plan);
  store.sub(sessionAtom, plan);
  plan();
  provideRouter(router);
  return router;
}

/** Gives the address the path of the screen that is shown for it. */
function correctAddress(router: PageRouter): void {
  const { pathname } = router.state.location;
  const isArriving = store.get(isArrivingAtom);
  const shown = shownScreen(store.get(sessionAtom), isArriving, pathname);
  if (shown === null) return;
  if (shown.path !== pathname) void router.navigate(shown.path, { replace: true });
  // A session that has begun meanwhile is still arriving.
  if (isArriving) store.set(isArrivingAtom, false);
}

/** Leaves errors to the page's own boundary: the router would show a page of its own. */
function RethrowError(): never {
  throw useRouteError();
}
