/**
 * Requests of pages, each answered once. A request is one entry here: its name is its channel, `args` parses
 * what a page sends, `answer` is the type of what it gets, `to` says who answers, and `errors` lists the
 * codes that it may fail with beyond those that any request of its kind may (`errorsOf`). Types, routing and
 * the account's threads derive from the table. One function answers each request: in
 * `src/main/ipc/handlers.ts` for `main`, in `src/account/requests.ts` for a read or write of the account, and
 * in `src/account/transfer/transfers.ts` for a transfer. Without it nothing compiles.
 *
 * A request that writes names the account that it was typed for as its first argument, and any other account
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
import type { Marked } from '../note/marks.ts';
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
  marks,
  MAX_TEXT_UNITS,
  newNote,
  newNotePlace,
  noteId,
  noteIds,
  notesChanges,
  settingsPatch,
  settlement,
  textUpTo,
  transition,
  trashDays,
  uid,
  viewRequest,
} from './schemas.ts';

/**
 * Who answers: the main thread, or the open account in its own thread. There, a `read` is done as often as it
 * is asked; a `write` becomes durable together with its answer, so that it is done once however often it is
 * asked; a `transfer` takes long, and is not asked again if the account's thread ends meanwhile.
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
  /** Left out if nothing is answered. */
  readonly answer?: CarriedType<unknown>;
  readonly errors?: readonly ErrorCode[];
}

function tuple<const Items extends v.TupleItems>(...items: Items) {
  return v.strictTuple(items);
}

export const REQUESTS = {
  'app:info': { to: 'main', args: tuple(), answer: typeOf<AppInfo>() },
  /**
   * Sentences about what happened to this account's files that a person should read; each is answered once.
   */
  'app:notices': { to: 'account write', args: tuple(uid), answer: typeOf<readonly string[]>() },
  /**
   * Opens an `http:` or `https:` address in the system's browser, `mailto:` with one address in its mail
   * program. If no person has just clicked or pressed a key, a dialog of the system asks first. Answers also
   * if the person did not want it.
   */
  'app:open-external': { to: 'main', args: tuple(textUpTo(MAX_ADDRESS)), errors: ['too-often'] },
  /** An error of the page, or how many more there were, for the log. */
  'app:report-error': { to: 'main', args: tuple(pageEvent, v.nullable(pageError)) },
  /** Puts a text on the clipboard. */
  'app:copy-text': { to: 'main', args: tuple(textUpTo(2 * MAX_TEXT_UNITS)), errors: ['too-often'] },
  /**
   * Answers the `app:ending` of this number: what was typed in this page is stored, as far as it could be.
   */
  'app:flushed': { to: 'main', args: tuple(index) },

  /** The version that is downloaded and waits for a restart; null if none does. */
  'update:get': { to: 'main', args: tuple(), answer: typeOf<string | null>() },
  /** Asks the person in a dialog of the system whether to restart for the update. */
  'update:restart': { to: 'main', args: tuple() },

  'session:get': { to: 'main', args: tuple(), answer: typeOf<SessionState>() },
  /** Answers when the attempt has ended; a second call ends the first with `sign-in-superseded`. */
  'session:sign-in': {
    to: 'main',
    args: tuple(),
    errors: ['sign-in-failed', 'sign-in-superseded', 'network', 'too-often'],
  },
  /**
   * Puts the address that the running attempt has the browser open on the clipboard, for systems that open
   * none. The page never gets it. Answers whether there is one.
   */
  'session:copy-address': { to: 'main', args: tuple(), answer: typeOf<boolean>(), errors: ['too-often'] },
  /** How many notes were written while nobody was signed in and are no account's yet. */
  'session:unclaimed-words': {
    to: 'main',
    args: tuple(),
    answer: typeOf<number>(),
    errors: ['store-failed'],
  },
  /**
   * The person confirms that this is the right account: it gets those words. Does nothing if another account
   * is signed in.
   */
  'session:confirm': { to: 'main', args: tuple(uid) },
  /** If it fails, the session is as it was. */
  'session:sign-out': { to: 'main', args: tuple(), answer: typeOf<SignOutResult>() },

  'notes:view': { to: 'account read', args: tuple(viewRequest), answer: typeOf<ViewPage>() },
  /** The ids of a view, one part after the other, for actions on all of its notes. */
  'notes:ids': { to: 'account read', args: tuple(idsRequest), answer: typeOf<IdsPage>() },
  /**
   * The notes that nearly match a query, one slice of a list after the other, so that other requests are
   * answered in between.
   */
  'notes:near': { to: 'account read', args: tuple(idsRequest), answer: typeOf<NearPage>() },
  'notes:counts': { to: 'account read', args: tuple(), answer: typeOf<ListCounts>() },
  'notes:get': {
    to: 'account read',
    args: tuple(noteId),
    answer: typeOf<Note>(),
    errors: ['note-not-found'],
  },
  /**
   * Adds a note with this content, and with marks if there are any. Answers when the note is durable on this
   * device. The draft of the place where it was typed is dropped in the same transaction; the place may be
   * null.
   */
  'notes:add': {
    to: 'account write',
    args: tuple(uid, newNote, v.nullable(newNotePlace)),
    answer: typeOf<NoteId>(),
  },
  /**
   * Changes a note from the second content, which it had when it was opened, to the first. What arrived
   * meanwhile is merged with the change (S5). If that is not possible, the change becomes a conflict copy; if
   * the note is gone, it becomes a new note. Answers with the note that has the words. The edit's draft is
   * dropped in the same transaction.
   */
  'notes:edit': { to: 'account write', args: tuple(uid, noteId, content, content), answer: typeOf<NoteId>() },
  /**
   * Moves notes, all of them in one transaction. Answers with those that it changed: a note that is gone by
   * now, or was there already, is left out and is no error.
   */
  'notes:move': {
    to: 'account write',
    args: tuple(uid, noteIds, transition),
    answer: typeOf<readonly NoteId[]>(),
  },
  /**
   * Deletes for ever the notes that are still in the trash (S6.7), and answers with those, as `notes:move`
   * does.
   */
  'notes:delete-forever': {
    to: 'account write',
    args: tuple(uid, noteIds),
    answer: typeOf<readonly NoteId[]>(),
  },

  /** Pins, colours and labels notes, all in one transaction. */
  'notes:mark': {
    to: 'account write',
    args: tuple(uid, noteIds, marks),
    answer: typeOf<Marked>(),
  },
  /**
   * Takes actions back, or does them again, all in one transaction: changes each field that nobody has
   * changed since (S5.12). Notes that are gone are left out. Answers with what reverses it.
   */
  'notes:change': {
    to: 'account write',
    args: tuple(uid, notesChanges),
    answer: typeOf<ChangeResult>(),
  },
  /** Every label that a note has, in alphabetical order. */
  'labels:list': { to: 'account read', args: tuple(), answer: typeOf<readonly LabelCount[]>() },

  /**
   * Compares a conflict copy with the note that it stands beside, unless that note is in the trash or gone.
   */
  'conflict:compare': {
    to: 'account read',
    args: tuple(noteId),
    answer: typeOf<Conflict>(),
    errors: ['note-not-found'],
  },
  /**
   * Conflict copies that sync has made on this device and of which the person has not been told yet (S5.13).
   */
  'conflict:new-copies': { to: 'account read', args: tuple(), answer: typeOf<readonly NewCopy[]>() },
  /** The person has been told of them. */
  'conflict:told': { to: 'account write', args: tuple(uid, noteIds) },
  'conflict:settle': { to: 'account write', args: tuple(uid, settlement), errors: ['note-not-found'] },

  /**
   * What was being typed in the window that asks when the app ended, at most one draft of each place and
   * note.
   */
  'drafts:list': { to: 'account read', args: tuple(draftWindow), answer: typeOf<readonly Draft[]>() },
  /**
   * Answers when the draft is durable; it takes the place of the one before. Fails with `drafts-unread` if
   * that one has words which the window has not read since the notes were opened (S14.3): the window lists
   * the drafts and tries again.
   */
  'drafts:keep': { to: 'account write', args: tuple(uid, draft), errors: ['drafts-unread'] },
  /** Fails as `drafts:keep`. Dropping a missing draft is no error. */
  'drafts:drop': { to: 'account write', args: tuple(uid, draftKey), errors: ['drafts-unread'] },
  /**
   * The person has left the words of the first draft without saving: they become a version in the history
   * (S12.5), and the second draft, or none, takes the place of the stored one. Fails as `drafts:keep`.
   */
  'drafts:discard': {
    to: 'account write',
    args: tuple(uid, draft, v.nullable(draft)),
    errors: ['drafts-unread'],
  },

  /**
   * Notes that another device deleted for ever (S6), and words that were never one (S12.5): from an index, at
   * most so many.
   */
  'removed:page': { to: 'account read', args: tuple(index, limit), answer: typeOf<RemovedPage>() },
  /** Makes a note of such a version, in the list that it was in. */
  'removed:restore': { to: 'account write', args: tuple(uid, index), errors: ['note-not-found'] },
  /** Removes such a version from this device. */
  'removed:forget': { to: 'account write', args: tuple(uid, index) },

  /** Earlier versions of the note: from an index, at most so many. */
  'history:versions': {
    to: 'account read',
    args: tuple(noteId, index, limit),
    answer: typeOf<EarlierPage>(),
  },
  /**
   * One of these versions whole, compared with what the note has now; null stands for a note that is gone.
   */
  'history:compare': {
    to: 'account read',
    args: tuple(v.nullable(noteId), index),
    answer: typeOf<ComparedVersion>(),
    errors: ['note-not-found'],
  },
  'history:use': { to: 'account read', args: tuple(), answer: typeOf<HistoryUse>() },
  /** Removes earlier versions, and what was removed elsewhere, from this device. */
  'history:clear': { to: 'account write', args: tuple(uid) },

  'sync:get': { to: 'main', args: tuple(), answer: typeOf<SyncState>() },
  /** The notes that the cloud refuses, longest-waiting first. */
  'sync:refused': { to: 'account read', args: tuple(), answer: typeOf<readonly RefusedNote[]>() },
  /** Gives every refused note another chance. Doing it twice does no more than doing it once. */
  'sync:retry': { to: 'account write', args: tuple(uid) },
  /**
   * Tries at once to push what waits, or to open notes that could not be opened; answers without waiting for
   * the outcome.
   */
  'sync:now': { to: 'main', args: tuple() },

  'settings:get': { to: 'main', args: tuple(), answer: typeOf<SettingsState>() },
  /**
   * What weakens the protection, or starts the app at login, is turned on only after a dialog of the system
   * has asked.
   */
  'settings:change': {
    to: 'main',
    args: tuple(settingsPatch),
    answer: typeOf<SettingsState>(),
    errors: ['too-often'],
  },
  /**
   * Chooses when the trash of this account is emptied on this device; fails if another account is signed in,
   * or none.
   */
  'settings:empty-trash-after': {
    to: 'main',
    args: tuple(uid, trashDays),
    answer: typeOf<SettingsState>(),
    errors: ['not-signed-in'],
  },
  'settings:storage': { to: 'main', args: tuple(), answer: typeOf<StorageUse>(), errors: ['not-signed-in'] },
  /**
   * Whether keys are being recorded: meanwhile the shortcut's own keys open nothing. A change of settings
   * ends that, too.
   */
  'settings:record-keys': { to: 'main', args: tuple(v.boolean()) },
  /** Shows the folder with the log in the system's file manager. */
  'settings:show-logs': { to: 'main', args: tuple(), errors: ['too-often'] },

  'transfer:get': { to: 'main', args: tuple(), answer: typeOf<TransferState>() },
  /**
   * Asks the person for a folder, and writes all notes there. Answers when that has ended; the transfer's
   * state tells how. Fails with `transfer-running` if another transfer is running.
   */
  'transfer:export': { to: 'account transfer', args: tuple(uid), errors: ['transfer-running'] },
  /** Asks the person for files, and makes notes of them; otherwise like the export. */
  'transfer:import': {
    to: 'account transfer',
    args: tuple(uid, v.picklist(IMPORT_SOURCES)),
    errors: ['transfer-running'],
  },
  /**
   * Imports files and folders that were dropped on a window. A page cannot make this request: the preload
   * makes it, with the paths of the files that a page got from a drop.
   */
  'transfer:import-dropped': {
    to: 'main',
    args: tuple(uid, droppedPaths),
    errors: [...ANY_OF_ACCOUNT, 'transfer-running'],
  },
  /** Stops the running transfer. */
  'transfer:cancel': { to: 'account transfer', args: tuple() },
  /** Asks the person for a file, and writes the report of the last import there. */
  'transfer:save-report': { to: 'account transfer', args: tuple() },
  /** Forgets how the last transfer ended. */
  'transfer:dismiss': { to: 'account transfer', args: tuple() },
  /** Shows the last export in the system's file manager. */
  'transfer:show-export': { to: 'main', args: tuple(), errors: ['too-often'] },

  'quick-note:open': { to: 'main', args: tuple() },
  /**
   * Stores the quick note as a draft of the account, or, if the page knows of none (null), for the next
   * account that signs in. If somebody has signed in meanwhile, the words join what that account has there.
   */
  'quick-note:keep': {
    to: 'main',
    args: tuple(v.nullable(uid), content),
    errors: [...ANY_OF_ACCOUNT, 'drafts-unread'],
  },
  'quick-note:drop': { to: 'main', args: tuple(), errors: ['store-full', 'store-failed'] },
  /** Words of links that are to join the quick note. They are answered once. */
  'quick-note:words': { to: 'main', args: tuple(), answer: typeOf<readonly NoteContent[]>() },
  /** Hides the quick note, whose page has stored what was in it. */
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

/** What each request takes and answers. */
export type Requests = {
  readonly [C in RequestChannel]: (
    ...args: v.InferOutput<Table[C]['args']>
  ) => Table[C] extends { readonly answer: CarriedType<infer Answer> } ? Answer : void;
};

/** A request together with its arguments, so that the channel tells their types. */
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

/** What the arguments of a request have to be, besides plain data. */
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

/** Whether the first argument of the request is the account that it was typed for (S14). */
export function namesAccount(channel: AccountChannel): boolean {
  return ENTRIES[channel].args.items[0] === uid;
}

/** Codes that the request may fail with; any other is a bug. */
export function errorsOf(channel: RequestChannel): readonly ErrorCode[] {
  const { errors = [] } = ENTRIES[channel];
  return [...ANY_REQUEST, ...(isForAccount(channel) ? ANY_OF_ACCOUNT : []), ...errors];
}
