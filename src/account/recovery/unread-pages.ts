/**
 * Proves page by page whether a file that was set aside may still have words that nobody has read. Such a file
 * stays, and with it the account; any other one may go once the account is safe.
 */
import { hash } from 'node:crypto';
import { readWholeFile } from '#disk/read-file.ts';
import { PAGE_BYTES } from '../database/log.ts';
import { withDamaged } from './copies.ts';
import { columnsOf, freePages, isPointerMap } from './loose-pages.ts';

/** Tables with words. The outbox has only words that the note, its history or the cloud has as well. */
const TABLES_WITH_WORDS = ['notes', 'drafts', 'history'] as const;

/** Whose words a page may have: those of one of these tables, or of any. */
export type UnreadWords = (typeof TABLES_WITH_WORDS)[number] | 'any';

/**
 * The pages of a state, by number and content: null if everything on the page was read, which may be in
 * another state that has the same page.
 */
export type Pages = ReadonlyMap<string, UnreadWords | null>;

interface Claim {
  readonly name: string;
  readonly pageno: number;
  readonly pagetype: 'internal' | 'leaf' | 'overflow' | 'corrupted';
}

/**
 * @param copy that was read
 * @param isRead whether a table was read to its end
 * @param loose pages of which each row was read
 * @param oneMoment as in `readLoosePages`
 */
export function unreadPagesOf(
  copy: string,
  isRead: (table: UnreadWords) => boolean,
  loose: ReadonlySet<number>,
  oneMoment: boolean,
): Pages {
  const claims = withDamaged(copy, (db) =>
    db.prepare<[], Claim>('SELECT name, pageno, pagetype FROM dbstat').all(),
  );
  const claimOf = new Map(claims?.map((claim) => [claim.pageno, claim]));
  const bytes = readWholeFile(copy);
  const done = oneMoment ? loose.union(freePages(bytes)) : loose;
  const last = Math.ceil(bytes.length / PAGE_BYTES);
  // Pages behind the end of a file that was cut are known from those that lead to them.
  const numbers = new Set([...Array(last).keys()].map((index) => index + 1)).union(claimOf);
  return new Map(
    [...numbers].map((number) => {
      const page = bytes.subarray((number - 1) * PAGE_BYTES, number * PAGE_BYTES);
      const isDone = done.has(number) || isPointerMap(number, bytes);
      return [`${number} ${hash('sha1', page)}`, isDone ? null : unreadOn(page, claimOf.get(number), isRead)];
    }),
  );
}

function unreadOn(
  page: Buffer,
  claim: Claim | undefined,
  isRead: (table: UnreadWords) => boolean,
): UnreadWords | null {
  if (claim === undefined) return isIndexPage(page) ? null : 'any';
  const table = TABLES_WITH_WORDS.find((name) => name === claim.name);
  if (table === undefined) return null;
  const hasNoRows = claim.pagetype === 'internal' && table !== 'drafts';
  return (isRead(table) && claim.pagetype !== 'corrupted') || hasNoRows ? null : table;
}

/** No index has more columns than these, and each table without rowids that has words has more. */
const MOST_INDEX_COLUMNS = 5;

/** Whether a page has the form of one of an index (fileformat2.html, section 1.6). */
function isIndexPage(page: Buffer): boolean {
  if (page[0] !== 2 && page[0] !== 10) return false;
  const [cells, content] = [page.readUInt16BE(3), page.readUInt16BE(5)];
  const isSane = 12 + 2 * cells <= content && content < page.length;
  const columns = isSane ? columnsOf(page) : 0;
  return columns > 0 && columns <= MOST_INDEX_COLUMNS;
}

/** Whose words may be unread in all of the states. */
export function unreadWordsIn(states: readonly Pages[]): ReadonlySet<UnreadWords> {
  const read = new Set(
    states.flatMap((pages) => [...pages].flatMap(([page, unread]) => (unread === null ? page : []))),
  );
  return new Set(
    states.flatMap((pages) =>
      [...pages].flatMap(([page, unread]) => (unread === null || read.has(page) ? [] : unread)),
    ),
  );
}
