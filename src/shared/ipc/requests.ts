/**
 * Requests of pages, each answered once. A request is one entry here: its name is its channel, `args` parses
 * what a page sends, `answer` is the type of what it gets, `to` says who answers, and `errors` lists the
 * codes that it may fail with beyond those that any request of its kind may (`errorsOf`). Types, routing and
 * the account's threads derive from the table. One function answers each request, and the code does not
 * compile without it: in `src/main/ipc/handlers.ts` for `main`, in `src/account/requests.ts` for a read or
 * write of the account, and in `src/account/transfer/transfers.ts` for a transfer.
 *
 * The first argument of a request that writes is the account that it was made for, and any other account
 * refuses it (S14).
 *
 * The preload and pages import no values from here, only types: valibot stays out of them.
 */
import * as v from 'valibot';
import type { AppInfo } from './app-info.ts';
import type { Conflict, NewCopy } from '../note/conflict.ts';
import type { Draft } from '../note/draft.ts';
import { AppError, type ErrorCode } from '../base/error.ts';
import type { ComparedVersion, EarlierPage, HistoryUse } from '../note/history.ts';
import { MAX_ADDRESS } from './link.ts';
import type { ChangeResult } from '../note/note-change.ts';
import type { Note, NoteContent, NoteId } from '../note/note.ts';
import type { SessionState, SignOutResult } from './session.ts';
import type { SettingsState, StorageUse } from './settings.ts';
import type { RefusedNote, SyncState } from './sync-state.ts';
import { IMPORT_SOURCES, type TransferState } from './transfer.ts';
import type { LabelCount, ListCounts, RemovedPage, ViewPage } from '../note/view.ts';
import type { IdsPage, NearPage } from './bulk.ts';
import { type CarriedType, typeOf } from './carried-type.ts';
import { pageError, pageEvent } from './page-report.ts';
import { isPlainData } from './plain-data.ts';
import {
  content,
  draft,
  draftKey,
  draftWindow,
  droppedPaths,
  idsRequest,
  index,
  limit,
  MAX_TEXT_UNITS,
  newNote,
  newNotePlace,
  noteId,
  noteIds,
  notesChanges,
  settingsPatch,
  settlement,
  textUpTo,
  trashDays,
  uid,
  viewRequest,
} from './schemas.ts';

/**
 * Who answers: the main thread, or the open account in its own thread. There, a `read` may be repeated. A
 * `write` becomes durable together with its answer, so a repeated request is done only once. A `transfer`
 * takes long, and is not repeated if the account's thread ends meanwhile.
 */
type Destination = 'main' | 'account read' | 'account write' | 'account transfer';

/** Codes that any request may fail with. */
const ANY_REQUEST: readonly ErrorCode[] = ['invalid-argument', 'forbidden-sender', 'internal'];
/** Further codes that any request to the account may fail with. */
const ANY_OF_ACCOUNT: readonly ErrorCode[] = [
  'not-signed-in',
  'store-newer',
  'store-damaged',
  'store-full',
  'store-failed',
];

interface Request {
  readonly to: Destination;
  readonly args: v.GenericSchema<unknown, readonly unknown[]>;
  /** Left out if the answer is empty. */
  readonly answer?: CarriedType<unknown>;
  readonly errors?: readonly ErrorCode[];
}

function tuple<const Items extends v.TupleItems>(...items: Items) {
  return v.strictTuple(items);
}

export const REQUESTS = {
  'app:info': { to: 'main', args: tuple(), answer: typeOf<AppInfo>() },
  /** Sentences that tell the user what happened to this account's files; each is answered once. */
  'app:notices': { to: 'account write', args: tuple(uid), answer: typeOf<readonly string[]>() },
  /**
   * Opens an `http:` or `https:` address in the system's browser, or a `mailto:` with one address in its mail
   * program. Unless the user has just clicked or pressed a key, a dialog asks first. Declining is no error.
   */
  'app:open-external': { to: 'main', args: tuple(textUpTo(MAX_ADDRESS)), errors: ['too-often'] },
  /** An error of the page, or how many more there were, for the log. */
  'app:report-error': { to: 'main', args: tuple(pageEvent, v.nullable(pageError)) },
  'app:copy-text': { to: 'main', args: tuple(textUpTo(2 * MAX_TEXT_UNITS)), errors: ['too-often'] },
  /** Answers the `app:ending` with this number: the page has stored its typed words, as far as possible. */
  'app:flushed': { to: 'main', args: tuple(index) },

  /** The version that is downloaded and waits for a restart; null if none does. */
  'update:get': { to: 'main', args: tuple(), answer: typeOf<string | null>() },
  /** Asks in a system dialog whether to restart for the update. */
  'update:restart': { to: 'main', args: tuple() },

  'session:get': { to: 'main', args: tuple(), answer: typeOf<SessionState>() },
  /** Answers when the attempt has ended; a second call ends the first with `sign-in-superseded`. */
  'session:sign-in': {
    to: 'main',
    args: tuple(),
    errors: ['sign-in-failed', 'sign-in-superseded', 'network', 'too-often'],
  },
  /**
   * Copies the address of the running sign-in to the clipboard, for systems that do not open a browser. The
   * page never gets the address. Answers whether there is one.
   */
  'session:copy-address': { to: 'main', args: tuple(), answer: typeOf<boolean>(), errors: ['too-often'] },
  /** How many notes were written while signed out and belong to no account yet. */
  'session:unclaimed-words': {
    to: 'main',
    args: tuple(),
    answer: typeOf<number>(),
    errors: ['store-failed'],
  },
  /**
   * Confirms that this is the right account, which then gets those words. Does nothing if another account is
   * signed in.
   */
  'session:confirm': { to: 'main', args: tuple(uid) },
  /** If it fails, the session is unchanged. */
  'session:sign-out': { to: 'main', args: tuple(), answer: typeOf<SignOutResult>() },

  'notes:view': { to: 'account read', args: tuple(viewRequest), answer: typeOf<ViewPage>() },
  /** The ids of a view, page by page, for actions on all of its notes. */
  'notes:ids': { to: 'account read', args: tuple(idsRequest), answer: typeOf<IdsPage>() },
  /** The notes that nearly match a query, slice by slice, so that other requests are answered in between. */
  'notes:near': { to: 'account read', args: tuple(idsRequest), answer: typeOf<NearPage>() },
  /** Path of the file with the notes of the signed-in account, also if it cannot be opened; null while signed out. */
  'notes:file': { to: 'main', args: tuple(), answer: typeOf<string | null>() },
  'notes:counts': { to: 'account read', args: tuple(), answer: typeOf<ListCounts>() },
  'notes:get': {
    to: 'account read',
    args: tuple(noteId),
    answer: typeOf<Note>(),
    errors: ['note-not-found'],
  },
  /**
   * Adds a note with this content and, if given, with marks. Answers when the note is durable on this device.
   * The draft of the place where it was typed, which may be null, is dropped in the same transaction.
   */
  'notes:add': {
    to: 'account write',
    args: tuple(uid, newNote, v.nullable(newNotePlace)),
    answer: typeOf<NoteId>(),
  },
  /**
   * Changes a note from the second content, which it had when it was opened, to the first. Changes that
   * arrived meanwhile are merged (S5). If that is not possible, the edit becomes a conflict copy; if the note
   * no longer exists, it becomes a new note. Answers with the note that has the words. The edit's draft is
   * dropped in the same transaction.
   */
  'notes:edit': { to: 'account write', args: tuple(uid, noteId, content, content), answer: typeOf<NoteId>() },
  /**
   * Moves and marks notes, and undoes or redoes this, in one transaction. Answers with the changes that
   * reverse it. Skips notes that no longer exist or already have the change, without an error.
   */
  'notes:change': {
    to: 'account write',
    args: tuple(uid, notesChanges),
    answer: typeOf<ChangeResult>(),
  },
  /** Deletes the notes that are still in the trash forever (S6.7), and answers with those. */
  'notes:delete-forever': {
    to: 'account write',
    args: tuple(uid, noteIds),
    answer: typeOf<readonly NoteId[]>(),
  },

  /** Every label that a note has, in alphabetical order. */
  'labels:list': { to: 'account read', args: tuple(), answer: typeOf<readonly LabelCount[]>() },

  /** Compares a conflict copy with its original, unless that note is in the trash or no longer exists. */
  'conflict:compare': {
    to: 'account read',
    args: tuple(noteId),
    answer: typeOf<Conflict>(),
    errors: ['note-not-found'],
  },
  /** Conflict copies that sync has made on this device and not announced yet (S5.13). */
  'conflict:new-copies': { to: 'account read', args: tuple(), answer: typeOf<readonly NewCopy[]>() },
  /** The user has been told of these copies. */
  'conflict:told': { to: 'account write', args: tuple(uid, noteIds) },
  'conflict:settle': { to: 'account write', args: tuple(uid, settlement), errors: ['note-not-found'] },

  /** The stored drafts of the window that asks, at most one for each place and note. */
  'drafts:list': { to: 'account read', args: tuple(draftWindow), answer: typeOf<readonly Draft[]>() },
  /**
   * Stores a draft in place of the one before, and answers when it is durable. Fails with `drafts-unread` if
   * that one has words that the window has not read since the notes were opened (S14.3); the window then
   * lists the drafts and tries again.
   */
  'drafts:keep': { to: 'account write', args: tuple(uid, draft), errors: ['drafts-unread'] },
  /** Fails like `drafts:keep`. Dropping a missing draft is no error. */
  'drafts:drop': { to: 'account write', args: tuple(uid, draftKey), errors: ['drafts-unread'] },
  /**
   * Discards the words of the first draft: they become a version in the history (S12.5), and the second
   * draft, or none, replaces the stored one. Fails like `drafts:keep`.
   */
  'drafts:discard': {
    to: 'account write',
    args: tuple(uid, draft, v.nullable(draft)),
    errors: ['drafts-unread'],
  },

  /**
   * Notes that another device deleted forever (S6), and words that were never part of a note (S12.5): from an
   * index, at most `limit` of them.
   */
  'removed:page': { to: 'account read', args: tuple(index, limit), answer: typeOf<RemovedPage>() },
  /** Makes such a version a note again, in the list that it was in. */
  'removed:restore': { to: 'account write', args: tuple(uid, index), errors: ['note-not-found'] },
  /** Removes such a version from this device. */
  'removed:forget': { to: 'account write', args: tuple(uid, index) },

  /**
   * Makes missing notes (S13.7) notes again, each in the list that it was in, at most `MOST_AT_ONCE` of them.
   * Answers how many are still missing.
   */
  'missing:restore': { to: 'account write', args: tuple(uid), answer: typeOf<number>() },
  /** The missing notes are like other removed notes from now on. */
  'missing:dismiss': { to: 'account write', args: tuple(uid) },

  /** Earlier versions of the note: from an index, at most `limit` of them. */
  'history:versions': {
    to: 'account read',
    args: tuple(noteId, index, limit),
    answer: typeOf<EarlierPage>(),
  },
  /** One of these versions in full, compared with the note's words now; null: the note no longer exists. */
  'history:compare': {
    to: 'account read',
    args: tuple(v.nullable(noteId), index),
    answer: typeOf<ComparedVersion>(),
    errors: ['note-not-found'],
  },
  'history:use': { to: 'account read', args: tuple(), answer: typeOf<HistoryUse>() },
  /** Removes earlier versions and removed notes from this device. */
  'history:clear': { to: 'account write', args: tuple(uid) },

  'sync:get': { to: 'main', args: tuple(), answer: typeOf<SyncState>() },
  /** The notes that the cloud refuses, longest-waiting first. */
  'sync:refused': { to: 'account read', args: tuple(), answer: typeOf<readonly RefusedNote[]>() },
  /** Tries to push every refused note again. Idempotent. */
  'sync:retry': { to: 'account write', args: tuple(uid) },
  /**
   * Tries at once to push pending changes, or to open notes that could not be opened; answers without waiting
   * for the outcome.
   */
  'sync:now': { to: 'main', args: tuple() },

  'settings:get': { to: 'main', args: tuple(), answer: typeOf<SettingsState>() },
  /**
   * A setting that weakens the protection or starts the app at login is turned on only after a system dialog
   * has asked.
   */
  'settings:change': {
    to: 'main',
    args: tuple(settingsPatch),
    answer: typeOf<SettingsState>(),
    errors: ['too-often'],
  },
  /**
   * Chooses when the trash of this account is emptied on this device. Fails unless this account is signed in.
   */
  'settings:empty-trash-after': {
    to: 'main',
    args: tuple(uid, trashDays),
    answer: typeOf<SettingsState>(),
    errors: ['not-signed-in'],
  },
  'settings:storage': { to: 'main', args: tuple(), answer: typeOf<StorageUse>(), errors: ['not-signed-in'] },
  /**
   * Whether keys are being recorded; meanwhile the shortcut's own keys open nothing. A change of settings
   * also ends the recording.
   */
  'settings:record-keys': { to: 'main', args: tuple(v.boolean()) },
  /** Shows the folder with the log in the system's file manager. */
  'settings:show-logs': { to: 'main', args: tuple(), errors: ['too-often'] },

  'transfer:get': { to: 'main', args: tuple(), answer: typeOf<TransferState>() },
  /**
   * Asks for a folder and writes all notes there. Answers when the export has ended; the transfer's state
   * says how.
   */
  'transfer:export': { to: 'account transfer', args: tuple(uid), errors: ['transfer-running'] },
  /** Asks for files and makes notes of them; otherwise like the export. */
  'transfer:import': {
    to: 'account transfer',
    args: tuple(uid, v.picklist(IMPORT_SOURCES)),
    errors: ['transfer-running'],
  },
  /**
   * Imports files and folders that were dropped on a window. A page cannot make this request: the preload
   * makes it, with the paths of the page's dropped files.
   */
  'transfer:import-dropped': {
    to: 'main',
    args: tuple(uid, droppedPaths),
    errors: [...ANY_OF_ACCOUNT, 'transfer-running'],
  },
  'transfer:cancel': { to: 'account transfer', args: tuple() },
  /** Asks for a file and writes the report of the last import there. */
  'transfer:save-report': { to: 'account transfer', args: tuple() },
  /** Forgets how the last transfer ended. */
  'transfer:dismiss': { to: 'account transfer', args: tuple() },
  /** Shows the last export in the system's file manager. */
  'transfer:show-export': { to: 'main', args: tuple(), errors: ['too-often'] },

  'quick-note:open': { to: 'main', args: tuple() },
  /**
   * Stores the quick note as a draft of the account or, if the page knows of no account (null), for the next
   * one that signs in. If an account has signed in meanwhile, the words are joined with its draft.
   */
  'quick-note:keep': {
    to: 'main',
    args: tuple(v.nullable(uid), content),
    errors: [...ANY_OF_ACCOUNT, 'drafts-unread'],
  },
  'quick-note:drop': { to: 'main', args: tuple(), errors: ['store-full', 'store-failed'] },
  /** Words of links to be added to the quick note. They are answered once. */
  'quick-note:words': { to: 'main', args: tuple(), answer: typeOf<readonly NoteContent[]>() },
  /** Hides the quick note, whose page has stored its words. */
  'quick-note:hide': { to: 'main', args: tuple() },
} as const satisfies Readonly<Record<string, Request>>;

type Table = typeof REQUESTS;
export type RequestChannel = keyof Table;
type ChannelTo<To extends Destination> = {
  [C in RequestChannel]: Table[C]['to'] extends To ? C : never;
}[RequestChannel];
export type MainChannel = ChannelTo<'main'>;
export type AccountRead = ChannelTo<'account read'>;
export type AccountWrite = ChannelTo<'account write'>;
export type AccountTransfer = ChannelTo<'account transfer'>;
export type AccountChannel = AccountRead | AccountWrite | AccountTransfer;

/** The function type of each request. */
export type Requests = {
  readonly [C in RequestChannel]: (
    ...args: v.InferOutput<Table[C]['args']>
  ) => Table[C] extends { readonly answer: CarriedType<infer Answer> } ? Answer : void;
};

/** A request with its arguments, whose types follow from the channel. */
export type RequestOn<C extends RequestChannel> = {
  readonly [Channel in C]: { readonly channel: Channel; readonly args: Parameters<Requests[Channel]> };
}[C];

export type AccountRequest = RequestOn<AccountChannel>;

export function requestOn<C extends RequestChannel>(channel: C, args: Parameters<Requests[C]>): RequestOn<C> {
  return { channel, args };
}

/** The same table, typed for a channel that is not known beforehand. */
const ENTRIES: {
  readonly [C in RequestChannel]: Request & {
    readonly args: v.GenericSchema<unknown, Parameters<Requests[C]>> & { readonly items: v.TupleItems };
  };
} = REQUESTS;

/** The schema of the arguments of a request, which must also be plain data. */
export function argumentsOf<C extends RequestChannel>(
  channel: C,
): v.GenericSchema<unknown, Parameters<Requests[C]>> {
  return ENTRIES[channel].args;
}

/**
 * Parses the arguments of a request.
 * @throws AppError `invalid-argument` for anything but plain data of exactly the request's shape
 */
export function parseArguments<C extends RequestChannel>(
  channel: C,
  args: readonly unknown[],
): Parameters<Requests[C]> {
  if (!isPlainData(args)) throw new AppError('invalid-argument', { id: 'arguments-not-data', channel });
  // Describing every error of a long value takes seconds.
  const result = v.safeParse(argumentsOf(channel), args, { abortEarly: true });
  if (result.success) return result.output;
  throw new AppError('invalid-argument', { id: 'arguments-wrong', channel });
}

export function isRequestChannel(name: string): name is RequestChannel {
  return Object.hasOwn(REQUESTS, name);
}

export function isAccountWrite(channel: RequestChannel): channel is AccountWrite {
  return ENTRIES[channel].to === 'account write';
}

export function isAccountTransfer(channel: RequestChannel): channel is AccountTransfer {
  return ENTRIES[channel].to === 'account transfer';
}

export function isForAccount(channel: RequestChannel): channel is AccountChannel {
  return ENTRIES[channel].to !== 'main';
}

/** Whether the first argument of the request is the account that it was made for (S14). */
export function namesAccount(channel: AccountChannel): boolean {
  return ENTRIES[channel].args.items[0] === uid;
}

/** Codes that the request may fail with; any other is a bug. */
export function errorsOf(channel: RequestChannel): readonly ErrorCode[] {
  const { errors = [] } = ENTRIES[channel];
  return [...ANY_REQUEST, ...(isForAccount(channel) ? ANY_OF_ACCOUNT : []), ...errors];
}
