/** What a test tells the fake bridge before a page opens, and what it holds of it afterwards. */
import type { AppCommand, AppDialog } from '#shared/ipc/events.ts';
import type { RequestChannel } from '#shared/ipc/requests.ts';
import type { AppInfo } from '#shared/app-info.ts';
import type { ErrorCode } from '#shared/error.ts';
import type { Draft } from '#shared/draft.ts';
import type { LinkTarget } from '#shared/link.ts';
import type { ListName, Note, NoteContent, NoteFields } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import type { Settings, SettingsState } from '#shared/settings.ts';
import type { SyncState } from '#shared/sync-state.ts';
import type { TransferState } from '#shared/transfer.ts';
import type { NoteRow } from '#shared/view.ts';

export interface FakeNote {
  readonly id?: string;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly list?: ListName;
  readonly pending?: boolean;
  readonly refused?: string;
  readonly conflictCopy?: boolean;
  /** The id of the note that it stands beside. */
  readonly conflictOf?: string;
  readonly isPinned?: boolean;
  readonly color?: NoteRow['color'];
  readonly labels?: readonly string[];
  /** Milliseconds before now. */
  readonly age?: number;
}

export interface FakeSetup {
  readonly notes?: readonly FakeNote[];
  /** That many more notes made from numbers. */
  readonly generated?: number;
  readonly session?: SessionState;
  readonly sync?: SyncState;
  readonly info?: AppInfo;
  /** What was set before. */
  readonly settings?: Partial<Settings>;
  /** What was being typed when the app ended. */
  readonly drafts?: readonly FakeDraft[];
  /** How many notes another device deleted for ever. */
  readonly removed?: number;
  /** What notes held before, the oldest first. */
  readonly earlier?: readonly FakeEarlier[];
  readonly notices?: readonly string[];
  /** Requests whose answers wait from the start, until `release`. */
  readonly held?: readonly RequestChannel[];
  /** Requests that fail from the start, every time. */
  readonly failing?: readonly (readonly [channel: RequestChannel, code: ErrorCode, message: string])[];
  /** The version that waits for a restart. */
  readonly update?: string;
  /** Rows under a query are not all counted until `endCounting`. */
  readonly counting?: true;
}

export interface FakeEarlier {
  readonly id: string;
  readonly content: NoteContent;
  /** Milliseconds before now, when other words took their place. */
  readonly age: number;
  readonly by?: 'this device' | 'another device';
}

/** A `LinkTarget` whose note is named by a plain string. */
export type FakeTarget =
  | Exclude<LinkTarget, { show: 'note' }>
  | { readonly show: 'note'; readonly id: string };

/** A `Draft` whose note is named by a plain string. */
export type FakeDraft =
  | Extract<Draft, { place: 'new' | 'quick' }>
  | (Omit<Extract<Draft, { place: 'edit' }>, 'id'> & { readonly id: string });

/** What a test holds in the page, as `window.fake`. */
export interface FakeControl {
  setSession(state: SessionState): void;
  setSync(state: SyncState): void;
  setTransfer(state: TransferState): void;
  /** Changes what the machine makes of the settings. */
  setSettings(state: Partial<SettingsState>): void;
  /** Something outside of the page asks for a dialog in it. */
  openDialog(dialog: AppDialog): void;
  /** A menu outside of the page has it do something. */
  command(command: AppCommand): void;
  /** A link to something in the main window was opened. */
  followLink(target: FakeTarget): void;
  /** Words come to the quick note: of a link, or under a name. */
  bringWords(id: string | null, content: NoteContent): void;
  /** The app is about to end. */
  endApp(): void;
  /** The next requests on this channel fail. */
  fail(channel: RequestChannel, code: ErrorCode, message: string, times?: number): void;
  /** Answers on this channel wait until `release`. */
  hold(channel: RequestChannel): void;
  release(channel: RequestChannel): void;
  endCounting(): void;
  /** Another device's change. */
  arrive(note: FakeNote): void;
  /** Another device's change of a note that is here; null removes it. */
  replace(id: string, content: NoteContent | null): void;
  notes(): Note[];
  drafts(): Draft[];
  setDraft(draft: FakeDraft): void;
  /** A damaged file was opened without them. */
  loseDrafts(): void;
  /** Every request so far. */
  requests: { channel: RequestChannel; args: readonly unknown[] }[];
}

declare global {
  interface Window {
    fake: FakeControl;
  }
}

/** What the page has no modules for. */
export interface FakeContract {
  /** Requests whose first argument is the account that they were typed for. */
  readonly naming: readonly RequestChannel[];
  /** The fields of a note of which nothing is known. */
  readonly noFields: NoteFields;
}
