/** The history of an account in memory. */
import type { EarlierRow } from '#shared/history.ts';
import { contentOf, type NoteId } from '#shared/note.ts';
import { utf8Length } from '#shared/utf8.ts';
import type { RemovedRow } from '#shared/view.ts';
import type { AccountParts } from '#account/requests.ts';
import { excerptOf } from '#account/tables/excerpt.ts';
import type { HistoryEntry } from '#account/sync/ports.ts';
import type { ShownRecord } from './memory-store.ts';

interface NewVersion extends Pick<EarlierRow, 'by'> {
  /** The note as it was. */
  readonly record: ShownRecord;
  /** When it was replaced or removed, milliseconds since the epoch. */
  readonly at: number;
  /** Whether another device deleted the note for ever. */
  readonly isRemoved?: boolean;
}

/** A version, and the row that shows it. */
type Version = HistoryEntry & EarlierRow & RemovedRow & Pick<NewVersion, 'isRemoved'>;

export type MemoryHistory = AccountParts['history'] & {
  add(version: NewVersion): void;
  /** Drops all versions of the note. */
  forget(id: NoteId): void;
};

export function createMemoryHistory(): MemoryHistory {
  /** The latest one is the last. */
  let versions: Version[] = [];
  let newest = 0;

  function keep(isKept: (one: Version) => boolean): void {
    versions = versions.filter(isKept);
  }

  function pageOf(isListed: (one: Version) => boolean, offset: number, limit: number) {
    const listed = versions.filter(isListed).toReversed();
    return { total: listed.length, rows: listed.slice(offset, offset + limit) };
  }

  return {
    add({ record: { id, local, extra, created }, at, by, isRemoved = false }) {
      newest += 1;
      const { title, text } = contentOf(local);
      const row = { title, excerpt: excerptOf(text), replacedAt: at, removedAt: at, by, isRemoved };
      versions.push({ version: newest, id, fields: local, extra, created, ...row });
    },
    forget: (id) => keep((one) => one.id !== id),
    read: (version) => versions.find((one) => one.version === version) ?? null,
    drop: (version) => keep((one) => one.version !== version),
    page: (offset, limit) => pageOf(({ isRemoved }) => isRemoved === true, offset, limit),
    earlier: (id, offset, limit) => pageOf((one) => one.id === id && one.isRemoved !== true, offset, limit),
    use() {
      const words = versions
        .map(({ fields }) => contentOf(fields))
        .flatMap(({ title, text }) => [title, text]);
      return { versions: versions.length, bytes: utf8Length(words.join('')) };
    },
    clear: () => keep(() => false),
  };
}
