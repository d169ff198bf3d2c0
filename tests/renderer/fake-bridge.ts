/**
 * A fake main process in one function, an in-memory `Bridge` for tests of the built renderer in a plain Chromium.
 * The function is passed to Playwright's `addInitScript`, so at run time it may use nothing from outside of itself.
 */
import type { Bridge, Outcome } from '#shared/ipc/bridge.ts';
import type { EventChannel, Events } from '#shared/ipc/events.ts';
import type { RequestChannel, Requests } from '#shared/ipc/requests.ts';
import type { ErrorCode } from '#shared/error.ts';
import type { Draft, DraftKey, JoiningWords } from '#shared/draft.ts';
import type { Marks } from '#shared/marks.ts';
import type { UnknownValue } from '#shared/unknown-value.ts';
import type { DifferencePart } from '#shared/history.ts';
import type { LinkTarget } from '#shared/link.ts';
import type { ListName, Note, NoteContent, NoteId, Transition, Uid } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import type { SettingsState } from '#shared/settings.ts';
import type { SyncState } from '#shared/sync-state.ts';
import type { TransferState } from '#shared/transfer.ts';
import type { NoteRow, RemovedRow, ViewPage } from '#shared/view.ts';
import type { FakeContract, FakeControl, FakeNote, FakeSetup } from './fake-setup.ts';

export function installFakeBridge({ setup, naming, noFields }: FakeContract & { setup: FakeSetup }): void {
  /** A note or marks without unknown values. */
  type Shown<Fields> = {
    readonly [Name in keyof Fields]: Exclude<Fields[Name], UnknownValue>;
  };
  type Stored = Shown<Note> & Pick<NoteRow, 'pending' | 'refused' | 'conflictCopy'>;
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
      quickNoteShortcut: 'Super+Alt+N',
      spellCheckLanguages: null,
      emptyTrashAfter: null,
      keepWithoutKeyStore: null,
      drawerPinned: true,
      ...setup.settings,
    },
    shortcutProblem: null,
    shortcutSetIn: null,
    quickNoteCommand: 'inkling --quick-note',
    sessionProtection: 'key-store',
    storeProblem: null,
    spellCheckAvailable: ['en-US', 'de'],
    canLaunchAtLogin: true,
  };

  let transfer: TransferState = { status: 'idle' };
  let words: readonly JoiningWords[] = [];
  let endings = 0;

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
      conflictOf: note.conflictOf ?? null,
      isPinned: note.isPinned ?? null,
      color: note.color ?? null,
      labels: note.labels ?? null,
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
  const replace = (id: NoteId, patch: Partial<Shown<Note>>): void => {
    find(id);
    notes = notes.map((note) => (note.id === id ? { ...note, ...patch } : note));
    changed();
  };
  const isPinnedRow = (note: Stored): boolean => note.isPinned === true && listOf(note) === 'active';
  const labelsOf = (note: Stored): string[] => (note.labels ?? []).map(fold);
  // The same grammar as in `parseQuery`.
  const parsed = (query: string): { labels: string[]; text: string } => {
    const labels: string[] = [];
    const text = query.replaceAll(
      /(?<=^|\s)label:(?:"((?:[^"]|"")*)"|(\S+))(?=\s|$)\s*/giu,
      (filter, quoted: string | undefined, plain: string | undefined) => {
        const key = fold(quoted?.replaceAll('""', '"') ?? plain ?? '');
        if (!notes.some((note) => labelsOf(note).includes(key))) return filter;
        labels.push(key);
        return '';
      },
    );
    return labels.length === 0 ? { labels, text: query } : { labels, text: text.trim() };
  };
  const shownIn = ({ list, query }: { list: ListName; query: string }): Stored[] => {
    const { labels, text } = parsed(query);
    const wanted = text.trim() === '' ? null : fold(text);
    return notes
      .filter((note) => listOf(note) === list && labels.every((label) => labelsOf(note).includes(label)))
      .filter(
        (note) =>
          wanted === null || [note.title, note.text].some((field) => fold(field ?? '').includes(wanted)),
      )
      .toSorted((a, b) => Number(isPinnedRow(b)) - Number(isPinnedRow(a)) || b.createdAt - a.createdAt);
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
  const TRANSITIONS: Record<Transition, Partial<Shown<Note>>> = {
    archive: { isArchived: true },
    unarchive: { isArchived: false },
    trash: { isArchived: false, isDeleted: true },
    restore: { isDeleted: false },
  };

  /** Requests without a handler do nothing. */
  const handlers: { readonly [C in RequestChannel]?: Requests[C] } = {
    'app:info': () => setup.info ?? { version: '0.1.0', localCloud: false, homepage: null },
    'session:get': () => sessionState,
    'session:sign-out': () => {
      control.setSession({ status: 'signed-out', signingIn: false });
      return { kept: setup.sync?.pending ?? 0 };
    },
    'notes:view': (request): ViewPage => {
      const wanted = request.query.trim() === '' ? null : fold(request.query);
      const rows = shownIn(request);
      return {
        revision,
        offset: request.offset,
        total: rows.length,
        pinned: rows.filter(isPinnedRow).length,
        ...(counting && wanted !== null && { atLeast: true }),
        rows: rows.slice(request.offset, request.offset + request.limit).map((note) => ({
          id: note.id,
          title: note.title ?? '',
          excerpt: (note.text ?? '').slice(0, 1200),
          clipped: (note.text ?? '').length > 1200,
          createdAt: note.createdAt,
          pending: note.pending,
          refused: note.refused,
          conflictCopy: note.conflictCopy || (note.conflictOf ?? '') !== '',
          pinned: isPinnedRow(note),
          color: (note.color === 'DEFAULT' ? null : note.color) as NoteRow['color'],
          labels: note.labels ?? [],
        })),
      };
    },
    // A position is the number of rows above it, because no note comes or goes between two requests of a page.
    'notes:ids': (request) => {
      const from = request.below?.key ?? 0;
      const rows = shownIn(request);
      const end = from + request.limit;
      return {
        ids: rows.slice(from, end).map(({ id }) => id),
        below: end < rows.length ? { section: 0, key: end } : null,
      };
    },
    'notes:counts': () => ({
      active: notes.filter((note) => listOf(note) === 'active').length,
      archived: notes.filter((note) => listOf(note) === 'archived').length,
      trashed: notes.filter((note) => listOf(note) === 'trashed').length,
    }),
    'notes:get': (id) => find(id),
    'notes:add': (_uid, { title, text, marks = {} }, from) => {
      if (from !== null) drafts.delete(from);
      const { isPinned = false, color = null, addLabels = [] } = marks as Shown<Marks>;
      return add({ title, text, isPinned, color: color as NoteRow['color'], labels: addLabels });
    },
    // Answers as the main process does, but merges nothing.
    'notes:edit': (_uid, id, content, base) => {
      drafts.delete(nameOf({ place: 'edit', id }));
      const now = notes.find((candidate) => candidate.id === id);
      if (now === undefined) return add(content);
      const asOpened = (now.title ?? '') === base.title && (now.text ?? '') === base.text;
      if (!asOpened) return add({ ...content, conflictOf: id });
      keepEarlier(now);
      replace(id, content);
      return id;
    },
    'notes:move': (_uid, ids, transition) => {
      const wanted = Object.entries(TRANSITIONS[transition]) as [keyof Note, boolean][];
      const named = new Set(ids);
      const moved = notes.filter(
        (note) => named.has(note.id) && wanted.some(([name, value]) => note[name] !== value),
      );
      const others = new Set(moved);
      notes = notes.map((note) => (others.has(note) ? { ...note, ...TRANSITIONS[transition] } : note));
      changed();
      return moved.map(({ id }) => id);
    },
    // Each note has its own undo step; the account's thread combines some of them.
    'notes:mark': (_uid, ids, marks) => {
      const { isPinned, color, addLabels = [], removeLabels = [] } = marks as Shown<Marks>;
      const marked = ids.flatMap((id) => {
        const note = notes.find((one) => one.id === id);
        if (note === undefined) return [];
        const before = note.labels ?? [];
        const has = (labels: readonly string[], name: string): boolean =>
          labels.some((one) => fold(one) === fold(name));
        const kept = before.filter((name) => !has(removeLabels, name));
        const labels = [...kept, ...addLabels.filter((name) => !has(kept, name))];
        const back = {
          ...(isPinned !== undefined && (note.isPinned === true) !== isPinned && { isPinned: !isPinned }),
          ...(color !== undefined &&
            (note.color ?? 'DEFAULT') !== color && {
              color: (note.color ?? 'DEFAULT') as NonNullable<NoteRow['color']>,
            }),
          ...(labels.some((name) => !before.includes(name)) && {
            removeLabels: labels.filter((name) => !before.includes(name)),
          }),
          ...(before.some((name) => !labels.includes(name)) && {
            addLabels: before.filter((name) => !labels.includes(name)),
          }),
        };
        if (Object.keys(back).length === 0) return [];
        const now = {
          ...note,
          labels,
          ...(isPinned !== undefined && { isPinned }),
          ...(color !== undefined && { color }),
        };
        notes = notes.map((one) => (one === note ? now : one));
        return [{ ids: [id], back }];
      });
      changed();
      return marked;
    },
    'labels:list': () => {
      const names = notes.flatMap(({ labels }) => labels ?? []).toReversed();
      const all = new Map(names.map((name) => [fold(name), name]));
      return [...all.values()].toSorted((one, other) => one.localeCompare(other));
    },
    'notes:delete-forever': (_uid, ids) => {
      const named = new Set(ids);
      const gone = notes.filter(({ id }) => named.has(id)).map(({ id }) => id);
      notes = notes.filter(({ id }) => !named.has(id));
      changed();
      return gone;
    },
    'settings:get': () => settings,
    'settings:change': (patch) => {
      settings = { ...settings, settings: { ...settings.settings, ...patch } };
      emit('settings:changed', settings);
      return settings;
    },
    'settings:storage': () => ({ notes: 1_234_567, backups: 0, damaged: 0 }),
    'update:get': () => setup.update ?? null,
    'update:restart': () => null,
    'transfer:get': () => transfer,
    'transfer:export': () => control.setTransfer({ status: 'running', kind: 'export', done: 0, total: 0 }),
    'transfer:import': () => control.setTransfer({ status: 'running', kind: 'import', done: 0, total: 0 }),
    'transfer:cancel': () => {
      if (transfer.status === 'running') control.setTransfer({ status: 'stopped', kind: transfer.kind });
    },
    'transfer:save-report': () => undefined,
    'transfer:dismiss': () => control.setTransfer({ status: 'idle' }),
    'quick-note:keep': (_uid, content) => void drafts.set('quick', { place: 'quick', content }),
    'quick-note:words': () => {
      const all = words;
      // The words of a link are answered only once.
      words = words.filter(({ id }) => id !== null);
      return all;
    },
    'quick-note:joined': (id) => {
      words = words.filter((one) => one.id !== id);
    },
    'quick-note:drop': () => void drafts.delete('quick'),
    'app:notices': () => {
      const taken = notices;
      notices = [];
      return taken;
    },
    'drafts:list': (of) =>
      [...drafts.values()].filter(({ place }) => (place === 'quick') === (of === 'quick')),
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
    // Answers as the account's thread does, but compares whole texts, not lines and words.
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
    // Answers as the account's thread does, but compares whole texts, not lines and words.
    'conflict:compare': (copy) => {
      const ours = find(copy);
      const original = find(ours.conflictOf);
      const contentOf = ({ title, text }: Note): NoteContent => ({ title: title ?? '', text: text ?? '' });
      const [mine, theirs] = [contentOf(ours), contentOf(original)];
      const parts = (then: string, now: string): DifferencePart[] =>
        then === now
          ? [{ in: 'both', text: then }]
          : [
              { in: 'then', text: then },
              { in: 'now', text: now },
            ];
      return {
        copy,
        original: original.id,
        mine,
        theirs,
        title: parts(mine.title, theirs.title),
        text: parts(mine.text, theirs.text),
      };
    },
    'conflict:settle': (_uid, { copy, original, keep, mine }) => {
      if (keep === 'mine') replace(original, mine);
      replace(copy, { conflictOf: '', ...(keep !== 'both' && TRANSITIONS.trash) });
    },
    'conflict:reopen': (_uid, { copy, original, keep, theirs, isArchived }) => {
      if (keep === 'mine') replace(original, theirs);
      replace(copy, { conflictOf: original, ...(keep !== 'both' && { isArchived, isDeleted: false }) });
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
    command: (command) => emit('app:command', command),
    followLink: (target) => emit('app:link', target as LinkTarget),
    bringWords(id, content) {
      words = [...words, { id: id as NoteId | null, content }];
      emit('quick-note:words', null);
    },
    endApp() {
      endings += 1;
      emit('app:ending', endings);
    },
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
