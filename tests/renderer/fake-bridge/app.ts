/**
 * Answers requests that do not concern the account: session, settings, transfers and the quick note's window.
 */
import { hasUnsavedWords } from '#shared/note/draft.ts';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import type { AccountTransfer, MainChannel, Requests } from '#shared/ipc/requests.ts';
import type { LinkTarget } from '#shared/ipc/link.ts';
import type { NoteContent, Uid } from '#shared/note/note.ts';
import type { SessionState } from '#shared/ipc/session.ts';
import {
  DEFAULT_SETTINGS,
  type SettingsState,
  type TrashChoice,
  type TrashDays,
} from '#shared/ipc/settings.ts';
import type { SyncState } from '#shared/ipc/sync-state.ts';
import type { TransferState } from '#shared/ipc/transfer.ts';
import type { Drafts } from '#account/tables/drafts.ts';
import type { FakeControl, FakeSetup } from '../fake-setup.ts';

export type Emit = <C extends EventChannel>(channel: C, payload: Events[C]) => void;

const ADA = { uid: 'u1' as Uid, email: 'ada.marlowe@example.org', name: 'Ada Marlowe', picture: null };

export function createFakeApp(setup: FakeSetup, drafts: Drafts, emit: Emit) {
  let session: SessionState = setup.session ?? {
    status: 'signed-in',
    expired: false,
    signingIn: false,
    user: ADA,
  };
  let sync: SyncState = setup.sync ?? { phase: 'live', pending: 0, refused: 0, loaded: true };
  let unsaved = 0;
  let transfer: TransferState = { status: 'idle' };
  const trashDays = new Map<Uid, TrashDays>();
  let settings: SettingsState = {
    settings: { ...DEFAULT_SETTINGS, ...setup.settings },
    trash: trashChoice(),
    shortcutProblem: null,
    desktopKeys: null,
    quickNoteCommand: 'inkling --quick-note',
    sessionProtection: 'key-store',
    storeProblem: null,
    spellCheckAvailable: ['en-US', 'de'],
    canLaunchAtLogin: true,
    canHideFromScreenSharing: true,
  };
  let linkWords: readonly NoteContent[] = [];
  let endings = 0;

  function trashChoice(): TrashChoice | null {
    if (session.status !== 'signed-in') return null;
    const { uid } = session.user;
    return { uid, emptyAfter: trashDays.get(uid) ?? null };
  }

  /** Like the account, adds the number of unsaved drafts to the state. */
  function shownSync(): SyncState {
    unsaved = drafts.list().filter(hasUnsavedWords).length;
    return { unsaved, ...sync };
  }

  const control = {
    setSession(state) {
      session = state;
      emit('session:changed', state);
      control.setSettings({ trash: trashChoice() });
    },
    setSync(state) {
      sync = state;
      emit('sync:changed', shownSync());
    },
    setTransfer(state) {
      transfer = state;
      emit('transfer:changed', state);
    },
    setSettings(state) {
      settings = { ...settings, ...state };
      emit('settings:changed', settings);
    },
    openDialog: (dialog) => emit('app:dialog', dialog),
    command: (command) => emit('app:command', command),
    followLink: (target) => emit('app:link', target as LinkTarget),
    bringWords(content) {
      linkWords = [...linkWords, content];
      emit('quick-note:words', null);
    },
    showQuickNote: (time = Date.now()) => emit('quick-note:shown', time),
    openTwice() {
      control.setSession({ status: 'signed-out', signingIn: false });
      emit('session:opened-twice', null);
    },
    endApp() {
      endings += 1;
      emit('app:ending', endings);
    },
  } satisfies Partial<FakeControl>;

  /** Requests without a handler do nothing. */
  const handlers: Partial<Pick<Requests, MainChannel | AccountTransfer>> = {
    'app:info': () => setup.info ?? { version: '0.1.0', localCloud: false, homepage: null },
    'session:get': () => session,
    'session:unclaimed-words': () => setup.unclaimedWords ?? 0,
    'session:copy-address': () => true,
    'session:confirm': () => {
      if (session.status !== 'signed-in') return;
      const { unconfirmed: _question, ...confirmed } = session;
      control.setSession(confirmed);
    },
    'session:sign-out': () => {
      control.setSession({ status: 'signed-out', signingIn: false });
      return { unsynced: setup.sync?.pending ?? 0 };
    },
    'notes:file': () => '/home/ada/.config/Inkling/accounts/9c1185a5/notes.sqlite',
    'sync:get': shownSync,
    'settings:get': () => settings,
    'settings:change': (patch) => {
      control.setSettings({ settings: { ...settings.settings, ...patch } });
      return settings;
    },
    'settings:empty-trash-after': (uid, days) => {
      trashDays.set(uid, days);
      control.setSettings({ trash: trashChoice() });
      return settings;
    },
    'settings:storage': () => ({
      notes: 1_234_567,
      log: 420_000,
      searchIndex: 860_000,
      backups: 2_470_000,
      damaged: 0,
    }),
    'update:get': () => setup.update ?? null,
    'transfer:get': () => transfer,
    'transfer:export': () => control.setTransfer({ status: 'running', kind: 'export', done: 0, total: 0 }),
    'transfer:import': () => control.setTransfer({ status: 'running', kind: 'import', done: 0, total: 0 }),
    'transfer:import-dropped': () => handlers['transfer:import']?.('' as never, 'dropped'),
    'transfer:cancel': () => {
      if (transfer.status === 'running') control.setTransfer({ status: 'stopped', kind: transfer.kind });
    },
    'transfer:dismiss': () => control.setTransfer({ status: 'idle' }),
    'quick-note:keep': (_uid, content) => drafts.store({ place: 'quick', content }),
    'quick-note:drop': () => drafts.drop({ place: 'quick' }),
    'quick-note:words': () => {
      const all = linkWords;
      linkWords = [];
      return all;
    },
  };

  return {
    /** Null without a session. */
    uid: () => (session.status === 'signed-in' ? session.user.uid : null),
    handlers,
    control,
    /** Called after each request, because any may store or drop a draft. */
    reportUnsaved() {
      const before = unsaved;
      const state = shownSync();
      if (unsaved !== before) emit('sync:changed', state);
    },
  };
}
