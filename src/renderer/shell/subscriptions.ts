/**
 * Subscribes the store to the main process: requests each state at the start, and updates the atoms by
 * events.
 */
import { atom } from 'jotai';
import type { SessionState } from '#shared/ipc/session.ts';
import type { Uid } from '#shared/note/note.ts';
import { EMPTY_SEARCH } from '#shared/note/view.ts';
import { hasCode, messageOf } from '#shared/base/error.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import { REASONS } from '#shared/base/reasons.ts';
import { endDrafts, flushDrafts, onUnreadDrafts, resendDrafts } from '../drafts/composers.ts';
import { forgetNewCopies, tellOfNewCopies } from '../notes/editor/new-copies.ts';
import { editingAtom } from '../notes/state/editing.ts';
import {
  countsAtom,
  emptyViews,
  refreshCountedViews,
  refreshViews,
  waitForViews,
  viewWindow,
} from '../notes/state/views.ts';
import { collapseCreation, leaveCreation } from '../screens/notes/creation.ts';
import { restoreDrafts } from '../screens/notes/restore-drafts.ts';
import { setSearch } from '../search/query.ts';
import { updateLabels } from '../search/labels.ts';
import { isArrivingAtom, sessionAtom, uidOf, unclaimedWordsAtom } from '../state/session.ts';
import { appInfoAtom } from '../state/app-info.ts';
import { forgetAppDialog } from '../settings/app-dialog.ts';
import { settingsAtom } from '../settings/state.ts';
import { store } from '../state/store.ts';
import { isServed, syncAtom } from '../sync/state.ts';
import { updateShownSync } from '../sync/shown-sync.ts';
import { dismiss, showNotice, showFailure, shownNoticesAtom } from '../toast/notices.ts';
import { forgetActions } from '../toast/undo.ts';
import { importSheetAtom } from '../transfer/import-sheet-state.ts';
import { call, listen, subscribe } from '../bridge/client.ts';

/** Counts and labels are requested at most this long after the lists were answered. */
const TOTALS_WITHIN_MS = 200;
/** The idle callback that will request them, or null. */
const totalsCallbackAtom = atom<number | null>(null);

const NO_ROOM_FOR_BACKUP = 'The disk is too full for a backup of your notes. Free some space.';
/** The notice about a full disk, which may be closed already; null while the disk has room, or if unknown. */
const noticeOfRoomAtom = atom<string | null>(null);

export function subscribeStore(): () => void {
  const sync = subscribe('sync:changed', () => call('sync:get'), applySync, logFailure);
  const settings = subscribe(
    'settings:changed',
    () => call('settings:get'),
    (state) => store.set(settingsAtom, state),
    showFailure,
  );
  const session = subscribe(
    'session:changed',
    () => call('session:get'),
    (state, isAnswer) => applySession(state, isAnswer, sync.ask),
    logFailure,
  );
  const unclaimed = subscribe(
    'session:unclaimed-words',
    () => call('session:unclaimed-words'),
    (count) => store.set(unclaimedWordsAtom, count),
    logFailure,
  );
  const endOpenedTwice = listen('session:opened-twice', () => {
    showNotice({ text: REASONS['opened-twice'], failure: true, lasting: true, ofDevice: true });
  });
  const endNotes = listen('notes:changed', (revision) => {
    refreshViews(revision);
    void waitForViews().then(refreshTotals);
  });
  const endCounts = listen('notes:counted', refreshCountedViews);
  window.addEventListener('online', pushNow);
  onUnreadDrafts((uid) => void restoreDrafts(uid).then(resendDrafts));
  const endEnding = listen('app:ending', (question) => void flushAndAnswer(question).catch(logFailure));
  // When the window loses the focus, the last words are sent at once.
  window.addEventListener('blur', flushNow);
  window.addEventListener('pagehide', flushNow);
  call('app:info').then((info) => store.set(appInfoAtom, info), logFailure);
  // Before the session, which starts the first render: answers arrive in the order of the requests.
  settings.ask();
  session.ask();
  unclaimed.ask();
  // Without waiting for the session, so that the first render has the notes.
  viewWindow('active').show(EMPTY_SEARCH);
  return () => {
    settings.end();
    session.end();
    sync.end();
    unclaimed.end();
    endOpenedTwice();
    endNotes();
    endCounts();
    window.removeEventListener('online', pushNow);
    endEnding();
    window.removeEventListener('blur', flushNow);
    window.removeEventListener('pagehide', flushNow);
  };
}

function logFailure(error: unknown): void {
  console.error(messageOf(error));
}

/**
 * @param isAnswer to `session:get`. Notes requested after it belong to the same account, or an event reports
 *   the other account before they arrive
 */
function applySession(next: SessionState, isAnswer: boolean, askSync: () => void): void {
  const shown = store.get(sessionAtom);
  const before = uidOf(shown);
  const after = uidOf(next);
  const isFirstAnswer = isAnswer && shown.status === 'unknown';
  if (before !== after && !isFirstAnswer) forgetAccount();
  // Does nothing if these notes were requested at the start.
  if (after !== null && before !== after) viewWindow('active').show(EMPTY_SEARCH);
  if (after === null) forgetAppDialog();
  if (shown.status === 'signed-out' || after === null) store.set(isArrivingAtom, after !== null);
  store.set(sessionAtom, next);
  if (after === null || before === after) return;
  // Earlier events may have been about another account.
  askSync();
  void waitForViews().then(refreshTotals);
  void restoreDrafts(after);
  askNotices(after);
}

function applySync(state: SyncState | null): void {
  const before = store.get(syncAtom);
  store.set(syncAtom, state);
  updateShownSync(state);
  updateRoomNotice(state?.hasRoomForBackup !== false);
  const uid = uidOf(store.get(sessionAtom));
  if (uid !== null && before !== null && !isServed(before) && state !== null && isServed(state))
    refreshAll(uid);
}

function updateRoomNotice(isEnough: boolean): void {
  const notice = store.get(noticeOfRoomAtom);
  if (isEnough && notice !== null) {
    dismiss(notice);
    store.set(noticeOfRoomAtom, null);
  }
  if (!isEnough && notice === null)
    store.set(noticeOfRoomAtom, showNotice({ text: NO_ROOM_FOR_BACKUP, lasting: true }));
}

/** Called when the notes were opened again, because notes and drafts may have changed. */
function refreshAll(uid: Uid): void {
  refreshViews();
  refreshCounts();
  refreshLabels();
  refreshNewCopies();
  void restoreDrafts(uid).then(resendDrafts);
  askNotices(uid);
}

/** Shows what happened to this account's files. Each notice stays until it is closed. */
function askNotices(uid: Uid): void {
  call('app:notices', uid).then((sentences) => {
    if (uidOf(store.get(sessionAtom)) !== uid) return;
    for (const text of sentences) showNotice({ text, lasting: true });
  }, logFailure);
}

function flushNow(): void {
  void flushDrafts();
}

/**
 * Answers `app:ending`. Words in the creation box become a note, as by any other way of leaving it. The same
 * transaction removes their draft, so that a crash leaves either the draft or the note.
 */
async function flushAndAnswer(question: number): Promise<void> {
  const uid = uidOf(store.get(sessionAtom));
  await Promise.all([uid === null ? null : leaveCreation(uid), flushDrafts()]);
  await call('app:flushed', question);
}

/** Spec §4: signing out empties all lists; nothing of one account is ever shown under another. */
function forgetAccount(): void {
  emptyViews();
  endDrafts();
  collapseCreation();
  applySync(null);
  store.set(shownNoticesAtom, []);
  forgetActions();
  forgetNewCopies();
  store.set(countsAtom, null);
  updateLabels([]);
  setSearch(EMPTY_SEARCH);
  store.set(editingAtom, null);
  store.set(importSheetAtom, false);
}

/** The engine retries by itself, but the page knows sooner that the network is back. */
function pushNow(): void {
  if (store.get(sessionAtom).status !== 'signed-in') return;
  call('sync:now').catch(logFailure);
}

const refreshCounts = refresher(
  () => call('notes:counts'),
  (counts) => store.set(countsAtom, counts),
);

const refreshLabels = refresher(() => call('labels:list'), updateLabels);

function refreshNewCopies(): void {
  const uid = uidOf(store.get(sessionAtom));
  if (uid === null) return;
  tellOfNewCopies(uid).catch((error: unknown) => {
    if (!hasCode(error, 'not-signed-in')) logFailure(error);
  });
}

/** Refreshes counts and labels when the page is idle, so that the cards render first. */
function refreshTotals(): void {
  if (store.get(totalsCallbackAtom) !== null) return;
  const callback = requestIdleCallback(
    () => {
      store.set(totalsCallbackAtom, null);
      refreshCounts();
      refreshLabels();
      refreshNewCopies();
    },
    { timeout: TOTALS_WITHIN_MS },
  );
  store.set(totalsCallbackAtom, callback);
}

/** @returns a function that requests a value. An older answer never replaces a newer one */
function refresher<Value>(ask: () => Promise<Value>, apply: (value: Value) => void): () => void {
  let lastRequest = 0;
  return () => {
    if (store.get(sessionAtom).status !== 'signed-in') return;
    lastRequest += 1;
    const request = lastRequest;
    ask().then(
      (value) => {
        if (request === lastRequest && store.get(sessionAtom).status === 'signed-in') apply(value);
      },
      (error: unknown) => {
        // The user signed out during the request; the session's event updates the page.
        if (!hasCode(error, 'not-signed-in')) logFailure(error);
      },
    );
  };
}
