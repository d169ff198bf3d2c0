/**
 * The page's router. All addresses have the same component, which chooses the screen by session and address.
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
    // Not within the change that may need a correction, because the router would miss an address that is set
    // during it.
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

/** Sets the address to the path of the shown screen. */
function correctAddress(router: PageRouter): void {
  const { pathname } = router.state.location;
  const isArriving = store.get(isArrivingAtom);
  const shown = shownScreen(store.get(sessionAtom), isArriving, pathname);
  if (shown === null) return;
  if (shown.path !== pathname) void router.navigate(shown.path, { replace: true });
  // A session that began meanwhile is still arriving.
  if (isArriving) store.set(isArrivingAtom, false);
}

/** Passes errors on to the page's own boundary; the router would show an error page of its own. */
function RethrowError(): never {
  throw useRouteError();
}
