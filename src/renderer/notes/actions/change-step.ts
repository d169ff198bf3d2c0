/**
 * The step that takes a change of notes back, or does it again: it changes only what nobody has changed since
 * (S5.12), and its reverse is what it has really changed.
 */
import { countOf } from '#shared/base/count.ts';
import { MOST_AT_ONCE } from '#shared/ipc/bulk.ts';
import { groupChanges, type NotesChange } from '#shared/note/note-change.ts';
import type { NoteId, Uid } from '#shared/note/note.ts';
import { call } from '../../bridge/client.ts';
import { withProgress } from '../../selection/progress.ts';
import type { Step, StepEnd } from '../../state/undo-stack.ts';
import { focusNote } from '../state/focus-card.ts';

interface StepOptions {
  /** A note whose card gets the focus afterwards, if it is shown. */
  readonly focused?: NoteId | undefined;
}

/** @param uid the account whose notes these are (S14) */
export function changeStep(uid: Uid, changes: readonly NotesChange[], options: StepOptions = {}): Step {
  return { size: sizeOf(changes), run: () => run(uid, changes, options) };
}

async function run(uid: Uid, changes: readonly NotesChange[], options: StepOptions): Promise<StepEnd> {
  const total = countIds(changes);
  const reverse: NotesChange[] = [];
  const skipped = new Set<NoteId>();
  const send = async (part: readonly NotesChange[]): Promise<void> => {
    const result = await call('notes:change', uid, part);
    reverse.unshift(...result.reverse);
    for (const id of result.left) skipped.add(id);
  };
  if (total <= MOST_AT_ONCE) await send(changes);
  else await withProgress('Undoing', total, (goOn) => sendInSlices(changes, send, goOn));
  if (options.focused !== undefined) focusNote(options.focused);
  return {
    reverse: reverse.length === 0 ? null : changeStep(uid, groupChanges(reverse), options),
    remark: remarkOf(skipped.size, total, reverse.length === 0),
  };
}

async function sendInSlices(
  changes: readonly NotesChange[],
  send: (part: readonly NotesChange[]) => Promise<void>,
  shouldContinue: (done: number) => boolean,
): Promise<void> {
  let done = 0;
  for (const { ids, ...change } of changes) {
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const slice = ids.slice(at, at + MOST_AT_ONCE);
      await send([{ ids: slice, ...change }]);
      done += slice.length;
      if (!shouldContinue(done)) return;
    }
  }
}

/** @param skipped how many of the notes somebody has changed since */
function remarkOf(skipped: number, total: number, isNothing: boolean): string | null {
  if (skipped === 0) return isNothing ? 'there is nothing left to change' : null;
  return total === 1 ? 'a newer change was left' : `newer changes of ${countOf(skipped, 'note')} were left`;
}

function countIds(changes: readonly NotesChange[]): number {
  return changes.reduce((sum, { ids }) => sum + ids.length, 0);
}

/** An id of twenty characters and its place in a list; words in UTF-16. */
function sizeOf(changes: readonly NotesChange[]): number {
  const words = changes.flatMap(({ from, to }) => [from.words, to.words]);
  const units = words.reduce(
    (sum, content) => sum + (content === undefined ? 0 : content.title.length + content.text.length),
    0,
  );
  return 1000 + 30 * countIds(changes) + 2 * units;
}
