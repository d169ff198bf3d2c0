/**
 * Proves page by page of which tables a file that was set aside may still have unread words. If there are none,
 * the file may go once the account is safe.
 */
import { hash } from 'node:crypto';
import { readWholeFile } from '#disk/read-file.ts';
import { PAGE_BYTES } from '../database/log.ts';
import { withDamaged } from './copies.ts';
import { columnsOf, freePages, isPointerMap } from './loose-pages.ts';

/** Tables with words. The outbox has only words that the note, its history or the cloud has as well. */
export const TABLES_WITH_WORDS = ['notes', 'drafts', 'history'] as const;

export type TableWithWords = (typeof TABLES_WITH_WORDS)[number];

/**
 * The pages of a state, by number and content, with the tables of which a page may have unread words. A page
 * without any may be in another state as well, where it counts as read, too.
 */
export type Pages = ReadonlyMap<string, readonly TableWithWords[]>;

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
  isRead: (table: TableWithWords) => boolean,
  loose: ReadonlySet<number>,
  oneMoment: boolean,
): Pages {
  // In a file of one moment, a table that was read to its end has no page to which nothing leads.
  const unread = TABLES_WITH_WORDS.filter((table) => !oneMoment || !isRead(table));
  const claims = withDamaged(copy, (db) =>
    db.prepare<[], Claim>('SELECT name, pageno, pagetype FROM dbstat').all(),
  );
  const claimOf = new Map(claims?.map((claim) => [claim.pageno, claim]));
  const bytes = readWholeFile(copy);
  const free = freePages(bytes);
  const last = Math.ceil(bytes.length / PAGE_BYTES);
  // Pages behind the end of a file that was cut are known from those that lead to them.
  const numbers = new Set([...Array(last).keys()].map((index) => index + 1)).union(claimOf);
  return new Map(
    [...numbers].map((number) => {
      const page = bytes.subarray((number - 1) * PAGE_BYTES, number * PAGE_BYTES);
      return [`${number} ${hash('sha1', page)}`, tablesOn(number, page)];
    }),
  );

  function tablesOn(number: number, page: Buffer): readonly TableWithWords[] {
    if (loose.has(number) || isPointerMap(number)) return [];
    const claim = claimOf.get(number);
    if (claim !== undefined) return unreadIn(claim, isRead);
    const isFree = free.has(number) && (oneMoment || hasNoText(page));
    return isFree || isIndexPage(page) ? [] : unread;
  }
}

function unreadIn(
  { name, pagetype }: Claim,
  isRead: (table: TableWithWords) => boolean,
): readonly TableWithWords[] {
  const table = TABLES_WITH_WORDS.find((one) => one === name);
  if (table === undefined) return [];
  const hasNoRows = pagetype === 'internal' && table !== 'drafts';
  return (isRead(table) && pagetype !== 'corrupted') || hasNoRows ? [] : [table];
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

/**
 * Whether a page has only zeros or numbers of pages, as free pages have (section 1.5). The list of free pages may
 * be of another moment than the page.
 */
function hasNoText(page: Buffer): boolean {
  return page.every((byte, at) => at % 4 > 0 || byte === 0);
}

/** The tables of which words may be unread in all of the states. */
export function unreadTablesIn(states: readonly Pages[]): ReadonlySet<TableWithWords> {
  const all = states.flatMap((pages) => [...pages]);
  const read = new Set(all.flatMap(([page, tables]) => (tables.length === 0 ? page : [])));
  return new Set(all.flatMap(([page, tables]) => (read.has(page) ? [] : tables)));
}
