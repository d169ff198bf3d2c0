/** The setup of the fake bridge before a page opens, and its control afterwards. */
import type { AppCommand, AppDialog } from '#shared/ipc/events.ts';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import type { AppInfo } from '#shared/ipc/app-info.ts';
import type { ErrorCode } from '#shared/base/error.ts';
import type { Draft } from '#shared/note/draft.ts';
import type { LinkTarget } from '#shared/ipc/link.ts';
import type { ListName, Note, NoteContent } from '#shared/note/note.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import type { Settings, SettingsState } from '#shared/ipc/settings.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import type { TransferState } from '#shared/ipc/transfer.ts';
import type { NoteRow } from '#shared/note/view.ts';
import type { Reason, Refusal } from '#shared/base/reasons.ts';

export interface FakeNote {
  readonly id?: string;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly list?: ListName;
  readonly pending?: boolean;
  readonly refused?: Refusal;
  /** The id of the original, for a conflict copy. */
  readonly conflictOf?: string;
  readonly isPinned?: boolean;
  readonly color?: NoteRow['color'];
  readonly labels?: readonly string[];
  /** Milliseconds before now. */
  readonly age?: number;
}

export interface FakeSetup {
  readonly notes?: readonly FakeNote[];
  /** How many notes to generate in addition to `notes`. */
  readonly generated?: number;
  readonly session?: SessionState;
  /** How many notes were written without an account. */
  readonly unclaimedWords?: number;
  readonly sync?: SyncState;
  readonly info?: AppInfo;
  readonly settings?: Partial<Settings>;
  /** The drafts that were being typed when the app ended. */
  readonly drafts?: readonly FakeDraft[];
  /** How many notes another device deleted forever. */
  readonly removed?: number;
  /** How many notes were removed together with most others. */
  readonly missing?: number;
  /** Earlier versions of notes, the oldest first. */
  readonly earlier?: readonly FakeEarlier[];
  readonly notices?: readonly string[];
  /** Requests whose answers wait from the start until `release`. */
  readonly held?: readonly RequestChannel[];
  /** Requests that always fail, from the start. */
  readonly failing?: readonly (readonly [channel: RequestChannel, code: ErrorCode, reason: Reason])[];
  /** The version that waits for a restart. */
  readonly update?: string;
  /** Hits are incompletely counted until `endCounting`. */
  readonly counting?: true;
}

export interface FakeEarlier {
  readonly id: string;
  readonly content: NoteContent;
  /** How long ago these words were replaced, in milliseconds. */
  readonly age: number;
  readonly by?: 'this device' | 'another device';
}

/** A `LinkTarget` whose note id is a plain string. */
export type FakeTarget =
  | Exclude<LinkTarget, { show: 'note' }>
  | { readonly show: 'note'; readonly id: string };

/** A `Draft` whose note id is a plain string. */
export type FakeDraft =
  | Extract<Draft, { place: 'new' | 'quick' }>
  | (Omit<Extract<Draft, { place: 'edit' }>, 'id'> & { readonly id: string });

/** How a test controls the page, as `window.fake`. */
export interface FakeControl {
  setSession(state: SessionState): void;
  setSync(state: SyncState): void;
  setTransfer(state: TransferState): void;
  /** Changes the settings' state like the main process. */
  setSettings(state: Partial<SettingsState>): void;
  /** Opens a dialog like a menu outside of the page. */
  openDialog(dialog: AppDialog): void;
  /** Sends a command like a menu outside of the page. */
  command(command: AppCommand): void;
  followLink(target: FakeTarget): void;
  /** Brings a link's words to the quick note. */
  bringWords(content: NoteContent): void;
  /** Shows the quick note's window, which is initially hidden. */
  /** @param time when it was asked for: Unix time in milliseconds */
  showQuickNote(time?: number): void;
  endApp(): void;
  /** Ends the session and reports at once that its sign-in was opened twice. */
  openTwice(): void;
  /** Makes the next requests on this channel fail. */
  fail(channel: RequestChannel, code: ErrorCode, reason: Reason, times?: number): void;
  /** Delays answers on this channel until `release`, or only those of the next `times` requests. */
  hold(channel: RequestChannel, times?: number): void;
  release(channel: RequestChannel): void;
  endCounting(): void;
  /** The cleared history is gone from the backups, too. */
  endErasing(): void;
  /** Adds a note like another device. */
  arrive(note: FakeNote): void;
  /** Adds a conflict copy as if sync had made it on this device. */
  meetConflict(note: FakeNote & { readonly id: string }): void;
  /** Changes an existing note like another device; null removes it. */
  replace(id: string, content: NoteContent | null): void;
  notes(): Note[];
  drafts(): Draft[];
  setDraft(draft: FakeDraft): void;
  /** Drops the drafts, as if a damaged file had lost them. */
  loseDrafts(): void;
  requests: { channel: RequestChannel; args: readonly unknown[] }[];
}

declare global {
  interface Window {
    fake: FakeControl;
  }
}
