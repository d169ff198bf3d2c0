/**
 * Feeds the store from the main process: what it broadcasts goes into the atoms, and at the start each state is
 * asked for once. An answer that arrives after a broadcast is older than it and is dropped.
 */
import type { SessionState } from '#shared/session.ts';
import type { Uid } from '#shared/note.ts';
import { messageOf } from '#shared/error.ts';
import { countsAtom } from '../notes/counts.ts';
import { editingAtom } from '../notes/editing.ts';
import { emptyViews, refreshViews } from '../notes/views.ts';
import { queryAtom } from '../search/query.ts';
import { sessionAtom } from '../session/state.ts';
import { appInfoAtom } from '../state/app-info.ts';
import { store } from '../state/store.ts';
import { syncAtom } from '../sync/state.ts';
import { call, listen } from './client.ts';

/** Starts feeding; answers with the function that ends it. */
export function feedStore(): () => void {
  const ends = [
    follow(
      (push) => listen('session:changed', push),
      () => call('session:get'),
      takeSession,
    ),
    follow(
      (push) => listen('sync:changed', push),
      () => call('sync:get'),
      (state) => store.set(syncAtom, state),
    ),
    listen('notes:changed', () => {
      refreshViews();
      refreshCounts();
    }),
  ];
  call('app:info').then(
    (info) => store.set(appInfoAtom, info),
    (error: unknown) => console.error(messageOf(error)),
  );
  return () => {
    for (const end of ends) end();
  };
}

function follow<State>(
  subscribe: (push: (state: State) => void) => () => void,
  ask: () => Promise<State>,
  take: (state: State) => void,
): () => void {
  let told = false;
  const end = subscribe((state) => {
    told = true;
    take(state);
  });
  ask().then(
    (state) => {
      if (!told) take(state);
    },
    (error: unknown) => console.error(messageOf(error)),
  );
  return end;
}

function takeSession(next: SessionState): void {
  const before = uidOf(store.get(sessionAtom));
  const after = uidOf(next);
  if (before !== after) forgetAccount();
  store.set(sessionAtom, next);
  if (after !== null && before !== after) refreshCounts();
}

function uidOf(state: SessionState): Uid | null {
  return state.status === 'signed-in' ? state.user.uid : null;
}

/** Spec §4: on sign-out all lists are emptied; nothing of one account is ever seen under another. */
function forgetAccount(): void {
  emptyViews();
  store.set(countsAtom, null);
  store.set(queryAtom, '');
  store.set(editingAtom, null);
}

let countsAsked = 0;

function refreshCounts(): void {
  if (store.get(sessionAtom).status !== 'signed-in') return;
  countsAsked += 1;
  const mine = countsAsked;
  call('notes:counts').then(
    (counts) => {
      if (mine === countsAsked && store.get(sessionAtom).status === 'signed-in')
        store.set(countsAtom, counts);
    },
    (error: unknown) => console.error(messageOf(error)),
  );
}
