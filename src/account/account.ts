/**
 * Everything that belongs to one signed-in account: its database, its sync engine, exports and imports, and
 * upkeep. All of it is opened and closed together, so that nothing outlives the session (S10).
 */
import path from 'node:path';
import type { Clock } from '#shared/base/clock.ts';
import { AppError } from '#shared/base/error.ts';
import { newNoteOf } from '#shared/note/draft.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import type { RemoteStore } from '#shared/note/remote-store.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import { countUnsynced, type SyncState } from '#shared/ipc/sync-state.ts';
import type { TransferState } from '#shared/ipc/transfer.ts';
import type { AccountService } from '#shared/ipc/account-service.ts';
import type { Report } from '#shared/base/log.ts';
import { type AccountDrafts, createAccountDrafts } from './account-drafts.ts';
import { type ChangeReports, createChangeReports } from './change-reports.ts';
import { type AccountRequests, changesNotes, createRequests, storesWords } from './requests.ts';
import { type AccountStore, openAccountStore } from './opening.ts';
import { createSyncReport, type SyncReport } from './sync-report.ts';
import type { Moment } from './database/connection.ts';
import { deriveId } from './tables/derived-id.ts';
import { createSearchIndex, type SearchIndex } from './views/search-index.ts';
import { createViews, type Views } from './views/views.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import { createConflictCopies } from './sync/conflict-copies.ts';
import { createLocalNotes, type LocalNotes } from './sync/local-notes.ts';
import { waitUntilPushed } from './sync/wait-until-pushed.ts';
import { createUnsavedWords } from './unsaved-words.ts';
import { createImportMark } from './transfer/import-mark.ts';
import { createTransfers, type TransferDialogs, type Transfers } from './transfer/transfers.ts';
import type { FileJobs } from './upkeep/file-jobs.ts';
import { startUpkeep, type Upkeep } from './upkeep/upkeep.ts';

export interface Account {
  readonly sync: SyncState;
  /** Answers the main thread's calls. */
  readonly service: Omit<AccountService, 'open' | 'connect'>;
  /** Closes at once, because the file or the disk can no longer be trusted. */
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
  /** The revision of views that pages saw last. */
  readonly revision: number;
  readonly onChange: (revision: number) => void;
  /** The last page of a search would say more now, without a change of any note. */
  readonly onCounted: () => void;
  readonly onSync: (state: SyncState) => void;
  readonly onTransfer: (state: TransferState) => void;
  readonly onTrouble: Report;
  /** The file is damaged or the disk fails: the account must be abandoned and opened anew. */
  readonly onFatal: (error: AppError) => void;
  /** For tests: another engine, other slices, faults of the disk. */
  readonly createEngine?: typeof createSyncEngine | undefined;
  readonly sliceSteps?: number | undefined;
  readonly injectFault?: ((moment: Moment) => void) | undefined;
}

/**
 * Opens the account's notes. If their file is damaged, everything readable is salvaged, the rest comes from
 * the cloud, and a notice says so.
 * @throws AppError `store-newer`, `store-full`, `store-failed`, `store-damaged`
 */
export function openAccount(ports: AccountPorts): Account {
  const { database, clock, onTrouble, createEngine = createSyncEngine } = ports;
  const store = openAccountStore({ ...ports, file: database, now: clock.now });
  const index = createSearchIndex(store.db, path.join(path.dirname(database), 'search.sqlite'), onTrouble);
  const views = createViews(store.db, index);
  const notes = createLocalNotes({ ...ports, store: store.notes, deriveId });
  const drafts = createAccountDrafts(store.drafts);
  const changes = createChangeReports(ports);

  /** Called after the user changed a note here: pages are told at once. */
  function announceLocalChange(): void {
    upkeep.scheduleIndexing();
    changes.report();
    engine.push();
  }

  /** Called after notes came in from a file or the cloud, perhaps once for each slice. */
  function announceBulkChange(): void {
    upkeep.scheduleIndexing();
    changes.reportSoon();
    sync.reportUnsaved();
  }

  function announceImport(): void {
    announceBulkChange();
    engine.push();
  }

  function deleteForever(id: NoteId): void {
    notes.deleteForever(id);
    announceLocalChange();
  }

  const engine = createEngine({ ...ports, store: store.notes, deriveId, onStoreChange: announceBulkChange });
  const sync = createSyncReport({ ...ports, store, engine });
  const transfers = createTransfers({
    ...ports,
    ...ports.dialogs,
    notes: announcedNotes(notes, announceImport),
    all: store.all,
    mark: createImportMark(database, onTrouble),
    engine,
    onChange: ports.onTransfer,
  });
  const upkeep = startUpkeep({
    ...ports,
    store,
    index,
    views,
    engine,
    deleteForever,
    onErased: changes.report,
    onBackupRoom: sync.setRoomForBackup,
    onDamage: () => store.db.suspect(),
  });
  return createAccount({
    ports,
    store,
    index,
    views,
    notes,
    drafts,
    changes,
    engine,
    sync,
    transfers,
    upkeep,
    announceLocalChange,
  });
}

interface Parts {
  readonly ports: AccountPorts;
  readonly store: AccountStore;
  readonly index: SearchIndex;
  readonly views: Views;
  readonly notes: LocalNotes;
  readonly drafts: AccountDrafts;
  readonly changes: ChangeReports;
  readonly engine: SyncEngine;
  readonly sync: SyncReport;
  readonly transfers: Transfers;
  readonly upkeep: Upkeep;
  readonly announceLocalChange: () => void;
}

function requestsOf({ ports, store, views, notes, drafts, changes, upkeep }: Parts): AccountRequests {
  return createRequests({
    store: store.notes,
    notes,
    copies: createConflictCopies({ store: store.notes, notes }),
    drafts,
    unsaved: createUnsavedWords({ store: store.notes, history: store.history, clock: ports.clock }),
    history: store.history,
    erasure: store.erasure,
    notices: store.notices,
    views: {
      ...views,
      page(request) {
        const page = views.page(request, changes.revision);
        upkeep.scheduleCounting();
        return page;
      },
    },
  });
}

function createAccount(parts: Parts): Account {
  const { ports, store, index, notes, drafts, changes, engine, sync, transfers, upkeep } = parts;
  const { uid, clock } = ports;
  const { answers } = store;
  const requests = requestsOf(parts);
  const service: Account['service'] = {
    read: (channel, args: readonly never[]) => requests.reads[channel](...args),
    write(channel, args: readonly never[], id, alone) {
      if (args[0] !== uid) throw new AppError('not-signed-in', 'for-another-account');
      // Not in a transaction: a full disk must not refuse a request that was done before.
      const earlierAnswer = answers.read(id);
      if (earlierAnswer !== null) return earlierAnswer.value;
      const answer = store.notes.transaction(() => {
        if (alone) answers.clear();
        const value = requests.writes[channel](id)(...args);
        answers.store(id, value, storesWords(channel));
        return value;
      });
      if (changesNotes(channel)) parts.announceLocalChange();
      sync.reportUnsaved();
      return answer;
    },
    async transfer(channel, args: readonly never[]) {
      await transfers.request(channel, args);
    },
    take(id, words, waiting) {
      const isNew = store.notes.transaction(() => {
        answers.forgetTaken(waiting);
        return answers.takeOnce(id, () => {
          if (words.place === 'note') notes.add(newNoteOf(words.content, words.marks), id);
          else drafts.adopt(words);
        });
      });
      if (isNew && words.place === 'note') parts.announceLocalChange();
      sync.reportUnsaved();
    },
    sync: () => engine.start(),
    wake: () => engine.wake(),
    emptyTrashAfter: (days) => upkeep.emptyTrashAfter(days),
    waitUntilPushed: (ms) => waitUntilPushed(engine, clock, ms),
    async close() {
      changes.end();
      engine.dispose();
      await Promise.all([transfers.reset(), upkeep.dispose()]);
      try {
        return countUnsynced({ ...store.notes.counts(), ...sync.countUnsaved() });
      } finally {
        // Even if counting failed: nothing else closes the files.
        index.close();
        store.close();
      }
    },
  };
  return {
    service,
    get sync() {
      return sync.state;
    },
    abandon() {
      changes.end();
      engine.dispose();
      void transfers.reset();
      void upkeep.dispose();
      index.close();
      store.abandon();
    },
  };
}

/** Adds and edits notes for an import. @param announce called after each change */
function announcedNotes(notes: LocalNotes, announce: () => void): Pick<LocalNotes, 'addImported' | 'edit'> {
  return {
    addImported(imported) {
      const added = notes.addImported(imported);
      if (added > 0) announce();
      return added;
    },
    edit(...change) {
      const edited = notes.edit(...change);
      announce();
      return edited;
    },
  };
}
