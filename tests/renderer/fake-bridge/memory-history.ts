/** The history of an account in memory. */
import type { Written } from '#shared/note/history.ts';
import { contentOf, type NoteId, sameContent } from '#shared/note/note.ts';
import { utf8Length } from '#shared/text/utf8.ts';
import type { RemovedRow } from '#shared/note/view.ts';
import type { AccountParts } from '#account/requests.ts';
import type { HistoryTable, PlacedVersion } from '#account/tables/history.ts';
import { excerptOf } from '#account/tables/excerpt.ts';
import type { HistoryEntry } from '#account/sync/ports.ts';
import type { ShownRecord } from './memory-store.ts';

/** Which device replaced a version; nobody for discarded words. */
export type ReplacedBy = Written['by'] | 'nobody';

interface NewVersion {
  readonly by: ReplacedBy;
  readonly record: ShownRecord;
  /** When it was replaced or removed, in milliseconds since the epoch. */
  readonly at: number;
  /** Whether another device deleted the note forever, or the words belonged to no note. */
  readonly isRemoved?: boolean;
  /** Whether most other notes were removed together with it. */
  readonly isMissing?: boolean;
}

type Version = HistoryEntry &
  RemovedRow &
  Pick<NewVersion, 'by' | 'isRemoved' | 'isMissing'> & { readonly replacedAt: number };

export type MemoryHistory = AccountParts['history'] &
  Pick<HistoryTable, 'drop' | 'addUnsaved' | 'dropUnsaved' | 'newestVersion' | 'setByEdit'> & {
    add(version: NewVersion): void;
    dropNote(id: NoteId): void;
  };

export function createMemoryHistory(): MemoryHistory {
  /** The latest version is the last. */
  let versions: Version[] = [];
  let newest = 0;

  function retain(isRetained: (one: Version) => boolean): void {
    versions = versions.filter(isRetained);
  }

  function pageOf(isListed: (one: Version) => boolean, offset: number, limit: number) {
    const listed = versions.filter(isListed).toReversed();
    return { total: listed.length, rows: listed.slice(offset, offset + limit) };
  }

  function earlierOf(id: NoteId): Version[] {
    return versions.filter((one) => one.id === id && one.isRemoved !== true);
  }

  function placed({ id, version, replacedAt, isUnsaved }: Version): PlacedVersion {
    const saved = earlierOf(id).filter((one) => !one.isUnsaved);
    const base = isUnsaved
      ? saved.find((one) => one.version > version)
      : saved.findLast((one) => one.version < version);
    const written = isUnsaved ? { at: replacedAt, by: 'this device' as const } : writtenAfter(base);
    return { version, replacedAt, isUnsaved, base: base?.version ?? null, written };
  }

  const history: MemoryHistory = {
    add({ record: { id, local, extra, created }, at, by, isRemoved = false, isMissing = false }) {
      newest += 1;
      const { title, text } = contentOf(local);
      const row = {
        title,
        excerpt: excerptOf(text),
        replacedAt: at,
        removedAt: at,
        by,
        isRemoved,
        isMissing,
      };
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
    newestVersion: () => newest,
    // No upkeep thins this history.
    setByEdit: () => undefined,
    dropNote: (id) => retain((one) => one.id !== id),
    read: (version) => versions.find((one) => one.version === version) ?? null,
    drop: (version) => retain((one) => one.version !== version),
    forget: (version) => history.drop(version),
    page: (offset, limit) => pageOf(({ isRemoved }) => isRemoved === true, offset, limit),
    earlier(id, offset, limit) {
      const { total, rows } = pageOf((one) => one.id === id && one.isRemoved !== true, offset, limit);
      return { total, rows: rows.map(placed) };
    },
    place(id, version) {
      const found = earlierOf(id).find((one) => one.version === version);
      return found === undefined ? null : placed(found);
    },
    find(id, words) {
      const found = earlierOf(id).findLast(
        (one) => !one.isUnsaved && sameContent(contentOf(one.fields), words),
      );
      return found === undefined ? null : placed(found);
    },
    latest(id) {
      const latest = earlierOf(id).findLast((one) => !one.isUnsaved);
      const written = writtenAfter(latest);
      return latest === undefined || written === null ? null : { version: latest.version, written };
    },
    use() {
      const words = versions
        .map(({ fields }) => contentOf(fields))
        .flatMap(({ title, text }) => [title, text]);
      return { versions: versions.length, bytes: utf8Length(words.join('')) };
    },
    clear: () => retain(({ isMissing }) => isMissing === true),
    missingVersions: (limit) =>
      versions
        .filter(({ isMissing }) => isMissing)
        .slice(0, limit)
        .map(({ version }) => version),
    countMissing: () => versions.filter(({ isMissing }) => isMissing).length,
    dismissMissing() {
      versions = versions.map((one) => ({ ...one, isMissing: false }));
    },
  };
  return history;
}

/** When and where the words that replaced this version were written. */
function writtenAfter(replaced: Version | undefined): Written | null {
  if (replaced === undefined || replaced.by === 'nobody') return null;
  return { at: replaced.replacedAt, by: replaced.by };
}
