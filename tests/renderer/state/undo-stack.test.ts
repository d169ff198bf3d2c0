/** Compares the undo stack with a plain list of actions. */
import * as fc from '#tests/support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import {
  type Action,
  EMPTY_STACK,
  MOST_BYTES,
  type UndoStack,
  without,
  withDoneAgain,
  withNew,
  withUndone,
} from '#renderer/state/undo-stack.ts';

let made = 0;
function action(size = 1): Action {
  made += 1;
  return { name: `action ${made}`, step: { size, run: async () => ({ reverse: null, remark: null }) } };
}

const last = (actions: readonly Action[]): Action => {
  const newest = actions.at(-1);
  if (newest === undefined) throw new Error('The stack must not be empty');
  return newest;
};
const undo = (stack: UndoStack): UndoStack => withUndone(without(stack, last(stack.done)), last(stack.done));
const redo = (stack: UndoStack): UndoStack =>
  withDoneAgain(without(stack, last(stack.undone)), last(stack.undone));

describe('the actions of a session', () => {
  test('undo and redo go back and forth in the order of the actions, and a new action ends redo', () => {
    const moves = fc.array(fc.constantFrom('act', 'act', 'undo', 'redo'), { maxLength: 40 });
    fc.assert(
      fc.property(moves, (steps) => {
        let stack = EMPTY_STACK;
        /** All actions, and how many of them are done. */
        let line: Action[] = [];
        let at = 0;
        for (const step of steps) {
          if (step === 'act') {
            const next = action();
            stack = withNew(stack, next);
            line = [...line.slice(0, at), next];
            at += 1;
          } else if (step === 'undo' && at > 0) {
            stack = undo(stack);
            at -= 1;
          } else if (step === 'redo' && at < line.length) {
            stack = redo(stack);
            at += 1;
          }
          expect(stack.done).toEqual(line.slice(0, at));
          expect(stack.undone).toEqual(line.slice(at).toReversed());
        }
      }),
    );
  });

  test('the oldest actions are dropped beyond the limit, but never the newest', () => {
    const large = MOST_BYTES / 2;
    const [one, two, three] = [action(large), action(large), action(large)];
    const stack = [one, two, three].reduce(withNew, EMPTY_STACK);
    expect(stack.done).toEqual([two, three]);
    expect(withNew(stack, action(MOST_BYTES + 1)).done).toHaveLength(1);
  });

  test('an action can be removed from the middle, as by the Undo of its toast', () => {
    const [one, two, three] = [action(), action(), action()];
    const stack = [one, two, three].reduce(withNew, EMPTY_STACK);
    expect(without(stack, two).done).toEqual([one, three]);
  });
});
