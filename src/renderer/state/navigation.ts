/**
 * Leads to other screens from code outside of components. The drawing code makes the router, and is loaded
 * later than the code that follows links and menus: until then the path is remembered.
 */
import { atom } from 'jotai';
import type { createHashRouter } from 'react-router-dom';
import { store } from './store.ts';

/** Its code is much larger than this file's, so this file imports only its type. */
export type PageRouter = ReturnType<typeof createHashRouter>;

const routerAtom = atom<PageRouter | null>(null);
/** Where the page goes as soon as it has a router. */
const awaitedPathAtom = atom<string | null>(null);

/** Call once, before the page is drawn. */
export function provideRouter(router: PageRouter): void {
  store.set(routerAtom, router);
  const path = store.get(awaitedPathAtom);
  if (path !== null) goTo(path);
}

/** Shows the screen of this path, unless it is shown already. */
export function goTo(path: string): void {
  const router = store.get(routerAtom);
  if (router === null) store.set(awaitedPathAtom, path);
  else if (currentPath() !== path) void router.navigate(path);
}

/** The path of the address; that of the notes as long as the page has no router. */
export function currentPath(): string {
  return store.get(routerAtom)?.state.location.pathname ?? '/';
}
