/**
 * The bridge between the renderer and the main process, as types. Both sides derive from these two maps: the
 * preload's `request` and `subscribe`, the handlers and the argument parsers. A channel that is missing on
 * either side does not compile.
 */
import type { AppInfo } from '../app-info.ts';
import type { Draft, DraftKey, NewNotePlace } from '../draft.ts';
import type { ErrorCode } from '../error.ts';
import type { ComparedVersion, EarlierPage, HistoryUse } from '../history.ts';
import type { Note, NoteContent, NoteId, Transition, Uid } from '../note.ts';
import type { SessionState, SignedOut } from '../session.ts';
import type { Settings, SettingsState, StorageUse } from '../settings.ts';
import type { RefusedNote, SyncState } from '../sync-state.ts';
import type { ImportSource, TransferState } from '../transfer.ts';
import type { ListCounts, RemovedPage, ViewPage, ViewRequest } from '../view.ts';

/**
 * Requests of the renderer, each answered once. What writes names the account that it was typed for, and is refused by any
 * other (S14).
 */
export interface Requests {
  'app:info': () => AppInfo;
  /** Sentences about what happened to this account's files that a person should read; each is answered once. */
  'app:notices': (uid: Uid) => readonly string[];
  /** Opens an `http:` or `https:` address in the system's browser. */
  'app:open-external': (url: string) => void;
  /** An error of the page, as `describeError` tells of it, for the log. */
  'app:report-error': (report: string) => void;
  /** Puts a text on the clipboard. */
  'app:copy-text': (text: string) => void;
  /** What was typed in this page is kept, as far as it could be: the answer to `app:ending`. */
  'app:flushed': () => void;

  'session:get': () => SessionState;
  /** Answers when the attempt has ended; a second call ends the first with `sign-in-superseded`. */
  'session:sign-in': () => void;
  /** Where it fails, the session is as it was. */
  'session:sign-out': () => SignedOut;

  'notes:view': (request: ViewRequest) => ViewPage;
  'notes:counts': () => ListCounts;
  'notes:get': (id: NoteId) => Note;
  /**
   * Answers when the note is durable on this device. The draft of the place that it was typed in is dropped with
   * the same transaction.
   */
  'notes:add': (uid: Uid, content: NoteContent, from: NewNotePlace | null) => NoteId;
  /**
   * A change that was made from `base`, what the note held when it was opened. What arrived meanwhile is merged with it
   * (S5); where that cannot be, the change stands beside it as a conflict copy; where the note is gone, it becomes
   * a new one. Answers with the note that holds the words. The edit's draft is dropped with the same transaction.
   */
  'notes:edit': (uid: Uid, id: NoteId, content: NoteContent, base: NoteContent) => NoteId;
  'notes:move': (uid: Uid, id: NoteId, transition: Transition) => void;
  'notes:delete-forever': (uid: Uid, id: NoteId) => void;

  /** What was being typed when the app ended, at most one of each place and note. */
  'drafts:list': () => readonly Draft[];
  /** Answers when the draft is durable; it takes the place of the one before. */
  'drafts:keep': (uid: Uid, draft: Draft) => void;
  'drafts:drop': (uid: Uid, key: DraftKey) => void;

  /** Notes that went because another device deleted them for ever (S6), from `offset`, at most `limit`. */
  'removed:page': (offset: number, limit: number) => RemovedPage;
  /** Brings one back as a note, in the list that it was in. */
  'removed:restore': (uid: Uid, version: number) => void;
  /** Removes what this device still has of it. */
  'removed:forget': (uid: Uid, version: number) => void;

  /** What the note held before, from `offset`, at most `limit`. */
  'history:versions': (id: NoteId, offset: number, limit: number) => EarlierPage;
  /** One of these versions whole, laid over what the note holds now. */
  'history:compare': (id: NoteId, version: number) => ComparedVersion;
  'history:use': () => HistoryUse;
  /** Earlier versions and what was removed elsewhere go from this device. */
  'history:clear': (uid: Uid) => void;

  'sync:get': () => SyncState;
  /** The notes that the cloud refuses, longest-waiting first. */
  'sync:refused': () => readonly RefusedNote[];
  /** Gives every refused note another chance. */
  'sync:retry': (uid: Uid) => void;
  /** Tries at once to push what waits, or to open notes that could not be opened; answers without waiting for the outcome. */
  'sync:now': () => void;

  'settings:get': () => SettingsState;
  'settings:change': (patch: Partial<Settings>) => SettingsState;
  'settings:storage': () => StorageUse;
  /** Whether keys are being recorded: meanwhile the shortcut's own keys open nothing. A change of settings ends that, too. */
  'settings:record-keys': (recording: boolean) => void;
  /** Shows the folder with the log in the system's file manager. */
  'settings:show-logs': () => void;

  'transfer:get': () => TransferState;
  /**
   * Asks the person where to, and writes all notes there. Answers when that has ended, however it did: the state tells.
   * Where another transfer goes on, fails with `transfer-running`.
   */
  'transfer:export': (uid: Uid) => void;
  /** Asks the person for files, and makes notes of them; otherwise as the export. */
  'transfer:import': (uid: Uid, from: ImportSource) => void;
  /** Stops what goes on. */
  'transfer:cancel': () => void;
  /** Forgets how the last one ended. */
  'transfer:dismiss': () => void;
  /** Shows the last export in the system's file manager. */
  'transfer:show-export': () => void;

  'quick-note:open': () => void;
  /**
   * Keeps what is written while nobody is signed in, as far as the page knows, for the next account that is. Where somebody
   * has signed in meanwhile, it joins what that account has there.
   */
  'quick-note:keep': (uid: Uid | null, content: NoteContent) => void;
  'quick-note:drop': () => void;
  /** The quick note's page has kept what was in it. */
  'quick-note:hide': () => void;
}

/** A dialog that a menu outside of the page opens in it. */
export type AppDialog = 'settings' | 'about';

/** Events of the main process. They broadcast state; only `app:ending` and `quick-note:window` have pages do something. */
export interface Events {
  'session:changed': SessionState;
  'sync:changed': SyncState;
  'settings:changed': SettingsState;
  'transfer:changed': TransferState;
  /** A menu outside of the page asks for a dialog in the main window. */
  'app:dialog': AppDialog;
  /** The app is about to end: each page hands over what was typed last, and says so. */
  'app:ending': null;
  /** The quick note's window was shown, or it is about to be hidden and its page has to keep what is in it. */
  'quick-note:window': 'shown' | 'closing';
  /** Any view may have changed; the number is the store's revision. */
  'notes:changed': number;
}

export type RequestChannel = keyof Requests;

/** Requests that the open account answers, in its own thread, as often as they are asked. */
export const ACCOUNT_READS = [
  'notes:view',
  'notes:counts',
  'notes:get',
  'drafts:list',
  'removed:page',
  'history:versions',
  'history:compare',
  'history:use',
  'sync:refused',
  // Doing it twice does no more than doing it once.
  'sync:retry',
] as const satisfies readonly RequestChannel[];
/** Those that write: each becomes durable together with its answer, so that it is done once however often it is asked. */
export const ACCOUNT_WRITES = [
  'app:notices',
  'notes:add',
  'notes:edit',
  'notes:move',
  'notes:delete-forever',
  'drafts:keep',
  'drafts:drop',
  'removed:restore',
  'removed:forget',
  'history:clear',
] as const satisfies readonly RequestChannel[];
/** Those that take long and are not asked again where the account's thread ends meanwhile. */
export const ACCOUNT_TRANSFERS = [
  'transfer:export',
  'transfer:import',
  'transfer:cancel',
  'transfer:dismiss',
  'transfer:show-export',
] as const satisfies readonly RequestChannel[];
export type AccountRead = (typeof ACCOUNT_READS)[number];
export type AccountWrite = (typeof ACCOUNT_WRITES)[number];
export type AccountTransfer = (typeof ACCOUNT_TRANSFERS)[number];
export type EventChannel = keyof Events;

/** Channels by name, for the preload's own check of what a page asks for. */
export const REQUEST_CHANNELS = [
  'app:info',
  'app:notices',
  'app:open-external',
  'app:report-error',
  'app:copy-text',
  'app:flushed',
  'session:get',
  'session:sign-in',
  'session:sign-out',
  'notes:view',
  'notes:counts',
  'notes:get',
  'notes:add',
  'notes:edit',
  'notes:move',
  'notes:delete-forever',
  'drafts:list',
  'drafts:keep',
  'drafts:drop',
  'removed:page',
  'removed:restore',
  'removed:forget',
  'history:versions',
  'history:compare',
  'history:use',
  'history:clear',
  'sync:get',
  'sync:refused',
  'sync:retry',
  'sync:now',
  'settings:get',
  'settings:change',
  'settings:storage',
  'settings:record-keys',
  'settings:show-logs',
  'transfer:get',
  'transfer:export',
  'transfer:import',
  'transfer:cancel',
  'transfer:dismiss',
  'transfer:show-export',
  'quick-note:open',
  'quick-note:keep',
  'quick-note:drop',
  'quick-note:hide',
] as const satisfies readonly RequestChannel[];
export const EVENT_CHANNELS = [
  'session:changed',
  'sync:changed',
  'settings:changed',
  'transfer:changed',
  'app:dialog',
  'app:ending',
  'quick-note:window',
  'notes:changed',
] as const satisfies readonly EventChannel[];

/** What crosses the bridge for a request: errors keep their code, which Electron's own rejection would lose. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: { readonly code: ErrorCode; readonly message: string } };

/** What the preload puts on `window.inkling`. */
export interface Bridge {
  request<C extends RequestChannel>(
    channel: C,
    ...args: Parameters<Requests[C]>
  ): Promise<Outcome<ReturnType<Requests[C]>>>;
  /** Answers with the function that ends the subscription. */
  subscribe<C extends EventChannel>(channel: C, listener: (payload: Events[C]) => void): () => void;
}

/** Compile-time proof that the lists above name every channel. */
type Missing<All, Listed> = Exclude<All, Listed> extends never ? true : Exclude<All, Listed>;
true satisfies Missing<RequestChannel, (typeof REQUEST_CHANNELS)[number]>;
true satisfies Missing<EventChannel, (typeof EVENT_CHANNELS)[number]>;
