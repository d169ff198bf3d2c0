/**
 * Everything that belongs to the signed-in account: its database, its cloud client, its sync engine. It is opened
 * and closed as one, so that nothing of it outlives the session (S10).
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { NewNotePlace } from '#shared/draft.ts';
import type { Note, NoteContent, NoteId, Uid } from '#shared/note.ts';
import { makeNoteId } from '#shared/note-id.ts';
import type { TrashDays } from '#shared/settings.ts';
import type { RefusedNote } from '#shared/sync-state.ts';
import type { ListCounts, ViewPage, ViewRequest } from '#shared/view.ts';
import { careForAccount } from './account-care.ts';
import { type AccountSearch, createAccountSearch } from './account-search.ts';
import { createCloudTime } from './cloud-time.ts';
import { createRelistening } from './relistening.ts';
import { type AccountStore, openAccountStore } from './store/account-store.ts';
import type { AllNotes } from './store/all-notes.ts';
import type { Drafts } from './store/drafts.ts';
import { excerptOf } from './store/excerpt.ts';
import type { RemovedNotesTable } from './store/removed-notes.ts';
import type { RescueReport } from './store/rescue.ts';
import { createStoreThread } from './store/worker-thread.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import { createLocalNotes, type LocalNotes } from './sync/local-notes.ts';
import type { NoteRecord } from './sync/note-record.ts';
import type { Clock, RemoteStore } from './sync/ports.ts';
import { careForTrash } from './trash-care.ts';

export interface Account {
  readonly uid: Uid;
  readonly notes: LocalNotes;
  readonly engine: SyncEngine;
  readonly drafts: Drafts;
  readonly removed: RemovedNotesTable;
  readonly all: AllNotes;
  /** Adds a note and drops the draft that it was typed as. */
  add(content: NoteContent, from: NewNotePlace | null): NoteId;
  /** Edits a note and drops the draft of the edit. */
  edit(id: NoteId, content: NoteContent, base: NoteContent): NoteId;
  forgetRemoved(id: NoteId): void;
  refused(): readonly RefusedNote[];
  /** What happened to the files that a person should know; each sentence is answered once. */
  notices(): readonly string[];
  page(request: ViewRequest): ViewPage;
  /** As `page`, which takes its time under a query; this one is to be waited for then. */
  view(request: ViewRequest): ViewPage | Promise<ViewPage>;
  counts(): ListCounts;
  note(id: NoteId): Note;
  /** Another number of days may be set: what has lain in the trash for longer goes. */
  checkTrash(): void;
  /** Closes everything at once; resolves when no thread has the files open any more. */
  close(): Promise<void>;
}

export interface AccountPorts {
  readonly uid: Uid;
  /** Path of the account's database. */
  readonly database: string;
  /** File of the store's thread: `store/worker.ts`, or what it was built to. */
  readonly storeWorker: string;
  readonly remote: RemoteStore;
  readonly clock: Clock;
  readonly emptyTrashAfter: () => TrashDays;
  /** Grows with every change that `onChange` tells of; pages are marked with it. */
  readonly revision: () => number;
  /** Any view may have changed. */
  readonly onChange: () => void;
  readonly onTrouble: (message: string) => void;
}

/**
 * Opens the account's notes, also where their file is damaged: then what can be rescued is there, the rest comes from
 * the cloud, and a notice says so.
 * @throws AppError `store-newer`, `store-full`, `store-failed`, `store-damaged`
 */
export function openAccount(ports: AccountPorts): Account {
  const { database, clock, revision, onChange, onTrouble } = ports;
  const notices: string[] = [];
  const remote = createRelistening(ports.remote);
  const search = createAccountSearch({
    entry: ports.storeWorker,
    database,
    store: () => store,
    clock,
    revision,
    onBetter: onChange,
    onTrouble,
  });
  const changed = (): void => {
    search.changed();
    onChange();
  };
  const store = openStore();
  try {
    return accountOn(store, search, remote, notices, { ...ports, onChange: changed });
  } catch (error) {
    void search.close();
    store.close();
    throw error;
  }

  function openStore(): AccountStore {
    try {
      return openAccountStore({
        file: database,
        now: clock.now,
        onMending: () => search.letGo(),
        onMended(report, reason) {
          notices.push(noticeOf(report, database));
          onTrouble(`The notes file was damaged and has been replaced: ${reason}`);
          // The statement that met the damage goes first.
          queueMicrotask(() => {
            remote.endListening('The notes on this device were rebuilt.');
            changed();
          });
        },
      });
    } catch (error) {
      void search.close();
      throw error;
    }
  }
}

function accountOn(
  store: AccountStore,
  search: AccountSearch,
  remote: RemoteStore,
  notices: string[],
  ports: AccountPorts,
): Account {
  const { uid, database, clock, emptyTrashAfter, revision, onTrouble } = ports;
  const { drafts, removed, views, all } = store;
  const onChange = (): void => {
    care.changed();
    ports.onChange();
  };
  const cloud = createCloudTime(remote);
  const engine = createSyncEngine({
    store: store.notes,
    remote: cloud,
    clock,
    makeId,
    onStoreChange: onChange,
    onTrouble,
  });
  const notes = createLocalNotes({
    store: store.notes,
    clock,
    makeId,
    onChange: () => {
      onChange();
      engine.push();
    },
  });
  const thread = createStoreThread(ports.storeWorker);
  const care = careForAccount({ database, store, clock, thread, onTrouble });
  const trash = careForTrash({ store, notes, engine, cloud, clock, days: emptyTrashAfter, onTrouble });
  return {
    uid,
    notes,
    engine,
    drafts,
    removed,
    all,
    add: (content, from) => notes.add(content, () => from !== null && drafts.drop({ place: from })),
    edit: (id, content, base) => notes.edit(id, content, base, () => drafts.drop({ place: 'edit', id })),
    forgetRemoved(id) {
      removed.drop(id);
      onChange();
    },
    refused: () => store.notes.refused().map(toRefusedNote),
    notices: () => notices.splice(0),
    page: (request) => views.page(request, revision()),
    view: (request) => search.view(request),
    counts: () => views.counts(),
    note: (id) => views.note(id),
    checkTrash: () => trash.check(),
    close() {
      trash.dispose();
      engine.dispose();
      const searchEnded = search.close();
      store.close();
      return Promise.all([searchEnded, care.dispose()]).then(() => undefined);
    },
  };
}

function noticeOf({ unpushed, drafts, readable }: RescueReport, database: string): string {
  const begin = 'The file of your notes on this device was damaged, and Inkling has made a new one';
  if (!readable) {
    return `${begin}: what was not synced yet could not be read, and the damaged file is kept in ${path.join(path.dirname(database), 'damaged')}.`;
  }
  const rescued = unpushed + drafts;
  if (rescued === 0) return `${begin}; everything comes back from the cloud.`;
  const what = rescued === 1 ? 'one change that was' : `${rescued} changes that were`;
  return `${begin} with ${what} not synced yet; everything else comes back from the cloud.`;
}

function toRefusedNote({ id, local, pending }: NoteRecord): RefusedNote {
  const { title, text } = local ?? { title: null, text: null };
  return { id, title: title ?? '', excerpt: excerptOf(text ?? ''), reason: pending?.refused ?? '' };
}

function makeId(): NoteId {
  return makeNoteId(randomBytes);
}
