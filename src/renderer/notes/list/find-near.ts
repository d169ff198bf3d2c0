/** Requests what nearly matches a search: a label, and notes. */
import { countOf } from '#shared/base/count.ts';
import type { NearPage } from '#shared/ipc/bulk.ts';
import { MOST_SLIPS, NEAR_KINDS, type NearKind, type NearNote } from '#shared/note/near.ts';
import type { NoteRow, View } from '#shared/note/view.ts';
import { call } from '../../bridge/client.ts';
import { labelNamed } from '../../search/find-label.ts';
import { labelsAtom } from '../../search/labels.ts';
import { store } from '../../state/store.ts';
import { countHits, MOST_COUNTED } from './count-hits.ts';
import type { LabelHit } from './near-label.tsx';

/** The notes that match in one way. */
export interface NearGroup {
  readonly kind: NearKind;
  readonly rows: readonly NoteRow[];
  /** Whether there may be more. */
  readonly isMore: boolean;
}

export interface Near {
  /** The label whose name is the whole search; null if it has no notes in the list. */
  readonly label: LabelHit | null;
  /** Without empty ones. */
  readonly groups: readonly NearGroup[];
}

/** @param hasFewHits whether the list has so few hits that the query may be mistyped */
export async function findNear(view: View, hasFewHits: boolean, signal: AbortSignal): Promise<Near> {
  const label = await findLabel(view, signal);
  return { label, groups: hasFewHits && !signal.aborted ? await findNotes(view, signal) : [] };
}

async function findLabel({ list, query, labels }: View, signal: AbortSignal): Promise<LabelHit | null> {
  const name = labels.length === 0 ? labelNamed(store.get(labelsAtom), query) : undefined;
  if (name === undefined) return null;
  const { count, isMore } = await countHits({ list, query: '', labels: [name] }, signal);
  return count === 0 ? null : { name, count: countText(count, isMore) };
}

/** Requests one slice of the list at a time, so that the account can do other work in between. */
async function findNotes(view: View, signal: AbortSignal): Promise<readonly NearGroup[]> {
  const notes: NearNote[] = [];
  let slips = 0;
  let below: NearPage['below'] = null;
  do {
    const page: NearPage = await call('notes:near', { ...view, below, limit: MOST_COUNTED - notes.length });
    notes.push(...page.notes.filter(({ kind }) => kind !== 'slip' || (slips += 1) <= MOST_SLIPS));
    ({ below } = page);
  } while (below !== null && notes.length < MOST_COUNTED && !signal.aborted);
  return NEAR_KINDS.map((kind) => ({
    kind,
    rows: notes.filter((note) => note.kind === kind).map(({ row }) => row),
    isMore: kind === 'slip' ? slips > MOST_SLIPS : below !== null,
  })).filter(({ rows }) => rows.length > 0);
}

export function countText(count: number, isMore: boolean): string {
  return isMore ? `${count}+ notes` : countOf(count, 'note');
}
