/** The names of earlier versions: when and on which device their words were written. */
import type { EarlierRow, Written } from '#shared/note/history.ts';
import { formatMoment, formatShortMoment } from '../../state/age.ts';

/** An entry of the list. */
export interface EntryLabel {
  readonly name: string;
  readonly detail: string;
  /** The exact time. */
  readonly title: string | undefined;
}

export function labelOf({ written, replacedAt, isUnsaved }: EarlierRow, now: number): EntryLabel {
  if (isUnsaved)
    return {
      name: 'Not saved',
      detail: `Discarded ${formatShortMoment(replacedAt, now)}`,
      title: formatMoment(replacedAt),
    };
  return written === null
    ? { name: `Until ${formatShortMoment(replacedAt, now)}`, detail: '', title: formatMoment(replacedAt) }
    : writtenLabel(written, now);
}

export function presentLabel(written: Written | null, unsaved: boolean, now: number): EntryLabel {
  if (unsaved || written === null)
    return { name: 'Now', detail: unsaved ? 'with unsaved words' : '', title: undefined };
  const { name, detail, title } = writtenLabel(written, now);
  return { name: 'Now', detail: `${name} ${detail}`, title };
}

export function sentenceOf({ name, detail }: EntryLabel): string {
  if (detail === '') return name;
  return detail.startsWith('Discarded') ? `${name}, d${detail.slice(1)}` : `${name} ${detail}`;
}

function writtenLabel({ at, by }: Written, now: number): EntryLabel {
  return { name: formatShortMoment(at, now), detail: `on ${by}`, title: formatMoment(at) };
}
