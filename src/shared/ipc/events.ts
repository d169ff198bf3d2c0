/**
 * Events of the main process: each is one entry, whose name is its channel and whose type is what it tells. Events broadcast
 * state; only `app:ending` and `quick-note:window` have pages do something. The preload has this table in its one file, so
 * that nothing heavy may be imported here.
 */
import type { SessionState } from '../session.ts';
import type { SettingsState } from '../settings.ts';
import type { SyncState } from '../sync-state.ts';
import type { TransferState } from '../transfer.ts';
import { type CarriedType, typeOf } from './carried-type.ts';

/** A dialog that a menu outside of the page opens in it. */
export type AppDialog = 'settings' | 'about';

export const EVENTS = {
  'session:changed': typeOf<SessionState>(),
  'sync:changed': typeOf<SyncState>(),
  'settings:changed': typeOf<SettingsState>(),
  'transfer:changed': typeOf<TransferState>(),
  /** A menu outside of the page asks for a dialog in the main window. */
  'app:dialog': typeOf<AppDialog>(),
  /** The app is about to end: each page hands over what was typed last, and answers with `app:flushed`. */
  'app:ending': typeOf<null>(),
  /** The quick note's window was shown, or it is about to be hidden and its page has to keep what is in it. */
  'quick-note:window': typeOf<'shown' | 'closing'>(),
  /** Any view may have changed; the number is the store's revision. */
  'notes:changed': typeOf<number>(),
};

export type EventChannel = keyof typeof EVENTS;

/** What each event tells. */
export type Events = {
  readonly [C in EventChannel]: (typeof EVENTS)[C] extends CarriedType<infer Payload> ? Payload : never;
};
