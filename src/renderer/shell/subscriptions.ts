/** Subscribes the store to the main process: what that broadcasts goes into the atoms, and each state is asked for at the start. */
import type { SessionState } from '#shared/session.ts';
import type { Uid } from '#shared/note.ts';
import { AppError, messageOf } from '#shared/error.ts';
import type { SyncState } from '#shared/sync-state.ts';
import { endDrafts, flushDrafts, resendDrafts } from '../drafts/savers.ts';
import { editingAtom } from '../notes/editing.ts';
import { countsAtom, emptyViews, refreshViews, viewsSettled, viewWindow } from '../notes/views.ts';
import { forgetCreation, leaveCreation } from '../screens/notes/creation.ts';
import { restoreDrafts } from '../screens/notes/restore-drafts.ts';
import { queryAtom } from '../search/query.ts';
import { labelsAtom } from '../search/labels.ts';
import { sessionAtom, uidOf } from '../session/state.ts';
import { appInfoAtom } from '../state/app-info.ts';
import { settingsAtom } from '../settings/state.ts';
import { store } from '../state/store.ts';
import { isServed, syncAtom } from '../sync/state.ts';
import { updateShownSync } from '../sync/shown-sync.ts';
import { tell, tellFailure, toldAtom } from '../toast/notices.ts';
import { call, listen, subscribe } from '../bridge/client.ts';

/** Counts and labels are asked for at the latest so long after the lists were answered. */
const TOTALS_WITHIN_MS = 200;
let totals: number | null = null;

/** @returns the function that ends it */
export function subscribeStore(): () => void {
  const sync = subscribe('sync:changed', () => call('sync:get'), applySync, logFailure);
  const settings = subscribe(
    'settings:changed',
    () => call('settings:get'),
    (state) => store.set(settingsAtom, state),
    tellFailure,
  );
  const session = subscribe(
    'session:changed',
    () => call('session:get'),
    (state) => applySession(state, sync.ask),
    logFailure,
  );
  const endNotes = listen('notes:changed', (revision) => {
    refreshViews(revision);
    void viewsSettled().then(refreshTotals);
  });
  window.addEventListener('online', pushNow);
  const endEnding = listen('app:ending', (question) => void keepAndAnswer(question).catch(logFailure));
  // Whoever looks away has typed all there is.
  window.addEventListener('blur', flushNow);
  window.addEventListener('pagehide', flushNow);
  call('app:info').then((info) => store.set(appInfoAtom, info), logFailure);
  // Before the session, with which the first screen is drawn: answers come in the order of their questions.
  settings.ask();
  session.ask();
  return () => {
    settings.end();
    session.end();
    sync.end();
    endNotes();
    window.removeEventListener('online', pushNow);
    endEnding();
    window.removeEventListener('blur', flushNow);
    window.removeEventListener('pagehide', flushNow);
  };
}

function logFailure(error: unknown): void {
  console.error(messageOf(error));
}

function applySession(next: SessionState, askSync: () => void): void {
  const before = uidOf(store.get(sessionAtom));
  const after = uidOf(next);
  if (before !== after) forgetAccount();
  // The first notes are on their way while the screens are drawn for the first time.
  if (after !== null && before !== after) viewWindow('active').show('');
  store.set(sessionAtom, next);
  if (after === null || before === after) return;
  // Whatever was broadcast before now may have been about another account.
  askSync();
  refreshCounts();
  refreshLabels();
  void restoreDrafts(after);
  askNotices(after);
}

function applySync(state: SyncState | null): void {
  const before = store.get(syncAtom);
  store.set(syncAtom, state);
  updateShownSync(state);
  const uid = uidOf(store.get(sessionAtom));
  if (uid !== null && before !== null && !isServed(before) && state !== null && isServed(state))
    refreshAll(uid);
}

/** The notes were opened again: they, and what was typed, may be others now. */
function refreshAll(uid: Uid): void {
  refreshViews();
  refreshCounts();
  refreshLabels();
  void restoreDrafts(uid).then(resendDrafts);
  askNotices(uid);
}

/** What happened to this account's files; each sentence stays until it has been read. */
function askNotices(uid: Uid): void {
  call('app:notices', uid).then((sentences) => {
    if (uidOf(store.get(sessionAtom)) !== uid) return;
    for (const text of sentences) tell({ text, lasting: true });
  }, logFailure);
}

function flushNow(): void {
  void flushDrafts();
}

/**
 * Words in the creation box become a note, as by any other way of leaving it. Their draft goes with the same transaction, so that
 * an end in between leaves one of both.
 */
async function keepAndAnswer(question: number): Promise<void> {
  const uid = uidOf(store.get(sessionAtom));
  await Promise.all([uid === null ? null : leaveCreation(uid), flushDrafts()]);
  await call('app:flushed', question);
}

/** Spec §4: on sign-out all lists are emptied; nothing of one account is ever seen under another. */
function forgetAccount(): void {
  emptyViews();
  endDrafts();
  forgetCreation();
  applySync(null);
  store.set(toldAtom, []);
  store.set(countsAtom, null);
  store.set(labelsAtom, []);
  store.set(queryAtom, '');
  store.set(editingAtom, null);
}

/** The engine retries by itself; the window only knows sooner that it is worth it. */
function pushNow(): void {
  if (store.get(sessionAtom).status !== 'signed-in') return;
  call('sync:now').catch(logFailure);
}

const refreshCounts = refresher(
  () => call('notes:counts'),
  (counts) => store.set(countsAtom, counts),
);

const refreshLabels = refresher(
  () => call('labels:list'),
  // The same array until they differ: most changes are of words.
  (labels) => store.set(labelsAtom, (known) => (isSameList(known, labels) ? known : labels)),
);

/** Counts and labels, in an idle moment: the cards are drawn first. */
function refreshTotals(): void {
  totals ??= requestIdleCallback(
    () => {
      totals = null;
      refreshCounts();
      refreshLabels();
    },
    { timeout: TOTALS_WITHIN_MS },
  );
}

/** Asks for what the account's notes amount to; an older answer never replaces a newer one. */
function refresher<Value>(ask: () => Promise<Value>, apply: (value: Value) => void): () => void {
  let asked = 0;
  return () => {
    if (store.get(sessionAtom).status !== 'signed-in') return;
    asked += 1;
    const mine = asked;
    ask().then(
      (value) => {
        if (mine === asked && store.get(sessionAtom).status === 'signed-in') apply(value);
      },
      (error: unknown) => {
        // Signing out while the question was under way: the session's own change tells the rest.
        if (!(error instanceof AppError) || error.code !== 'not-signed-in') console.error(messageOf(error));
      },
    );
  };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
