/** The windows of the three lists, the atoms that screens read, and the number of notes in each list. */
import { atom } from 'jotai';
import { hasCode, messageOf } from '#shared/base/error.ts';
import { LISTS, type ListName } from '#shared/note/note.ts';
import type { ListCounts } from '#shared/note/view.ts';
import { call } from '../../bridge/client.ts';
import { store } from '../../state/store.ts';
import { createViewWindow, type ViewContent, type ViewWindow } from './view-window.ts';

export interface ViewState {
  readonly content: ViewContent | null;
  readonly failure: string | null;
}

export const countsAtom = atom<ListCounts | null>(null);

/** The rows that the shown list has rendered last. */
export const renderedRowsAtom = atom<ViewContent | null>(null);

const NOTHING: ViewState = { content: null, failure: null };

const atoms = {
  active: atom(NOTHING),
  archived: atom(NOTHING),
  trashed: atom(NOTHING),
} as const satisfies Record<ListName, unknown>;

const windows: Record<ListName, ViewWindow> = {
  active: windowOf('active'),
  archived: windowOf('archived'),
  trashed: windowOf('trashed'),
};

export function viewAtom(list: ListName): (typeof atoms)[ListName] {
  return atoms[list];
}

export function viewWindow(list: ListName): ViewWindow {
  return windows[list];
}

/** @param revision of the change; without it, the lists are always requested again */
export function refreshViews(revision?: number): void {
  for (const list of LISTS) windows[list].refresh(revision);
}

/** Call when more hits of a search were found or counted, without a change of any note. */
export function refreshCountedViews(): void {
  for (const list of LISTS) windows[list].refreshCount();
}

/** Resolves when no list waits for an answer. */
export async function waitForViews(): Promise<void> {
  await Promise.all(LISTS.map((list) => windows[list].waitUntilIdle()));
}

export function emptyViews(): void {
  for (const list of LISTS) windows[list].empty();
}

/** Answers wait for this, see `holdViews`. */
const holdAtom = atom({ released: Promise.resolve() });

/** Holds all answers until then, because elements under a pressed pointer must not move. */
export function holdViews(until: Promise<void>): void {
  store.set(holdAtom, { released: until });
}

/** Resolves when answers are not held any more. */
export async function waitForRelease(): Promise<void> {
  await store.get(holdAtom).released;
}

/** Square pixels of the window per card. Most cards are larger, as are the bars around the list. */
const CARD_AREA = 50_000;

function windowOf(list: ListName): ViewWindow {
  return createViewWindow({
    list,
    estimateScreen: () => Math.ceil((outerWidth * outerHeight) / CARD_AREA),
    async request(request) {
      try {
        return await call('notes:view', request);
      } finally {
        await waitForRelease();
      }
    },
    publish: (content) => store.set(atoms[list], { content, failure: null }),
    fail: (error) => {
      // The user signed out during the request, which is not a failure; the session's event updates the page.
      if (hasCode(error, 'not-signed-in')) return;
      console.error(messageOf(error));
      store.set(atoms[list], (state) => ({ ...state, failure: messageOf(error) }));
    },
  });
}
