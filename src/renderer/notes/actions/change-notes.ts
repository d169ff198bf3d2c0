/**
 * Changes any number of notes, and makes the step that takes this back or does it again: it changes only what
 * nobody has changed since (S5.12), and its reverse is what it has really changed.
 */
import { countOf } from '#shared/base/count.ts';
import { groupChanges, type NotesChange } from '#shared/note/note-change.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { applyWithProgress, countNotes, idsIn, type SlicesEnd } from '../../selection/slices.ts';
import type { Step, StepEnd } from '../../state/undo-stack.ts';
import { renameFilter } from '../../search/query.ts';
import { focusNote } from '../state/focus-card.ts';

interface ChangeEnd extends SlicesEnd<NotesChange> {
  /** What takes back what was changed. */
  readonly reverse: readonly NotesChange[];
  /** In how many notes a field was skipped. */
  readonly skipped: number;
}

/**
 * @param doing the beginning of a sentence about the progress, such as "Archiving"
 * @param uid the account whose notes these are (S14)
 */
export async function changeNotes(
  doing: string,
  uid: Uid,
  changes: readonly NotesChange[],
): Promise<ChangeEnd> {
  const reverse: NotesChange[] = [];
  const skipped = new Set<NoteId>();
  const end = await applyWithProgress(doing, changes, async (slice) => {
    const result = await call('notes:change', uid, slice);
    reverse.unshift(...result.reverse);
    for (const id of result.skipped) skipped.add(id);
    return idsIn(result.reverse);
  });
  return { ...end, rest: groupChanges(end.rest), reverse: groupChanges(reverse), skipped: skipped.size };
}

interface StepOptions {
  /** A note whose card gets the focus afterwards, if it is shown. */
  readonly focused?: NoteId | undefined;
  /** The label to which the step gives another name, which no note had: a filter by it follows. */
  readonly renamed?: Renamed | undefined;
}

export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** @param uid the account whose notes these are (S14) */
export function changeStep(uid: Uid, changes: readonly NotesChange[], options: StepOptions = {}): Step {
  return { size: sizeOf(changes), run: () => run(uid, changes, options) };
}

async function run(uid: Uid, changes: readonly NotesChange[], options: StepOptions): Promise<StepEnd> {
  const { reverse, skipped, failure, rest } = await changeNotes('Undoing', uid, changes);
  if (failure !== null) throw failure.error;
  const { focused, renamed } = options;
  if (focused !== undefined) focusNote(focused);
  if (renamed !== undefined && reverse.length > 0) renameFilter(renamed.from, renamed.to);
  const stepOf = (some: readonly NotesChange[], named: Renamed | undefined): Step | null =>
    some.length === 0 ? null : changeStep(uid, some, { focused, renamed: named });
  const isNothing = reverse.length === 0 && rest.length === 0;
  const remarks = [
    remarkOf(skipped, countNotes(changes), isNothing),
    rest.length === 0 ? null : `${countOf(countNotes(rest), 'note')} remain`,
  ].filter((remark) => remark !== null);
  return {
    reverse: stepOf(reverse, renamed && backwards(renamed)),
    rest: stepOf(rest, renamed),
    remark: remarks.length === 0 ? null : remarks.join('; '),
  };
}

export function backwards({ from, to }: Renamed): Renamed {
  return { from: to, to: from };
}

/** @param skipped how many of the notes somebody has changed since */
function remarkOf(skipped: number, total: number, isNothing: boolean): string | null {
  if (skipped === 0) return isNothing ? 'nothing left to change' : null;
  return total === 1 ? 'a newer change stays' : `newer changes to ${countOf(skipped, 'note')} stay`;
}

/** An id of twenty characters and its place in a list; words in UTF-16. */
function sizeOf(changes: readonly NotesChange[]): number {
  const words = changes.flatMap(({ from, to }) => [from?.words, to.words]);
  const units = words.reduce(
    (sum, content) => sum + (content === undefined ? 0 : content.title.length + content.text.length),
    0,
  );
  return 1000 + 30 * countNotes(changes) + 2 * units;
}
