/** Reads the first notes of the list of removed ones, in as many questions as that takes. */
import { MAX_WINDOW, type RemovedPage } from '#shared/view.ts';
import { call } from '../bridge/client.ts';

/** How many rows are shown at first, and with each "Show more". */
export const PAGE = 50;

/** @param wanted how many rows at the most, from the first on */
export async function readRemoved(wanted: number): Promise<RemovedPage> {
  let page = await call('removed:page', 0, Math.min(wanted, MAX_WINDOW));
  while (page.rows.length < Math.min(wanted, page.total)) {
    const { rows } = page;
    const next = await call('removed:page', rows.length, Math.min(wanted - rows.length, MAX_WINDOW));
    // The list got shorter between the questions; what changed it asks again.
    if (next.rows.length === 0) return { total: next.total, rows };
    const known = new Set(rows.map(({ version }) => version));
    page = { total: next.total, rows: [...rows, ...next.rows.filter(({ version }) => !known.has(version))] };
  }
  return page;
}
