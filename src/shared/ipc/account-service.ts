/** What the main thread and an account's thread ask of each other; `rpc.ts` carries it. */
import type { ErrorReport } from '../base/error-report.ts';
import type { AccountRead, AccountTransfer, AccountWrite } from './requests.ts';
import type { NoteId, Uid } from '../note/note.ts';
import type { Reason } from '../base/reasons.ts';
import type { TrashDays } from './settings.ts';
import type { SyncState } from './sync-state.ts';
import type { WaitingWords } from './waiting-words.ts';
import type { ImportSource, TransferState } from './transfer.ts';

/**
 * The id of a request that writes; a note that it makes gets the same id. So a request that comes again is
 * recognised by its stored answer or, if a damaged file has lost that, by the note that it made.
 */
export type WriteId = NoteId;

export interface OpenOptions {
  readonly uid: Uid;
  /** Path of the account's database; its folder exists. */
  readonly database: string;
  readonly emptyTrashAfter: TrashDays;
  /** The latest revision of views that pages have seen. A revision never goes back. */
  readonly revision: number;
}

/** What the main thread asks of the account's thread. A thread serves one account, and ends with it. */
export interface AccountService {
  /** @throws AppError `store-newer`, `store-full`, `store-failed`, `store-damaged` */
  open(options: OpenOptions): void;
  /**
   * Makes a note or a draft of words that waited outside of the database. Does nothing if this entry was
   * taken before.
   * @param waiting the entries that exist: the ids of others need not be remembered any more
   * @throws AppError `store-full`
   */
  take(id: NoteId, words: WaitingWords, waiting: readonly NoteId[]): void;
  /** The arguments are those of the contract; the sender has parsed them. */
  read(channel: AccountRead, args: readonly unknown[]): unknown;
  /**
   * Does it once, however often it is asked.
   * @param alone whether all earlier writes were answered, so that their answers need not be stored any more
   */
  write(channel: AccountWrite, args: readonly unknown[], id: WriteId, alone: boolean): unknown;
  transfer(channel: AccountTransfer, args: readonly unknown[]): Promise<void>;
  /** Gives a port to the cloud's thread, which replaces the one before (`cloud-service.ts`). */
  connect(port: never): void;
  /** From now on the account syncs. */
  sync(): void;
  /** The network, the machine or the session may be back. */
  wake(): void;
  emptyTrashAfter(days: TrashDays): void;
  /** Waits until nothing is on its way to the cloud any more, for at most `ms` milliseconds. */
  waitUntilPushed(ms: number): Promise<void>;
  /**
   * Closes the database. After that the thread may be ended.
   * @returns how many changes, drafts and unread files are left that the cloud does not have (S11)
   */
  close(): Promise<number>;
}

/** What the account's thread tells the main thread, or asks of it. */
export interface AccountHostService {
  /** Any view may have changed. */
  reportChange(revision: number): void;
  reportSync(state: SyncState): void;
  reportTransfer(state: TransferState): void;
  reportTrouble(event: Reason, why: ErrorReport | null): void;
  /** The thread is about to end, and why. */
  reportEnd(why: ErrorReport): void;
  /** Asks the person; null if they chose nothing. */
  chooseFolder(): Promise<string | null>;
  chooseSource(from: ImportSource): Promise<readonly string[] | null>;
  choosePictureFolder(): Promise<string | null>;
  chooseReportFile(): Promise<string | null>;
}
