/** The calls between the main thread and an account's thread; `rpc.ts` carries them. */
import type { ErrorReport } from '../base/error-report.ts';
import type { AccountRead, AccountTransfer, AccountWrite } from './requests.ts';
import type { NoteId, Uid } from '../note/note.ts';
import type { Reason } from '../base/reasons.ts';
import type { TrashDays } from './settings.ts';
import type { SyncState } from './sync-state.ts';
import type { WaitingWords } from './waiting-words.ts';
import type { ImportSource, TransferState } from './transfer.ts';

/**
 * The id of a request that writes; a note that it makes gets the same id. A repeated request is recognised by
 * its stored answer or, if a damaged file has lost that, by the note that it made.
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

/** Calls from the main thread to the account's thread. A thread serves one account, and ends with it. */
export interface AccountService {
  /** @throws AppError `store-newer`, `store-full`, `store-failed`, `store-damaged` */
  open(options: OpenOptions): void;
  /**
   * Makes a note or a draft of words that waited outside of the database. Does nothing if this entry was
   * taken earlier.
   * @param waiting the entries that exist; the ids of all others can be forgotten
   * @throws AppError `store-full`
   */
  take(id: NoteId, words: WaitingWords, waiting: readonly NoteId[]): void;
  /** The arguments are those of the contract; the sender has parsed them. */
  read(channel: AccountRead, args: readonly unknown[]): unknown;
  /**
   * Executes the request once, even if it is called repeatedly.
   * @param alone whether all earlier writes were answered, so that their stored answers can be removed
   */
  write(channel: AccountWrite, args: readonly unknown[], id: WriteId, alone: boolean): unknown;
  transfer(channel: AccountTransfer, args: readonly unknown[]): Promise<void>;
  /** Gives a port to the cloud's thread, which replaces the one before (`cloud-service.ts`). */
  connect(port: never): void;
  /** Starts syncing the account. */
  sync(): void;
  /** The network, the machine or the session may be back. */
  wake(): void;
  emptyTrashAfter(days: TrashDays): void;
  /** Waits until nothing is on its way to the cloud, for at most `ms` milliseconds. */
  waitUntilPushed(ms: number): Promise<void>;
  /**
   * Closes the database. After that the thread may be ended.
   * @returns how many changes, drafts and unread files the cloud does not have (S11)
   */
  close(): Promise<number>;
}

/** Calls from the account's thread to the main thread. */
export interface AccountHostService {
  /** Any view may have changed. */
  reportChange(revision: number): void;
  /** The last page of a search would say more now, without a change of any note. */
  reportCounted(): void;
  reportSync(state: SyncState): void;
  reportTransfer(state: TransferState): void;
  reportTrouble(event: Reason, why: ErrorReport | null): void;
  /** Says why the thread is about to end. */
  reportEnd(why: ErrorReport): void;
  /** Opens a dialog; null if the user cancels. So do the next three. */
  chooseFolder(): Promise<string | null>;
  chooseSource(from: ImportSource): Promise<readonly string[] | null>;
  choosePictureFolder(): Promise<string | null>;
  chooseReportFile(): Promise<string | null>;
}
