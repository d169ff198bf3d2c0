/** Reads the first rows of a list of versions, with as many requests as needed. */
import { MAX_WINDOW } from '#shared/note/view.ts';

/** How many rows are shown at first, and how many "Show more" adds. */
export const PAGE = 50;

interface Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/**
 * @param ask requests at most `limit` rows, beginning at `offset`
 * @param wanted how many rows to read at most, beginning at the first
 */
export async function readPages<Row extends { readonly version: number }>(
  ask: (offset: number, limit: number) => Promise<Page<Row>>,
  wanted: number,
): Promise<Page<Row>> {
  let page = await ask(0, Math.min(wanted, MAX_WINDOW));
  while (page.rows.length < Math.min(wanted, page.total)) {
    const { rows } = page;
    const next = await ask(rows.length, Math.min(wanted - rows.length, MAX_WINDOW));
    const readVersions = new Set(rows.map(({ version }) => version));
    const further = next.rows.filter(({ version }) => !readVersions.has(version));
    page = { total: next.total, rows: [...rows, ...further] };
    // The list changed between the requests; the event of that change makes the caller read again.
    if (further.length === 0) break;
  }
  return page;
}
