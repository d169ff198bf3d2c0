/**
 * Everything that belongs to one signed-in account: its database, its sync engine, exports and imports, and upkeep. It is
 * opened and closed as one, so that nothing of it outlives the session (S10).
 */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/clock.ts';
import type { Conflict } from '#shared/conflict.ts';
import type { Draft, DraftWindow } from '#shared/draft.ts';
import { AppError, messageOf, systemCodeOf } from '#shared/error.ts';
import type { AccountRead, AccountTransfer, AccountWrite, Requests } from '#shared/ipc/requests.ts';
import type { ComparedVersion } from '#shared/history.ts';
import type { Marks, MarkUndo } from '#shared/marks.ts';
import { contentOf, hasContent, listOf, type NoteId, sameContent, type Uid } from '#shared/note.ts';
import { isNoteId } from '#shared/note-id.ts';
import type { RemoteStore } from '#shared/remote-store.ts';
import type { TrashDays } from '#shared/settings.ts';
import type { RefusedNote, SyncState } from '#shared/sync-state.ts';
import type { TransferState } from '#shared/transfer.ts';
import { parseTypedWords, type TypedWords } from '#shared/typed-words.ts';
import type { WriteId } from '#shared/account-service.ts';
import { createAccountDrafts } from './account-drafts.ts';
import { differences } from './compare.ts';
import { openAccountStore } from './store/account-store.ts';
import type { Moment } from './store/connection.ts';
import { syncFolderNow } from '#disk/durable-file.ts';
import { excerptOf, rowTitle } from './store/excerpt.ts';
import { DamagedError } from './store/store-error.ts';
import { createSearchIndex } from './store/search/search-index.ts';
import { createViews } from './store/views.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import { createConflictCopies } from './sync/conflict-copies.ts';
import { createLocalNotes } from './sync/local-notes.ts';
import type { NoteRecord } from './sync/note-record.ts';
import { waitUntilPushed } from './sync/wait-until-pushed.ts';
import { createImportMark } from './transfer/import-mark.ts';
import { createTransfers, type TransferDialogs } from './transfer/transfers.ts';
import type { FileJobs } from './upkeep/file-jobs.ts';
import { startUpkeep } from './upkeep/upkeep.ts';

export interface Account {
  readonly engine: SyncEngine;
  /** @param args as the contract (`Requests`) has them; the main thread has parsed them */
  read(channel: AccountRead, args: readonly never[]): unknown;
  /** Performs the request and stores its answer, as one transaction. A repeated request gets the same answer again. */
  write(channel: AccountWrite, args: readonly never[], id: WriteId, alone: boolean): unknown;
  transfer(channel: AccountTransfer, args: readonly never[]): Promise<void>;
  /** See `AccountService.adopt`. */
  adopt(file: string, isShown: boolean): void;
  emptyTrashAfter(days: TrashDays): void;
  waitUntilPushed(ms: number): Promise<void>;
  /** @returns how many changes, drafts and unread files the cloud does not have (S11) */
  close(): Promise<number>;
  /** Closes at once, because the file or the disk cannot be trusted any more. */
  abandon(): void;
}

export interface AccountPorts {
  readonly uid: Uid;
  /** Path of the account's database. */
  readonly database: string;
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly makeId: () => NoteId;
  /** Work on whole files, in threads of their own. */
  readonly jobs: FileJobs;
  readonly dialogs: TransferDialogs;
  readonly emptyTrashAfter: TrashDays;
  /** The revision of views that pages have seen last. */
  readonly revision: number;
  /** The windows that have read the stored drafts from an earlier thread. */
  readonly draftsListed: readonly DraftWindow[];
  readonly onChange: (revision: number) => void;
  readonly onSync: (state: SyncState) => void;
  readonly onTransfer: (state: TransferState) => void;
  readonly onTrouble: (message: string) => void;
  /** The file is damaged or the disk fails: the account is to be abandoned and opened anew. */
  readonly onFatal: (error: AppError) => void;
  /** For tests: another engine, other slices, faults of the disk. */
  readonly createEngine?: typeof createSyncEngine | undefined;
  readonly sliceSteps?: number | undefined;
  readonly injectFault?: ((moment: Moment) => void) | undefined;
}

type Reads = { readonly [C in AccountRead]: (...args: Parameters<Requests[C]>) => ReturnType<Requests[C]> };
type Writes = {
  readonly [C in AccountWrite]: (
    id: WriteId,
  ) => (...args: Parameters<Requests[C]>) => ReturnType<Requests[C]>;
};

/** The common type of all handlers. */
type Handler = (...args: never[]) => unknown;

/** Minimum time between two reports of bulk changes: each makes every page request its notes and counts again. */
const TOLD_EVERY_MS = 250;

/** Requests that change no note. */
const QUIET: ReadonlySet<AccountWrite> = new Set(['app:notices', 'drafts:keep', 'drafts:drop']);

/**
 * Opens the account's notes. If their file is damaged, what can be salvaged is there, the rest comes from the cloud,
 * and a notice says so.
 * @throws AppError `store-newer`, `store-full`, `store-failed`, `store-damaged`
 */
export function openAccount(ports: AccountPorts): Account {
  const { uid, database, remote, clock, makeId, onTrouble, onFatal, injectFault } = ports;
  const { createEngine = createSyncEngine } = ports;
  const store = openAccountStore({ file: database, now: clock.now, onFatal, injectFault });
  const index = createSearchIndex(store.db, path.join(path.dirname(database), 'search.sqlite'), onTrouble);
  const views = createViews(store.db, index);
  const { history, answers, notices } = store;
  const notes = createLocalNotes({ store: store.notes, clock, makeId });
  const copies = createConflictCopies({ store: store.notes, notes });
  /** Whether a draft has become a note, or an edit of one, in the current request. */
  let isDraftSaved = false;
  const drafts = createAccountDrafts(store.drafts, notes, ports.draftsListed, () => {
    isDraftSaved = true;
  });
  /** Opening counts as a change, here and in the main process, which tells the pages. */
  let revision = ports.revision + 1;
  let toldAt = -Infinity;
  let cancelTelling: (() => void) | null = null;

  function tellChange(): void {
    cancelTelling?.();
    cancelTelling = null;
    toldAt = clock.now();
    revision += 1;
    ports.onChange(revision);
  }

  /** Called after a person changed a note here: pages are told at once. */
  function announceLocalChange(): void {
    upkeep.scheduleIndexing();
    tellChange();
    engine.push();
  }

  /** Called after notes came in from a file or the cloud, perhaps once for each slice. */
  function announceBulkChange(): void {
    upkeep.scheduleIndexing();
    if (cancelTelling !== null) return;
    const wait = toldAt + TOLD_EVERY_MS - clock.now();
    if (wait <= 0) tellChange();
    // The clock may have been set back.
    else cancelTelling = clock.after(Math.min(wait, TOLD_EVERY_MS), tellChange);
  }

  function endTelling(): void {
    cancelTelling?.();
    cancelTelling = nothing;
  }

  const engine = createEngine({
    store: store.notes,
    remote,
    clock,
    makeId,
    sliceSteps: ports.sliceSteps,
    onStoreChange: announceBulkChange,
    onTrouble,
  });
  engine.onChange(ports.onSync);
  const transfers = createTransfers({
    uid,
    notes: {
      addImported(imported) {
        const added = notes.addImported(imported);
        if (added > 0) {
          announceBulkChange();
          engine.push();
        }
        return added;
      },
      edit(...change) {
        const edited = notes.edit(...change);
        announceBulkChange();
        engine.push();
        return edited;
      },
    },
    all: store.all,
    mark: createImportMark(database, onTrouble),
    engine,
    ...ports.dialogs,
    clock,
    onChange: ports.onTransfer,
    onTrouble,
  });
  const upkeep = startUpkeep({
    database,
    store,
    index,
    views,
    engine,
    clock,
    jobs: ports.jobs,
    emptyTrashAfter: ports.emptyTrashAfter,
    deleteForever(id) {
      notes.deleteForever(id);
      announceLocalChange();
    },
    onCounted: tellChange,
    onTrouble,
    onDamage: (reason) => store.db.fail(new DamagedError(reason)),
  });

  const reads: { readonly [C in AccountRead]: Handler } = {
    'notes:view': (request) => {
      const page = views.page(request, revision);
      upkeep.scheduleCounting();
      return page;
    },
    'notes:ids': (request) => views.ids(request),
    'notes:counts': () => views.counts(),
    'notes:get': (id) => views.note(id),
    'labels:list': () => views.labels(),
    'drafts:list': (window) => drafts.list(window),
    'removed:page': (offset, limit) => history.page(offset, limit),
    'history:versions': (id, offset, limit) => history.earlier(id, offset, limit),
    'history:compare': (id, version) => compareVersion(id, version),
    'conflict:compare': (id) => compareCopy(id),
    'history:use': () => history.use(),
    'sync:refused': () => store.notes.refusedRecords().map(toRefusedNote),
    'sync:retry': () => engine.retryRefused(),
  } satisfies Reads;
  const writes: { readonly [C in AccountWrite]: (id: WriteId) => Handler } = {
    'app:notices': () => () => notices.take(),
    'notes:add': (id) => (_uid, note, from) => {
      if (from !== null) drafts.drop({ place: from });
      return notes.add(note, id);
    },
    'notes:edit': (newId) => (_uid, id, content, base) => {
      drafts.drop({ place: 'edit', id });
      return notes.edit(id, content, base, newId);
    },
    'notes:move': () => (_uid, ids, transition) => ids.filter((id) => notes.move(id, transition)),
    'notes:mark': () => (_uid, ids, marks) => markAll(ids, marks),
    // S6.7
    'notes:delete-forever': () => (_uid, ids) => ids.filter((id) => isInTrash(id) && notes.deleteForever(id)),
    'conflict:settle': (newId) => (_uid, settlement) => copies.settle(settlement, newId),
    'conflict:reopen': (newId) => (_uid, settlement) => copies.reopen(settlement, newId),
    'drafts:keep': () => (_uid, draft) => drafts.keep(draft),
    'drafts:drop': () => (_uid, key) => drafts.drop(key),
    'removed:restore': (newId) => (_uid, version) => notes.recover(version, newId),
    'removed:forget': () => (_uid, version) => history.drop(version),
    'history:clear': () => () => history.clear(),
  } satisfies Writes;

  /** Groups the notes whose change is undone by the same marks. */
  function markAll(ids: readonly NoteId[], marks: Marks): readonly MarkUndo[] {
    const ways = new Map<string, { readonly ids: NoteId[]; readonly back: Marks }>();
    for (const id of ids) {
      const back = notes.mark(id, marks);
      const name = JSON.stringify(back);
      if (name === '{}') continue;
      const way = ways.get(name) ?? { ids: [], back };
      way.ids.push(id);
      ways.set(name, way);
    }
    return [...ways.values()];
  }

  function compareCopy(copy: NoteId): Conflict {
    const ours = views.note(copy);
    const { conflictOf } = ours;
    const original = conflictOf !== null && isNoteId(conflictOf) ? store.notes.read(conflictOf) : null;
    const shown = original?.local ?? null;
    if (original === null || shown === null || listOf(shown) === 'trashed') {
      const message = 'The other version is no longer there: it was deleted, or is in the trash.';
      throw new AppError('note-not-found', message);
    }
    const [mine, theirs] = [contentOf(ours), contentOf(shown)];
    return {
      copy,
      original: original.id,
      mine,
      theirs,
      title: differences(mine.title, theirs.title),
      text: differences(mine.text, theirs.text),
    };
  }

  function isInTrash(id: NoteId): boolean {
    const local = store.notes.read(id)?.local ?? null;
    return local !== null && listOf(local) === 'trashed';
  }

  function compareVersion(id: NoteId, version: number): ComparedVersion {
    const then = history.read(version);
    if (then?.id !== id) throw new AppError('note-not-found', 'This version is not kept any more.');
    const now = contentOf(views.note(id));
    const content = contentOf(then.fields);
    return {
      content,
      title: differences(content.title, now.title),
      text: differences(content.text, now.text),
    };
  }

  return {
    engine,
    read: (channel, args) => reads[channel](...args),
    write(channel, args, id, alone) {
      if (args[0] !== uid) throw new AppError('not-signed-in', 'This was written for another account.');
      // Not in a transaction: if the disk is full by now, a request that was done must not be refused.
      const known = answers.read(id);
      if (known !== null) return known.value;
      const answer = store.notes.transaction(() => {
        if (alone) answers.clear();
        const value = writes[channel](id)(...args);
        answers.keep(id, value ?? null);
        return value;
      });
      if (isDraftSaved || !QUIET.has(channel)) announceLocalChange();
      isDraftSaved = false;
      return answer;
    },
    async transfer(channel, args) {
      await transfers.request(channel, args);
    },
    adopt(file, isShown) {
      const words = readTypedWords(file);
      if (words !== null) {
        store.notes.transaction(() => {
          for (const draft of words.drafts) drafts.adopt(draft, isShown);
        });
        announceLocalChange();
      }
      try {
        if (words === null) renameSync(file, `${file}.unreadable`);
        // A virus scanner may hold the file for a moment; Node retries only with `recursive`.
        else rmSync(file, { recursive: true, maxRetries: 3 });
        syncFolderNow(path.dirname(file));
      } catch (error) {
        // The account has the words, and the main thread does not ask for this file again.
        if (systemCodeOf(error) !== 'ENOENT')
          onTrouble(`A file of typed words could not be removed: ${messageOf(error)}`);
      }
    },
    emptyTrashAfter: (days) => upkeep.emptyTrashAfter(days),
    waitUntilPushed: (ms) => waitUntilPushed(engine, clock, ms),
    async close() {
      endTelling();
      engine.dispose();
      await Promise.all([transfers.reset(), upkeep.dispose()]);
      const left = store.notes.counts();
      const words = store.drafts.list().filter(hasWords).length;
      const unsynced = left.pending + left.refused + words + store.unreadCount();
      index.close();
      store.close();
      return unsynced;
    },
    abandon() {
      endTelling();
      engine.dispose();
      void transfers.reset();
      void upkeep.dispose();
      index.close();
      store.abandon();
    },
  };
}

const nothing = (): void => {};

/** Null if the file does not hold typed words, no drafts if it does not exist. @throws AppError `store-failed` */
function readTypedWords(file: string): TypedWords | null {
  try {
    return parseTypedWords(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (systemCodeOf(error) === 'ENOENT') return { drafts: [] };
    throw new AppError('store-failed', `What was typed meanwhile could not be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function hasWords(draft: Draft): boolean {
  return draft.place === 'edit' ? !sameContent(draft.content, draft.base) : hasContent(draft.content);
}

function toRefusedNote({ id, local, pending }: NoteRecord): RefusedNote {
  const { title, text } = local ?? { title: null, text: null };
  return { id, title: rowTitle(title), excerpt: excerptOf(text ?? ''), reason: pending?.refused ?? '' };
}
