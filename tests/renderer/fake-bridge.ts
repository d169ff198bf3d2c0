/**
 * The main process in one function, for driving the built renderer in a plain Chromium: an in-memory `Bridge`.
 * It is handed to Playwright's `addInitScript`, so it may use nothing from outside of itself at run time.
 */
import type { Bridge, Outcome } from '#shared/ipc/bridge.ts';
import type { AppDialog, EventChannel, Events } from '#shared/ipc/events.ts';
import type { RequestChannel, Requests } from '#shared/ipc/requests.ts';
import type { AppInfo } from '#shared/app-info.ts';
import type { ErrorCode } from '#shared/error.ts';
import type { Draft, DraftKey } from '#shared/draft.ts';
import type { DifferencePart } from '#shared/history.ts';
import type { ListName, Note, NoteContent, NoteFields, NoteId, Transition, Uid } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import type { SettingsState } from '#shared/settings.ts';
import type { SyncState } from '#shared/sync-state.ts';
import type { TransferState } from '#shared/transfer.ts';
import type { NoteRow, RemovedRow, ViewPage } from '#shared/view.ts';

export interface FakeNote {
  readonly id?: string;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly list?: ListName;
  readonly pending?: boolean;
  readonly refused?: string;
  readonly conflictCopy?: boolean;
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

export function installFakeBridge({ setup, naming, noFields }: FakeContract & { setup: FakeSetup }): void {
  type Stored = Note & Pick<NoteRow, 'pending' | 'refused' | 'conflictCopy'>;
  type Failure = { code: ErrorCode; message: string; times: number };

  const listeners = new Map<EventChannel, Set<(payload: never) => void>>();
  const failures = new Map<RequestChannel, Failure>();
  const held = new Map<RequestChannel, { promise: Promise<void>; open: () => void }>();
  for (const [channel, code, message] of setup.failing ?? []) {
    failures.set(channel, { code, message, times: Infinity });
  }
  const hold = (channel: RequestChannel): void => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set(channel, { promise, open: resolve });
  };
  for (const channel of setup.held ?? []) hold(channel);
  const requests: FakeControl['requests'] = [];
  const start = Date.now();
  let revision = 1;
  let counting = setup.counting ?? false;
  let made = 0;
  let sessionState: SessionState = setup.session ?? {
    status: 'signed-in',
    expired: false,
    signingIn: false,
    user: { uid: 'u1' as Uid, email: 'ada.marlowe@example.org', name: 'Ada Marlowe', picture: null },
  };
  let syncState: SyncState = setup.sync ?? { phase: 'live', pending: 0, refused: 0, loaded: true };

  let settings: SettingsState = {
    settings: {
      theme: 'system',
      launchAtLogin: false,
      startHidden: false,
      quickNoteShortcut: 'CommandOrControl+Alt+N',
      spellCheckLanguages: null,
      emptyTrashAfter: null,
    },
    shortcutProblem: null,
    storeProblem: null,
    spellCheckAvailable: ['en-US', 'de'],
    canLaunchAtLogin: true,
  };

  let transfer: TransferState = { status: 'idle' };

  const store = (note: FakeNote, createdAt: number): Stored => {
    made += 1;
    const { list = 'active' } = note;
    return {
      ...noFields,
      id: (note.id ?? `note${made}`) as NoteId,
      title: note.title === undefined ? '' : note.title,
      text: note.text === undefined ? '' : note.text,
      createdAt,
      isArchived: list === 'archived',
      isDeleted: list === 'trashed',
      pending: note.pending ?? false,
      refused: note.refused ?? null,
      conflictCopy: note.conflictCopy ?? false,
    };
  };
  let notes = [
    ...(setup.notes ?? []).map((note, index) => store(note, start - (note.age ?? (index + 1) * 60_000))),
    ...Array.from({ length: setup.generated ?? 0 }, (_, index) =>
      store(
        {
          title: index % 3 === 0 ? `Note number ${index}` : '',
          text: `Line one of ${index}\n${'some more words '.repeat((index * 7) % 23)}`,
        },
        start - (index + 1) * 3_600_000,
      ),
    ),
  ];

  const listOf = (note: Note): ListName =>
    note.isArchived ? 'archived' : note.isDeleted ? 'trashed' : 'active';
  const fold = (text: string): string => text.toUpperCase().toLowerCase();
  const emit = <C extends EventChannel>(channel: C, payload: Events[C]): void => {
    for (const listener of listeners.get(channel) ?? []) (listener as (value: Events[C]) => void)(payload);
  };
  const changed = (): void => {
    revision += 1;
    emit('notes:changed', revision);
  };
  const fault = (code: ErrorCode, message: string): Error => Object.assign(new Error(message), { code });
  const find = (id: unknown): Stored => {
    const note = notes.find((candidate) => candidate.id === id);
    if (note === undefined) throw fault('note-not-found', 'This note is no longer there.');
    return note;
  };
  const replace = (id: NoteId, patch: Partial<Note>): void => {
    find(id);
    notes = notes.map((note) => (note.id === id ? { ...note, ...patch } : note));
    changed();
  };
  const nameOf = (key: DraftKey): string => (key.place === 'edit' ? `edit ${key.id}` : key.place);
  const drafts = new Map<string, Draft>();
  for (const draft of (setup.drafts ?? []) as readonly Draft[]) drafts.set(nameOf(draft), draft);
  let removed = Array.from({ length: setup.removed ?? 0 }, (_, index): RemovedRow => ({
    version: index + 1,
    title: index % 3 === 2 ? '' : `Removed ${index}`,
    excerpt: `Last words of ${index}`,
    removedAt: start - index * 60_000,
  }));
  const takeRemoved = (version: number): RemovedRow => {
    const row = removed.find((candidate) => candidate.version === version);
    if (row === undefined) throw fault('note-not-found', 'This note is not kept any more.');
    removed = removed.filter((candidate) => candidate !== row);
    return row;
  };
  const add = (content: NoteContent & Partial<FakeNote>): NoteId => {
    const note = store(content, Date.now() + made);
    notes = [note, ...notes];
    changed();
    return note.id;
  };
  interface Earlier {
    readonly version: number;
    readonly id: NoteId;
    readonly content: NoteContent;
    readonly replacedAt: number;
    readonly by: 'this device' | 'another device';
  }
  let earlier: readonly Earlier[] = (setup.earlier ?? []).map(
    ({ id, content, age, by = 'this device' }, index) => ({
      version: index + 1,
      id: id as NoteId,
      content,
      replacedAt: start - age,
      by,
    }),
  );
  const keepEarlier = ({ id, title, text }: Note): void => {
    const content = { title: title ?? '', text: text ?? '' };
    const version = earlier.length + 1;
    earlier = [...earlier, { version, id, content, replacedAt: Date.now(), by: 'this device' }];
  };
  let notices = setup.notices ?? [];
  const TRANSITIONS: Record<Transition, Partial<Note>> = {
    archive: { isArchived: true },
    unarchive: { isArchived: false },
    trash: { isArchived: false, isDeleted: true },
    restore: { isDeleted: false },
  };

  /** Any other request does nothing. */
  const handlers: { readonly [C in RequestChannel]?: Requests[C] } = {
    'app:info': () => setup.info ?? { version: '0.1.0', localCloud: false, homepage: null },
    'session:get': () => sessionState,
    'session:sign-out': () => {
      control.setSession({ status: 'signed-out', signingIn: false });
      return { kept: setup.sync?.pending ?? 0 };
    },
    'notes:view': (request): ViewPage => {
      const wanted = request.query.trim() === '' ? null : fold(request.query);
      const rows = notes
        .filter((note) => listOf(note) === request.list)
        .filter(
          (note) =>
            wanted === null || [note.title, note.text].some((field) => fold(field ?? '').includes(wanted)),
        )
        .toSorted((a, b) => b.createdAt - a.createdAt);
      return {
        revision,
        offset: request.offset,
        total: rows.length,
        ...(counting && wanted !== null && { atLeast: true }),
        rows: rows.slice(request.offset, request.offset + request.limit).map((note) => ({
          id: note.id,
          title: note.title ?? '',
          excerpt: (note.text ?? '').slice(0, 1200),
          clipped: (note.text ?? '').length > 1200,
          createdAt: note.createdAt,
          pending: note.pending,
          refused: note.refused,
          conflictCopy: note.conflictCopy,
        })),
      };
    },
    'notes:counts': () => ({
      active: notes.filter((note) => listOf(note) === 'active').length,
      archived: notes.filter((note) => listOf(note) === 'archived').length,
      trashed: notes.filter((note) => listOf(note) === 'trashed').length,
    }),
    'notes:get': (id) => find(id),
    'notes:add': (_uid, content, from) => {
      if (from !== null) drafts.delete(from);
      return add(content);
    },
    // As the main process answers, except that it also merges what can be merged.
    'notes:edit': (_uid, id, content, base) => {
      drafts.delete(nameOf({ place: 'edit', id }));
      const now = notes.find((candidate) => candidate.id === id);
      if (now === undefined) return add(content);
      const asOpened = (now.title ?? '') === base.title && (now.text ?? '') === base.text;
      if (!asOpened) return add({ ...content, conflictCopy: true });
      keepEarlier(now);
      replace(id, content);
      return id;
    },
    'notes:move': (_uid, id, transition) => replace(id, TRANSITIONS[transition]),
    'notes:delete-forever': (_uid, id) => {
      find(id);
      notes = notes.filter((note) => note.id !== id);
      changed();
    },
    'settings:get': () => settings,
    'settings:change': (patch) => {
      settings = { ...settings, settings: { ...settings.settings, ...patch } };
      emit('settings:changed', settings);
      return settings;
    },
    'settings:storage': () => ({ notes: 1_234_567, backups: 0, damaged: 0 }),
    'transfer:get': () => transfer,
    'transfer:export': () => control.setTransfer({ status: 'running', kind: 'export', done: 0, total: 0 }),
    'transfer:import': () => control.setTransfer({ status: 'running', kind: 'import', done: 0, total: 0 }),
    'transfer:cancel': () => {
      if (transfer.status === 'running') control.setTransfer({ status: 'stopped', kind: transfer.kind });
    },
    'transfer:dismiss': () => control.setTransfer({ status: 'idle' }),
    'quick-note:keep': (_uid, content) => void drafts.set('quick', { place: 'quick', content }),
    'quick-note:drop': () => void drafts.delete('quick'),
    'app:notices': () => {
      const told = notices;
      notices = [];
      return told;
    },
    'drafts:list': () => [...drafts.values()],
    'drafts:keep': (_uid, draft) => void drafts.set(nameOf(draft), draft),
    'drafts:drop': (_uid, key) => void drafts.delete(nameOf(key)),
    'removed:page': (offset, limit) => ({
      total: removed.length,
      rows: removed.slice(offset, offset + limit),
    }),
    'removed:restore': (_uid, version) => {
      const { title, excerpt } = takeRemoved(version);
      add({ title, text: excerpt });
    },
    'removed:forget': (_uid, version) => {
      takeRemoved(version);
      changed();
    },
    'history:versions': (id, offset, limit) => {
      const rows = earlier.filter((one) => one.id === id).toReversed();
      return {
        total: rows.length,
        rows: rows.slice(offset, offset + limit).map(({ version, replacedAt, by }) => ({
          version,
          replacedAt,
          by,
        })),
      };
    },
    // As the account's thread answers, except that it compares by lines and words.
    'history:compare': (id, version) => {
      const then = earlier.find((one) => one.id === id && one.version === version);
      if (then === undefined) throw fault('note-not-found', 'This version is not kept any more.');
      const now = find(id);
      const compared = (was: string, is: string): DifferencePart[] =>
        was === is
          ? [{ in: 'both', text: was }]
          : [
              ...(was === '' ? [] : [{ in: 'then', text: was } as const]),
              ...(is === '' ? [] : [{ in: 'now', text: is } as const]),
            ];
      return {
        content: then.content,
        title: compared(then.content.title, now.title ?? ''),
        text: compared(then.content.text, now.text ?? ''),
      };
    },
    'history:use': () => ({ versions: earlier.length, bytes: 2_345_678 }),
    'history:clear': () => {
      earlier = [];
      changed();
    },
    'sync:refused': () =>
      notes.flatMap(({ id, title, text, refused }) =>
        refused === null
          ? []
          : [{ id, title: title ?? '', excerpt: (text ?? '').slice(0, 1200), reason: refused }],
      ),
    'sync:retry': () => {
      notes = notes.map((note) => ({ ...note, refused: null }));
      changed();
    },
    'sync:get': () => syncState,
  };

  const answer = async (channel: RequestChannel, args: readonly unknown[]): Promise<Outcome<unknown>> => {
    requests.push({ channel, args });
    await held.get(channel)?.promise;
    const failure = failures.get(channel);
    if (failure !== undefined && failure.times > 0) {
      failure.times -= 1;
      return { ok: false, error: { code: failure.code, message: failure.message } };
    }
    try {
      if (
        sessionState.status === 'signed-in' &&
        naming.includes(channel) &&
        args[0] !== sessionState.user.uid
      )
        throw fault('not-signed-in', 'This was written for another account, and is kept for it.');
      return { ok: true, value: structuredClone(handlers[channel]?.(...(args as never[]))) };
    } catch (error) {
      const { code, message } = error as { code: ErrorCode; message: string };
      return { ok: false, error: { code, message } };
    }
  };

  const bridge: Bridge = {
    request: (channel, ...args) => answer(channel, args) as never,
    subscribe(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set);
      set.add(listener);
      return () => set.delete(listener);
    },
  };

  const control: FakeControl = {
    requests,
    setSession(state) {
      sessionState = state;
      emit('session:changed', state);
    },
    setSync(state) {
      syncState = state;
      emit('sync:changed', state);
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
    endApp: () => emit('app:ending', null),
    fail: (channel, code, message, times = 1) => void failures.set(channel, { code, message, times }),
    hold,
    release(channel) {
      held.get(channel)?.open();
      held.delete(channel);
    },
    endCounting() {
      counting = false;
      changed();
    },
    arrive(note) {
      notes = [store(note, Date.now() + made), ...notes];
      changed();
    },
    replace(id, content) {
      if (content === null) notes = notes.filter((note) => note.id !== id);
      else notes = notes.map((note) => (note.id === id ? { ...note, ...content } : note));
      changed();
    },
    notes: () => notes,
    drafts: () => [...drafts.values()],
    setDraft: (draft) => void drafts.set(nameOf(draft as Draft), draft as Draft),
    loseDrafts: () => drafts.clear(),
  };

  Object.assign(window, { inkling: bridge, fake: control });
}
