/**
 * Everything that belongs to one signed-in account: its database, its sync engine, exports and imports, and upkeep. It is
 * opened and closed as one, so that nothing of it outlives the session (S10).
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/base/clock.ts';
import { hasUnsavedWords } from '#shared/note/draft.ts';
import { AppError, codeTextOf, systemCodeOf } from '#shared/base/error.ts';
import type { AccountRead, AccountTransfer, AccountWrite } from '#shared/ipc/requests.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import type { RemoteStore } from '#shared/note/remote-store.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import { countUnsynced, type SyncState } from '#shared/ipc/sync-state.ts';
import type { TransferState } from '#shared/ipc/transfer.ts';
import { parseTypedWords, type TypedWords } from '#shared/ipc/typed-words.ts';
import type { WriteId } from '#shared/ipc/account-service.ts';
import type { Report } from '#shared/base/log.ts';
import { createAccountDrafts } from './account-drafts.ts';
import { changesNotes, createRequests } from './requests.ts';
import { openAccountStore } from './opening.ts';
import { numberIn } from './database/backups.ts';
import type { Moment } from './database/connection.ts';
import { syncFolderNow } from '#disk/folder.ts';
import { deriveId } from './tables/derived-id.ts';
import { createSearchIndex } from './views/search-index.ts';
import { createViews } from './views/views.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import { createConflictCopies } from './sync/conflict-copies.ts';
import { createLocalNotes } from './sync/local-notes.ts';
import { waitUntilPushed } from './sync/wait-until-pushed.ts';
import { createUnsavedWords } from './unsaved-words.ts';
import { createImportMark } from './transfer/import-mark.ts';
import { createTransfers, type TransferDialogs } from './transfer/transfers.ts';
import type { FileJobs } from './upkeep/file-jobs.ts';
import { startUpkeep } from './upkeep/upkeep.ts';

export interface Account {
  readonly engine: SyncEngine;
  readonly sync: SyncState;
  /** @param args as the contract (`Requests`) has them; the main thread has parsed them */
  read(channel: AccountRead, args: readonly never[]): unknown;
  /** Performs the request and stores its answer, as one transaction. A repeated request gets the same answer again. */
  write(channel: AccountWrite, args: readonly never[], id: WriteId, alone: boolean): unknown;
  transfer(channel: AccountTransfer, args: readonly never[]): Promise<void>;
  /** See `AccountService.adopt`. */
  adopt(file: string): void;
  emptyTrashAfter(days: TrashDays): void;
  waitUntilPushed(ms: number): Promise<void>;
  /** @returns how many changes, drafts and unread files the cloud does not have (S11) */
  close(): Promise<number>;
  /** Closes at once, because the file or the disk cannot be trusted any more. */
  abandon(): void;
}

export interface AccountPorts {
  readonly uid: Uid;
  /** Path of the account's database. */
  readonly database: string;
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** Work on whole files, in threads of their own. */
  readonly jobs: FileJobs;
  readonly dialogs: TransferDialogs;
  readonly emptyTrashAfter: TrashDays;
  /** The revision of views that pages have seen last. */
  readonly revision: number;
  readonly onChange: (revision: number) => void;
  readonly onSync: (state: SyncState) => void;
  readonly onTransfer: (state: TransferState) => void;
  readonly onTrouble: Report;
  /** The file is damaged or the disk fails: the account is to be abandoned and opened anew. */
  readonly onFatal: (error: AppError) => void;
  /** For tests: another engine, other slices, faults of the disk. */
  readonly createEngine?: typeof createSyncEngine | undefined;
  readonly sliceSteps?: number | undefined;
  readonly injectFault?: ((moment: Moment) => void) | undefined;
}

/** Minimum time between two reports of bulk changes: each makes every page request its notes and counts again. */
const REPORT_INTERVAL_MS = 250;

/**
 * Opens the account's notes. If their file is damaged, what can be salvaged is there, the rest comes from the cloud,
 * and a notice says so.
 * @throws AppError `store-newer`, `store-full`, `store-failed`, `store-damaged`
 */
export function openAccount(ports: AccountPorts): Account {
  const { uid, database, remote, clock, makeId, onTrouble, onFatal, injectFault } = ports;
  const { createEngine = createSyncEngine } = ports;
  const store = openAccountStore({ file: database, now: clock.now, onFatal, injectFault });
  const index = createSearchIndex(store.db, path.join(path.dirname(database), 'search.sqlite'), onTrouble);
  const views = createViews(store.db, index);
  const { history, answers, notices } = store;
  const notes = createLocalNotes({ store: store.notes, clock, makeId, deriveId });
  const copies = createConflictCopies({ store: store.notes, notes });
  const drafts = createAccountDrafts(store.drafts);
  const unsavedWords = createUnsavedWords({ store: store.notes, history, clock });
  /** Opening counts as a change, here and in the main process, which tells the pages. */
  let revision = ports.revision + 1;
  let lastReportTime = -Infinity;
  let cancelReport: (() => void) | null = null;
  let hasRoomForBackup = true;

  function reportChange(): void {
    cancelReport?.();
    cancelReport = null;
    lastReportTime = clock.now();
    revision += 1;
    ports.onChange(revision);
  }

  /** Called after a person changed a note here: pages are told at once. */
  function announceLocalChange(): void {
    upkeep.scheduleIndexing();
    reportChange();
    engine.push();
  }

  /** Called after notes came in from a file or the cloud, perhaps once for each slice. */
  function announceBulkChange(): void {
    upkeep.scheduleIndexing();
    if (cancelReport !== null) return;
    const wait = lastReportTime + REPORT_INTERVAL_MS - clock.now();
    if (wait <= 0) reportChange();
    // The clock may have been set back.
    else cancelReport = clock.after(Math.min(wait, REPORT_INTERVAL_MS), reportChange);
  }

  function endReports(): void {
    cancelReport?.();
    cancelReport = nothing;
  }

  const engine = createEngine({
    store: store.notes,
    remote,
    clock,
    deriveId,
    sliceSteps: ports.sliceSteps,
    onStoreChange: announceBulkChange,
    onTrouble,
  });
  /** What nobody has saved, as it was counted last. */
  let unsaved = countUnsaved();

  function countUnsaved(): Required<Pick<SyncState, 'unsaved' | 'unread'>> {
    return { unsaved: store.drafts.list().filter(hasUnsavedWords).length, unread: store.unreadCount() };
  }

  function syncState(): SyncState {
    return { ...engine.state, ...unsaved, ...(!hasRoomForBackup && { hasRoomForBackup }) };
  }

  function reportSync(): void {
    ports.onSync(syncState());
  }

  /** Never fails, because what it is called after is done and must not be refused. */
  function recountUnsaved(): void {
    try {
      unsaved = countUnsaved();
    } catch (error) {
      onTrouble('drafts-not-counted', error);
    }
  }

  /** Called after each write, because any may store or drop a draft. */
  function reportUnsaved(): void {
    const before = unsaved;
    recountUnsaved();
    if (unsaved.unsaved !== before.unsaved || unsaved.unread !== before.unread) reportSync();
  }

  engine.onChange(() => {
    recountUnsaved();
    reportSync();
  });
  const transfers = createTransfers({
    uid,
    notes: {
      addImported(imported) {
        const added = notes.addImported(imported);
        if (added > 0) {
          announceBulkChange();
          engine.push();
        }
        return added;
      },
      edit(...change) {
        const edited = notes.edit(...change);
        announceBulkChange();
        engine.push();
        return edited;
      },
    },
    all: store.all,
    mark: createImportMark(database, onTrouble),
    engine,
    ...ports.dialogs,
    clock,
    onChange: ports.onTransfer,
    onTrouble,
  });
  const upkeep = startUpkeep({
    database,
    store: { ...store, number: () => numberIn(store.db) },
    index,
    views,
    engine,
    clock,
    jobs: ports.jobs,
    emptyTrashAfter: ports.emptyTrashAfter,
    deleteForever(id) {
      notes.deleteForever(id);
      announceLocalChange();
    },
    onCounted: reportChange,
    onTrouble,
    onBackupRoom(isEnough) {
      if (hasRoomForBackup === isEnough) return;
      hasRoomForBackup = isEnough;
      reportSync();
    },
    onDamage: () => store.db.suspect(),
  });

  const requests = createRequests({
    store: store.notes,
    notes,
    copies,
    drafts,
    unsaved: unsavedWords,
    history,
    notices,
    views: {
      ...views,
      page(request) {
        const page = views.page(request, revision);
        upkeep.scheduleCounting();
        return page;
      },
    },
  });

  return {
    engine,
    get sync() {
      return syncState();
    },
    read: (channel, args) => requests.reads[channel](...args),
    write(channel, args, id, alone) {
      if (args[0] !== uid) throw new AppError('not-signed-in', 'for-another-account');
      // Not in a transaction: if the disk is full by now, a request that was done before must not be refused.
      const earlierAnswer = answers.read(id);
      if (earlierAnswer !== null) return earlierAnswer.value;
      const answer = store.notes.transaction(() => {
        if (alone) answers.clear();
        const value = requests.writes[channel](id)(...args);
        answers.store(id, value ?? null);
        return value;
      });
      if (changesNotes(channel)) announceLocalChange();
      reportUnsaved();
      return answer;
    },
    async transfer(channel, args) {
      await transfers.request(channel, args);
    },
    adopt(file) {
      const words = readTypedWords(file);
      if (words !== null) {
        store.notes.transaction(() => {
          for (const draft of words.drafts) drafts.adopt(draft);
        });
        reportUnsaved();
      }
      try {
        if (words === null) renameSync(file, `${file}.unreadable`);
        // A virus scanner may hold the file for a moment; Node retries only with `recursive`.
        else rmSync(file, { recursive: true, maxRetries: 3 });
        syncFolderNow(path.dirname(file));
      } catch (error) {
        if (systemCodeOf(error) === 'ENOENT') return;
        // Nobody has the words of such a file, so the main thread has to ask again, and signing out must not remove it (S11.4).
        if (words === null) throw notReadable(error);
        // The account has the words, and the main thread does not ask for this file again.
        onTrouble('typed-words-stay', error);
      }
    },
    emptyTrashAfter: (days) => upkeep.emptyTrashAfter(days),
    waitUntilPushed: (ms) => waitUntilPushed(engine, clock, ms),
    async close() {
      endReports();
      engine.dispose();
      await Promise.all([transfers.reset(), upkeep.dispose()]);
      try {
        return countUnsynced({ ...store.notes.counts(), ...countUnsaved() });
      } finally {
        // Also if the disk does not say what is left: nobody closes the files after this.
        index.close();
        store.close();
      }
    },
    abandon() {
      endReports();
      engine.dispose();
      void transfers.reset();
      void upkeep.dispose();
      index.close();
      store.abandon();
    },
  };
}

const nothing = (): void => {};

/** Null if the file does not hold typed words, no drafts if it does not exist. @throws AppError `store-failed` */
function readTypedWords(file: string): TypedWords | null {
  try {
    return parseTypedWords(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (systemCodeOf(error) === 'ENOENT') return { drafts: [] };
    throw notReadable(error);
  }
}

function notReadable(cause: unknown): AppError {
  return new AppError('store-failed', { id: 'typed-words-unreadable', code: codeTextOf(cause) }, { cause });
}
