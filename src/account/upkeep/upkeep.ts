/**
 * Upkeep: the background work on an account. It counts hits after their page was answered, indexes notes
 * after they were stored, does checkpoints in quiet moments, checks the file after an unclean end, makes
 * daily backups, thins the history, deletes what has expired, and returns free pages. All of it is done in
 * pieces of a few milliseconds or in a thread of its own, and none of its failures stops anything else.
 */
import type { Clock } from '#shared/base/clock.ts';
import type { Report } from '#shared/base/log.ts';
import type { Reason } from '#shared/base/reasons.ts';
import type { NoteId } from '#shared/note/note.ts';
import type { TrashDays } from '#shared/ipc/settings.ts';
import type { Erasure } from '../database/erasure.ts';
import type { SearchIndex } from '../views/search-index.ts';
import type { Views } from '../views/views.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type { LocalStore } from '../sync/ports.ts';
import type { HistoryTable } from '../tables/history.ts';
import { createThinning, historyLimit, type IsSuperfluous } from '../tables/thinning.ts';
import { daysBefore, isOldTrash } from '../sync/trash-age.ts';
import { makeDailyBackup } from './daily-backup.ts';
import type { FileJobs, JobResult } from './file-jobs.ts';

export interface Upkeep {
  /** Notes have changed: schedules their indexing, and a checkpoint in a quiet moment. */
  scheduleIndexing(): void;
  /** A page was answered whose hits may not be counted yet. */
  scheduleCounting(): void;
  /** Sets another number of days: notes that are old enough are deleted at once, if that is allowed. */
  emptyTrashAfter(days: TrashDays): void;
  /** Ends all work; resolves when nothing is in progress any more. */
  dispose(): Promise<void>;
}

export interface UpkeepPorts {
  /** Path of the account's database. */
  readonly database: string;
  readonly store: {
    readonly notes: Pick<LocalStore, 'read' | 'isConfirmed'>;
    readonly history: Pick<HistoryTable, 'dropExpired' | 'thin'>;
    /** The app ended uncleanly, and the file is too large to be checked while the user waits. */
    readonly needsCheck: boolean;
    /** Every page was checked and is sound. */
    markChecked(): void;
    /** The database's number, see `../database/backups.ts`. */
    number(): number;
    /** Bytes of the database that are in use. */
    size(): number;
    /** Returns some free pages to the file system. @returns whether there may be more */
    returnPages(): boolean;
    readonly erasure: Erasure;
    /** Removes damaged files that were set aside and whose words are safe. */
    removeSafeFiles(): void;
  };
  readonly index: Pick<SearchIndex, 'indexSome'>;
  readonly views: Pick<Views, 'countSome'>;
  readonly engine: SyncEngine;
  readonly clock: Clock;
  readonly jobs: FileJobs;
  readonly emptyTrashAfter: TrashDays;
  readonly deleteForever: (id: NoteId) => void;
  /** A count that was missing from a page is known now. */
  readonly onCounted: () => void;
  /** Words that were deleted for good are gone from the log and the backups, too. */
  readonly onErased: () => void;
  readonly onTrouble: Report;
  /** Whether the disk had room for the last backup. Backups that fail for another reason do not count. */
  readonly onBackupRoom: (isEnough: boolean) => void;
  /** The file was found to be damaged. */
  readonly onDamage: () => void;
}

/** How long words that were overwritten or removed can be brought back (S12). */
const HISTORY_DAYS = 30;
/**
 * How many notes of the trash are deleted at once. Each is a write of its own, with other work in between.
 */
const DELETED_AT_ONCE = 10;
/** The pause between two pieces of work, in which requests are answered. */
const PIECE_MS = 5;
/** So many pieces of thinning or expiry write 2 MB to the log, which a checkpoint brings into the file in 5 ms. */
const PIECES_TO_CHECKPOINT = 4;
/** Notes are indexed once none has changed for this long, because each change lists its note again … */
const INDEX_AFTER_MS = 300;
/** … or at the latest this long after the first change. */
const INDEX_WITHIN_MS = 3_000;
/** A moment is quiet if nothing was saved for this long: then no commit waits for this work. */
const QUIET_MS = 2_000;
/** Until then, the start of the app and its first snapshot have the disk to themselves. */
const FIRST_ROUND_MS = 20_000;
/** Timers stand still while the machine sleeps, so whether a backup is due is checked every hour. */
const ROUND_MS = 60 * 60 * 1000;
/** A backup that was put off this often because the user saved something is made all the same. */
const MOST_PUT_OFF = 60;

export function startUpkeep(ports: UpkeepPorts): Upkeep {
  const { database, store, index, views, engine, clock, jobs, onTrouble } = ports;
  const timers = createTimers(clock, (work) => attempt(work));
  let isDisposed = false;
  /** A backup of a large file on a slow disk may not be finished when the next one is due. */
  let lastBackup: Promise<void> = Promise.resolve();
  let firstChange: number | null = null;
  let lastChange = -Infinity;
  /** When indexing began to wait for a push in flight; null if it does not wait. */
  let waitingSince: number | null = null;
  let trashDays = ports.emptyTrashAfter;
  let wasLive = false;
  let pieces = 0;
  const unsubscribe = engine.onChange(({ phase, pending, refused }) => {
    const isLiveAgain = phase === 'live' && !wasLive;
    wasLive = phase === 'live';
    if (isLiveAgain) attempt(emptyTrash);
    if (phase === 'live') attempt(expireHistory);
    if (pending + refused > 0) return;
    attempt(() => {
      if (store.notes.isConfirmed()) store.removeSafeFiles();
    });
  });

  /** Only reports failures. One that must end the connection has already ended it. */
  function attempt(work: () => void): void {
    if (isDisposed) return;
    try {
      work();
    } catch (error) {
      onTrouble('upkeep-failed', error);
    }
  }

  /** Whether indexing waits for a push, which goes first unless it takes too long. */
  function waitsForPush(): boolean {
    if (!engine.isPushing) {
      waitingSince = null;
      return false;
    }
    const now = clock.now();
    waitingSince ??= now;
    // The clock may have been set back.
    return Math.abs(now - waitingSince) < INDEX_WITHIN_MS;
  }

  function indexSome(): void {
    if (waitsForPush()) {
      timers.set('index', INDEX_AFTER_MS, indexSome);
      return;
    }
    firstChange = null;
    const quiet = isQuiet();
    if (index.indexSome(quiet)) timers.set('index', PIECE_MS, indexSome);
    else if (!quiet) timers.set('index', QUIET_MS, indexSome);
  }

  function isQuiet(): boolean {
    // The clock may have been set back.
    return Math.abs(clock.now() - lastChange) >= QUIET_MS;
  }

  function countSome(): void {
    const counting = views.countSome();
    if (counting === 'counting') timers.set('count', PIECE_MS, countSome);
    else if (counting === 'better') ports.onCounted();
  }

  function expireHistory(): void {
    const now = engine.cloudTime;
    // Salvaged words are never deleted automatically before the cloud has confirmed the account (S13).
    if (now === null || !store.notes.isConfirmed()) return;
    const lastRemoval = store.erasure.lastRemoval();
    if (store.history.dropExpired(daysBefore(now, HISTORY_DAYS))) continueSoon('expiry', expireHistory);
    if (store.erasure.lastRemoval() > lastRemoval) checkpointWhenQuiet();
  }

  function thinHistory(): void {
    // Only the cloud knows which of the salvaged words it has (S13).
    if (!store.notes.isConfirmed()) return;
    thinSome(Number.MAX_SAFE_INTEGER, createThinning(clock.now(), historyLimit(store.size())));
  }

  /** @param before the version at which the last piece stopped */
  function thinSome(before: number, isSuperfluous: IsSuperfluous): void {
    const next = store.history.thin(before, isSuperfluous);
    if (next !== null) continueSoon('thinning', () => thinSome(next, isSuperfluous));
  }

  /** Continues work that writes much to the log, which must not grow until a commit has to do a checkpoint. */
  function continueSoon(kind: string, work: () => void): void {
    pieces += 1;
    if (pieces % PIECES_TO_CHECKPOINT === 0) timers.set('checkpoint', 0, checkpoint);
    timers.set(kind, PIECE_MS, work);
  }

  function returnPages(): void {
    if (!store.returnPages()) return;
    // Only a checkpoint shortens the file.
    timers.set('checkpoint', QUIET_MS, checkpoint);
    continueSoon('pages', returnPages);
  }

  /** Checkpoints in quiet moments, so that no commit has to do one. */
  function checkpointWhenQuiet(): void {
    timers.set('checkpoint', QUIET_MS, () => {
      checkpoint();
      timers.set('pages', PIECE_MS, returnPages);
    });
  }

  function checkpoint(): void {
    const done = store.erasure.checkpoint();
    if (done === 'busy') checkpointWhenQuiet();
    if (done === 'truncated') reportErasure();
  }

  /**
   * Deletes for ever the notes that have been in the trash for longer than the user wants, if the cloud has
   * proven it (S13.1), and only while the account is live: then a complete snapshot has been stored since the
   * file was opened, so that the account is confirmed (S13.3). Each note is deleted as if by the user: if it
   * was changed elsewhere meanwhile, it comes back (S6.4).
   */
  function emptyTrash(): void {
    const now = engine.cloudTime;
    if (trashDays === null || now === null || engine.state.phase !== 'live') return;
    const unchangedSince = daysBefore(now, trashDays);
    let deleted = 0;
    for (const [id, trashUpdateTime] of engine.remoteTrash) {
      if (deleted === DELETED_AT_ONCE) {
        timers.set('trash', PIECE_MS, emptyTrash);
        return;
      }
      if (trashUpdateTime >= unchangedSince) continue;
      const record = store.notes.read(id);
      if (record === null || !isOldTrash(record, trashUpdateTime, unchangedSince)) continue;
      ports.deleteForever(id);
      deleted += 1;
    }
  }

  function reportErasure(): void {
    if (!store.erasure.isErasing()) ports.onErased();
  }

  function round(): void {
    timers.set('round', ROUND_MS, round);
    attempt(emptyTrash);
    attempt(expireHistory);
    attempt(thinHistory);
    checkpointWhenQuiet();
    backUpWhenQuiet(0);
  }

  function backUpWhenQuiet(putOff: number): void {
    if (isQuiet() || putOff >= MOST_PUT_OFF)
      lastBackup = lastBackup.then(backUp).catch((error: unknown) => onTrouble('upkeep-failed', error));
    else timers.set('backup', QUIET_MS, () => backUpWhenQuiet(putOff + 1));
  }

  async function backUp(): Promise<void> {
    if (isDisposed) return;
    const wasErasing = store.erasure.isErasing();
    const state = { number: store.number(), lastRemoval: store.erasure.lastRemoval() };
    const result = await makeDailyBackup(database, state, clock.now(), jobs);
    reportFailure('backup-failed', result);
    if (!isDisposed && (result.kind === 'done' || result.kind === 'full'))
      ports.onBackupRoom(result.kind === 'done');
    if (wasErasing) attempt(reportErasure);
  }

  function reportFailure(event: Reason, result: JobResult): void {
    if (isDisposed || result.kind === 'done' || result.kind === 'ended') return;
    onTrouble(event, result.cause);
    if (result.kind === 'damaged') ports.onDamage();
  }

  async function check(): Promise<void> {
    const result = await jobs.run({ kind: 'check', database });
    reportFailure('check-failed', result);
    if (result.kind === 'done') store.markChecked();
  }

  if (store.needsCheck) void check();
  timers.set('round', FIRST_ROUND_MS, round);
  timers.set('index', INDEX_WITHIN_MS, indexSome);
  return {
    scheduleIndexing() {
      lastChange = clock.now();
      firstChange ??= lastChange;
      const latest = Math.max(0, firstChange + INDEX_WITHIN_MS - lastChange);
      timers.set('index', Math.min(INDEX_AFTER_MS, latest), indexSome);
      checkpointWhenQuiet();
    },
    scheduleCounting: () => timers.set('count', PIECE_MS, countSome),
    emptyTrashAfter(days) {
      trashDays = days;
      attempt(emptyTrash);
    },
    dispose() {
      isDisposed = true;
      unsubscribe();
      timers.clear();
      return jobs.close();
    },
  };
}

/**
 * One timer for each kind of work; setting it again replaces the previous one. Work that is due lets requests
 * that have arrived go first.
 */
function createTimers(clock: Clock, run: (work: () => void) => void) {
  const cancels = new Map<string, () => void>();
  return {
    set(kind: string, ms: number, work: () => void): void {
      cancels.get(kind)?.();
      const runAfterRequests = (): void =>
        void cancels.set(
          kind,
          clock.after(0, () => run(work)),
        );
      cancels.set(kind, clock.after(ms, runAfterRequests));
    },
    clear(): void {
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
