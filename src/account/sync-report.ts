/**
 * The sync state as pages get it: the engine's, with the number of unsaved drafts and unread files, and
 * whether there is room for backups.
 */
import type { Report } from '#shared/base/log.ts';
import { hasUnsavedWords } from '#shared/note/draft.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import type { AccountStore } from './opening.ts';
import type { SyncEngine } from './sync/engine.ts';

export interface SyncReport {
  readonly state: SyncState;
  /** @throws AppError `store-failed` */
  countUnsaved(): UnsavedCounts;
  /**
   * To be called after each write, because any may store or drop a draft, and after remote changes, because
   * they may have removed most notes.
   */
  reportUnsaved(): void;
  readonly setRoomForBackup: (isEnough: boolean) => void;
}

type UnsavedCounts = Required<Pick<SyncState, 'unsaved' | 'unread' | 'missing'>>;

export interface SyncReportPorts {
  readonly store: Pick<AccountStore, 'drafts' | 'unreadCount'> & {
    readonly history: Pick<AccountStore['history'], 'countMissing'>;
  };
  readonly engine: Pick<SyncEngine, 'state' | 'onChange'>;
  readonly onSync: (state: SyncState) => void;
  readonly onTrouble: Report;
}

export function createSyncReport({ store, engine, onSync, onTrouble }: SyncReportPorts): SyncReport {
  let latest: UnsavedCounts = { unsaved: 0, unread: 0, missing: 0 };
  let hasRoomForBackup = true;
  recount();

  function countUnsaved(): UnsavedCounts {
    return {
      unsaved: store.drafts.list().filter(hasUnsavedWords).length,
      unread: store.unreadCount(),
      missing: store.history.countMissing(),
    };
  }

  /** Never fails, because the write before it is done and must not be refused. */
  function recount(): void {
    try {
      latest = countUnsaved();
    } catch (error) {
      onTrouble('drafts-not-counted', error);
    }
  }

  function state(): SyncState {
    return { ...engine.state, ...latest, ...(!hasRoomForBackup && { hasRoomForBackup }) };
  }

  engine.onChange(() => {
    recount();
    onSync(state());
  });

  return {
    get state() {
      return state();
    },
    countUnsaved,
    reportUnsaved() {
      const before = latest;
      recount();
      const isSame =
        latest.unsaved === before.unsaved &&
        latest.unread === before.unread &&
        latest.missing === before.missing;
      if (!isSame) onSync(state());
    },
    setRoomForBackup(isEnough) {
      if (hasRoomForBackup === isEnough) return;
      hasRoomForBackup = isEnough;
      onSync(state());
    },
  };
}
