/** The history of an account in memory. */
import type { EarlierRow } from '#shared/history.ts';
import { contentOf, type NoteId, sameContent } from '#shared/note.ts';
import { utf8Length } from '#shared/utf8.ts';
import type { RemovedRow } from '#shared/view.ts';
import type { AccountParts } from '#account/requests.ts';
import type { HistoryTable } from '#account/tables/history.ts';
import { excerptOf } from '#account/tables/excerpt.ts';
import type { HistoryEntry } from '#account/sync/ports.ts';
import type { ShownRecord } from './memory-store.ts';

interface NewVersion extends Pick<EarlierRow, 'by'> {
  /** The note as it was. */
  readonly record: ShownRecord;
  /** When it was replaced or removed, milliseconds since the epoch. */
  readonly at: number;
  /** Whether another device deleted the note for ever, or the words were of no note. */
  readonly isRemoved?: boolean;
}

/** A version, and the row that shows it. */
type Version = HistoryEntry & EarlierRow & RemovedRow & Pick<NewVersion, 'isRemoved'>;

export type MemoryHistory = AccountParts['history'] &
  Pick<HistoryTable, 'addUnsaved' | 'dropUnsaved'> & {
    add(version: NewVersion): void;
    /** Drops all versions of the note. */
    forget(id: NoteId): void;
  };

export function createMemoryHistory(): MemoryHistory {
  /** The latest one is the last. */
  let versions: Version[] = [];
  let newest = 0;

  function retain(isRetained: (one: Version) => boolean): void {
    versions = versions.filter(isRetained);
  }

  function pageOf(isListed: (one: Version) => boolean, offset: number, limit: number) {
    const listed = versions.filter(isListed).toReversed();
    return { total: listed.length, rows: listed.slice(offset, offset + limit) };
  }

  const history: MemoryHistory = {
    add({ record: { id, local, extra, created }, at, by, isRemoved = false }) {
      newest += 1;
      const { title, text } = contentOf(local);
      const row = { title, excerpt: excerptOf(text), replacedAt: at, removedAt: at, by, isRemoved };
      const isUnsaved = by === 'nobody';
      versions.push({ version: newest, id, fields: local, extra, created, ...row, isUnsaved });
    },
    addUnsaved({ id, fields, extra, created }, hasNote) {
      const before = versions.findLast((one) => one.isUnsaved && (hasNote ? one.id === id : one.isRemoved));
      if (before !== undefined && sameContent(contentOf(before.fields), contentOf(fields))) return;
      const record = { id, local: fields, remote: null, extra, created, pending: null };
      history.add({ record, at: Date.now(), by: 'nobody', isRemoved: !hasNote });
    },
    dropUnsaved(id, words) {
      const isMeant = (one: Version): boolean => (id === null ? one.isRemoved === true : one.id === id);
      retain((one) => !one.isUnsaved || !isMeant(one) || !sameContent(contentOf(one.fields), words));
    },
    forget: (id) => retain((one) => one.id !== id),
    read: (version) => versions.find((one) => one.version === version) ?? null,
    drop: (version) => retain((one) => one.version !== version),
    page: (offset, limit) => pageOf(({ isRemoved }) => isRemoved === true, offset, limit),
    earlier: (id, offset, limit) => pageOf((one) => one.id === id && one.isRemoved !== true, offset, limit),
    use() {
      const words = versions
        .map(({ fields }) => contentOf(fields))
        .flatMap(({ title, text }) => [title, text]);
      return { versions: versions.length, bytes: utf8Length(words.join('')) };
    },
    clear: () => retain(() => false),
  };
  return history;
}
