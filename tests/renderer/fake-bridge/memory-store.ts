/** The notes of an account in memory. Every write counts as pushed at once. */
import { contentOf, type NoteContent, type NoteFields, type NoteId, sameContent } from '#shared/note/note.ts';
import type { NotesStore } from '#account/sync/local-notes.ts';
import type { LocalStore } from '#account/sync/ports.ts';
import type { NoteRecord } from '#account/sync/note-record.ts';
import { createMemoryHistory, type MemoryHistory, type ReplacedBy } from './memory-history.ts';

export type ShownRecord = NoteRecord & { readonly local: NoteFields };

export interface MemoryStore extends NotesStore, Pick<LocalStore, 'newCopies'> {
  readonly history: MemoryHistory;
  /** Newest first. */
  all(): readonly ShownRecord[];
  read(id: NoteId): ShownRecord | null;
  /** The id for the next note that has none. */
  readonly nextId: () => NoteId;
  put(record: ShownRecord): void;
  /** Changes a note like another device; null deletes it forever. */
  change(id: NoteId, content: NoteContent | null): void;
}

export function createMemoryStore(): MemoryStore {
  const records = new Map<NoteId, ShownRecord>();
  const history = createMemoryHistory();
  const newCopies = new Set<NoteId>();
  let made = 0;
  let newest = 0;

  function put(record: ShownRecord): void {
    if (!records.has(record.id)) made += 1;
    newest = Math.max(newest, record.created);
    records.set(record.id, record);
  }

  function replace({ local, ...record }: NoteRecord, by: ReplacedBy): void {
    const before = records.get(record.id);
    if (local === null) records.delete(record.id);
    else put({ ...record, local, pending: null });
    if (before === undefined) return;
    if (local !== null && sameContent(contentOf(before.local), contentOf(local))) return;
    history.add({ record: before, at: Date.now(), by, isRemoved: local === null });
  }

  return {
    history,
    newCopies: {
      add: (id) => void newCopies.add(id),
      list: () =>
        [...records.values()]
          .filter(({ id, local }) => newCopies.has(id) && (local.conflictOf ?? '') !== '' && !local.isDeleted)
          .toSorted((one, other) => other.created - one.created)
          .map(({ id }) => id),
      drop: (id) => void newCopies.delete(id),
    },
    all: () => [...records.values()].toSorted((a, b) => b.created - a.created),
    nextId: () => `note${made + 1}` as NoteId,
    put,
    change(id, content) {
      const before = records.get(id);
      if (before === undefined) return;
      replace({ ...before, local: content && { ...before.local, ...content } }, 'another device');
    },
    // Nothing fails here, so there is nothing to roll back.
    transaction: (work) => work(),
    read: (id) => records.get(id) ?? null,
    write: (record) => replace(record, 'this device'),
    newestCreated: () => newest,
    nextSequence: () => 1,
    refusedRecords: () => [...records.values()].filter(({ pending }) => (pending?.refused ?? null) !== null),
    rename(from, to) {
      const record = records.get(from);
      if (record === undefined) return;
      records.delete(from);
      records.set(to, { ...record, id: to });
    },
    markDeletedForever(id) {
      records.delete(id);
      history.dropNote(id);
    },
  };
}
