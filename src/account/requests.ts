/**
 * Answers each read and write of the account: connects the contract with the account's parts. It knows
 * neither SQLite nor Node, so that tests of pages can use it with parts in memory.
 */
import type { NewCopy } from '#shared/note/conflict.ts';
import type { DraftKey } from '#shared/note/draft.ts';
import { AppError } from '#shared/base/error.ts';
import type { ComparedVersion, DifferencePart, EarlierPage } from '#shared/note/history.ts';
import { MOST_AT_ONCE } from '#shared/ipc/bulk.ts';
import type { AccountRead, AccountWrite, Requests } from '#shared/ipc/requests.ts';
import { type ChangeResult, groupChanges, type NotesChange } from '#shared/note/note-change.ts';
import { contentOf, listOf, nameOfNote, type NoteContent, type NoteId } from '#shared/note/note.ts';
import type { RefusedNote } from '#shared/ipc/sync-state.ts';
import type { ViewPage, ViewRequest } from '#shared/note/view.ts';
import type { WriteId } from '#shared/ipc/account-service.ts';
import type { AccountDrafts } from './account-drafts.ts';
import { changeLine, differences } from './compare.ts';
import { compareCopy } from './compare-copy.ts';
import type { Erasure } from './database/erasure.ts';
import { excerptOf, rowTitle } from './tables/excerpt.ts';
import type { HistoryTable } from './tables/history.ts';
import type { Notices } from './tables/notices.ts';
import type { UnsavedWords } from './unsaved-words.ts';
import type { Views } from './views/views.ts';
import type { ConflictCopies } from './sync/conflict-copies.ts';
import type { LocalNotes } from './sync/local-notes.ts';
import type { NoteRecord } from './sync/note-record.ts';
import type { LocalStore } from './sync/ports.ts';

export interface AccountParts {
  readonly store: Pick<LocalStore, 'read' | 'refusedRecords' | 'newCopies'>;
  readonly notes: LocalNotes;
  readonly copies: ConflictCopies;
  readonly drafts: AccountDrafts;
  readonly unsaved: UnsavedWords;
  readonly history: Pick<
    HistoryTable,
    | 'read'
    | 'forget'
    | 'page'
    | 'earlier'
    | 'place'
    | 'find'
    | 'latest'
    | 'use'
    | 'clear'
    | 'missingVersions'
    | 'countMissing'
    | 'dismissMissing'
  >;
  readonly erasure: Pick<Erasure, 'isErasing'>;
  readonly notices: Notices;
  readonly views: Pick<Views, 'ids' | 'near' | 'counts' | 'labels' | 'note'> & {
    page(request: ViewRequest): ViewPage;
  };
}

type Reads = { readonly [C in AccountRead]: (...args: Parameters<Requests[C]>) => ReturnType<Requests[C]> };
type Writes = {
  readonly [C in AccountWrite]: (
    id: WriteId,
  ) => (...args: Parameters<Requests[C]>) => ReturnType<Requests[C]>;
};

/** The common type of all handlers. */
type Handler = (...args: never[]) => unknown;

export interface AccountRequests {
  readonly reads: { readonly [C in AccountRead]: Handler };
  /** Each must run in one transaction. */
  readonly writes: { readonly [C in AccountWrite]: (id: WriteId) => Handler };
}

/**
 * How many UTF-16 units of versions are read for one page of a note's history. Rows beyond that do not say
 * what they changed.
 */
const MOST_UNITS_OF_A_PAGE = 4_000_000;

/** Requests that change no note. */
const WITHOUT_NOTE_CHANGE: ReadonlySet<AccountWrite> = new Set([
  'app:notices',
  'conflict:told',
  'missing:dismiss',
  'drafts:keep',
  'drafts:drop',
]);

/**
 * Requests that store words which a window may still have. Done a second time, each finds the words stored, or
 * stores them.
 */
const STORES_WORDS: ReadonlySet<AccountWrite> = new Set([
  'notes:add',
  'notes:edit',
  'drafts:keep',
  'drafts:discard',
]);

export function storesWords(channel: AccountWrite): boolean {
  return STORES_WORDS.has(channel);
}

export function changesNotes(channel: AccountWrite): boolean {
  return !WITHOUT_NOTE_CHANGE.has(channel);
}

export function createRequests(parts: AccountParts): AccountRequests {
  const { store, notes, copies, drafts, unsaved, history, erasure, notices, views } = parts;

  const reads = {
    'notes:view': (request) => views.page(request),
    'notes:ids': (request) => views.ids(request),
    'notes:near': (request) => views.near(request),
    'notes:counts': () => views.counts(),
    'notes:get': (id) => views.note(id),
    'labels:list': () => views.labels(),
    'drafts:list': (window) => drafts.list(window),
    'removed:page': (offset, limit) => history.page(offset, limit),
    'history:versions': (id, offset, limit) => earlierVersions(id, offset, limit),
    'history:compare': (id, version) => compareVersion(id, version),
    'conflict:compare': (id) => compareCopy(id, { store, history, note: views.note }),
    'conflict:new-copies': () => store.newCopies.list().slice(0, MOST_AT_ONCE).map(toNewCopy),
    'history:use': () => ({ ...history.use(), isErasing: erasure.isErasing() }),
    'sync:refused': () => store.refusedRecords().map(toRefusedNote),
  } satisfies Reads;
  const writes = {
    'app:notices': () => () => notices.take(),
    'notes:add': (id) => (_uid, note, from) => {
      if (from !== null) dropSaved({ place: from }, note);
      return notes.add(note, id);
    },
    'notes:edit': (newId) => (_uid, id, content, base) => {
      dropSaved({ place: 'edit', id }, content);
      return notes.edit(id, content, base, newId);
    },
    'notes:change': () => (_uid, changes) => changeNotes(changes),
    'notes:delete-forever': () => (_uid, ids) => ids.filter(deleteForever),
    'conflict:told': () => (_uid, ids) => ids.forEach((id) => store.newCopies.drop(id)),
    'conflict:settle': (newId) => (_uid, settlement) => copies.settle(settlement, newId),
    'drafts:keep': () => (_uid, draft) => drafts.store(draft),
    'drafts:drop': () => (_uid, key) => drafts.drop(key),
    'drafts:discard': (newId) => (_uid, words, next) => {
      drafts.replace(words, next);
      unsaved.add(words, newId);
    },
    'removed:restore': (newId) => (_uid, version) => notes.recover(version, newId),
    'removed:forget': () => (_uid, version) => history.forget(version),
    'missing:restore': () => () => {
      for (const version of history.missingVersions(MOST_AT_ONCE)) notes.recover(version);
      return history.countMissing();
    },
    'missing:dismiss': () => () => history.dismissMissing(),
    'history:clear': () => () => history.clear(),
    'sync:retry': () => () => notes.retryRefused(),
  } satisfies Writes;

  function deleteForever(id: NoteId): boolean {
    // S6.7
    if (!isInTrash(id) || !notes.deleteForever(id)) return false;
    drafts.dropDeleted(id);
    return true;
  }

  function dropSaved(key: DraftKey, saved: NoteContent): void {
    drafts.dropSaved(key, saved);
    unsaved.dropSaved(key, saved);
  }

  function changeNotes(changes: readonly NotesChange[]): ChangeResult {
    const reverse: NotesChange[] = [];
    const skipped = new Set<NoteId>();
    for (const { ids, ...change } of changes) {
      for (const id of ids) {
        const changed = notes.change(id, change);
        if (changed?.hasSkipped === true) skipped.add(id);
        if (changed !== null && changed.reverse !== null) reverse.push({ ids: [id], ...changed.reverse });
      }
    }
    return { reverse: groupChanges(reverse).toReversed(), skipped: [...skipped] };
  }

  function isInTrash(id: NoteId): boolean {
    const local = store.read(id)?.local ?? null;
    return local !== null && listOf(local) === 'trashed';
  }

  function toNewCopy(id: NoteId): NewCopy {
    const { title, text } = contentOf(store.read(id)?.local ?? { title: null, text: null });
    return { id, name: rowTitle(nameOfNote(title, text)) };
  }

  /** Null if this version is not stored. */
  function wordsOf(version: number | null): NoteContent | null {
    const entry = version === null ? null : history.read(version);
    return entry === null ? null : contentOf(entry.fields);
  }

  /**
   * What each version, and the present note, changed. Once `MOST_UNITS_OF_A_PAGE` are read, rows no longer
   * say that, because it would take too long.
   */
  function earlierVersions(id: NoteId, offset: number, limit: number): EarlierPage {
    let remainingUnits = MOST_UNITS_OF_A_PAGE;
    const local = store.read(id)?.local ?? null;
    const now = local === null ? null : contentOf(local);
    // Most versions are needed twice: for their own change and for the next one's.
    const wordsRead = new Map<number | null, NoteContent | null>();
    const readWords = (version: number | null): NoteContent | null => {
      if (!wordsRead.has(version) && remainingUnits > 0) {
        const words = wordsOf(version);
        wordsRead.set(version, words);
        if (words !== null) remainingUnits -= words.title.length + words.text.length;
      }
      return wordsRead.get(version) ?? null;
    };
    const latest = history.latest(id);
    const present = {
      written: latest?.written ?? null,
      change: changeOf(readWords(latest?.version ?? null), now),
    };
    const { total, rows } = history.earlier(id, offset, limit);
    return {
      total,
      present,
      rows: rows.map(({ version, base, replacedAt, isUnsaved, written }) => {
        const before = isUnsaved && base === null ? now : readWords(base);
        return { version, replacedAt, isUnsaved, written, change: changeOf(before, readWords(version)) };
      }),
    };
  }

  function compareVersion(id: NoteId | null, version: number): ComparedVersion {
    const placed = id === null ? null : history.place(id, version);
    const content = id === null || placed !== null ? wordsOf(version) : null;
    if (content === null) throw new AppError('note-not-found', 'version-gone');
    const replacesPresent = id !== null && placed?.isUnsaved === true && placed.base === null;
    const before = replacesPresent ? contentOf(views.note(id)) : (wordsOf(placed?.base ?? null) ?? content);
    return {
      content,
      title: differences(before.title, content.title),
      text: differences(before.text, content.text),
    };
  }

  return { reads, writes };
}

/** Empty if either version is not stored, or was not read for the page. */
function changeOf(before: NoteContent | null, after: NoteContent | null): readonly DifferencePart[] {
  return before === null || after === null ? [] : changeLine(before, after);
}

function toRefusedNote({ id, local, pending }: NoteRecord): RefusedNote {
  const { title, text } = local ?? { title: null, text: null };
  return {
    id,
    title: rowTitle(title),
    excerpt: excerptOf(text ?? ''),
    reason: pending?.refused ?? 'note-refused',
  };
}
