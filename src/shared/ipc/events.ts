/**
 * Events of the main process: each is one entry, whose name is its channel and whose type is its payload.
 * Events broadcast state; only those of the quick note and of `app:` make pages do something. The preload's
 * one file contains this table, so nothing heavy may be imported here.
 */
import type { LinkTarget } from './link.ts';
import type { SessionState } from './session.ts';
import type { SettingsState } from './settings.ts';
import type { SyncState } from './sync-state.ts';
import type { TransferState } from './transfer.ts';
import { type CarriedType, typeOf } from './carried-type.ts';

/** A dialog of the page that a menu outside of it opens. */
export type AppDialog = 'settings' | 'about' | 'shortcuts' | 'go-to';

/**
 * A command from a menu outside of the page. `undo` and `redo` apply to the focused field, if there is one.
 */
export type AppCommand = 'new-note' | 'search' | 'undo' | 'redo';

export const EVENTS = {
  'session:changed': typeOf<SessionState>(),
  /** The address of a sign-in was opened twice. A session that this sign-in had begun has been ended. */
  'session:opened-twice': typeOf<null>(),
  /** How many notes were written while signed out and belong to no account yet. */
  'session:unclaimed-words': typeOf<number>(),
  'sync:changed': typeOf<SyncState>(),
  'settings:changed': typeOf<SettingsState>(),
  'transfer:changed': typeOf<TransferState>(),
  /** The version that is downloaded and waits for a restart; null if none does. */
  'update:changed': typeOf<string | null>(),
  /** A menu outside of the page asks for a dialog in the main window. */
  'app:dialog': typeOf<AppDialog>(),
  /** A menu outside of the page has the main window do something. */
  'app:command': typeOf<AppCommand>(),
  /** A link was opened: the main window shows its target. */
  'app:link': typeOf<LinkTarget>(),
  /**
   * The app is about to end, or its main window is about to be closed or hidden: each page stores the last
   * typed words, and answers with `app:flushed` and this number.
   */
  'app:ending': typeOf<number>(),
  /** The quick note was asked for at this time (Unix time in milliseconds), and its window is open. */
  'quick-note:shown': typeOf<number>(),
  /** The quick note's window is to be hidden: its page stores its words and requests that. */
  'quick-note:closing': typeOf<null>(),
  /** Words of links are to be added to the quick note: its page requests them (`quick-note:words`). */
  'quick-note:words': typeOf<null>(),
  /** Any view may have changed; the number is the store's revision. */
  'notes:changed': typeOf<number>(),
  /** More hits of the last search were found or counted, without a change of any note. */
  'notes:counted': typeOf<null>(),
};

export type EventChannel = keyof typeof EVENTS;

/** The payload of each event. */
export type Events = {
  readonly [C in EventChannel]: (typeof EVENTS)[C] extends CarriedType<infer Payload> ? Payload : never;
};
