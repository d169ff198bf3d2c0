/**
 * Goes to other screens from code outside of components. The rendering code makes the router, and is loaded
 * later than the code that follows links and menus: until then, the path is remembered.
 */
import { atom } from 'jotai';
import type { createHashRouter } from 'react-router-dom';
import { store } from './store.ts';

export const SIGN_UP_PATH = '/signup';

/** Only a type, because the router's code is much larger than this file. */
export type PageRouter = ReturnType<typeof createHashRouter>;

const routerAtom = atom<PageRouter | null>(null);
/** The path to go to as soon as there is a router. */
const awaitedPathAtom = atom<string | null>(null);

/** Call once, before the page renders. */
export function provideRouter(router: PageRouter): void {
  store.set(routerAtom, router);
  const path = store.get(awaitedPathAtom);
  if (path !== null) goTo(path);
}

export function goTo(path: string): void {
  const router = store.get(routerAtom);
  if (router === null) store.set(awaitedPathAtom, path);
  else if (currentPath() !== path) void router.navigate(path);
}

/** The path of the address; that of the notes until there is a router. */
export function currentPath(): string {
  return store.get(routerAtom)?.state.location.pathname ?? '/';
}
