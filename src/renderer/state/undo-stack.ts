/** The user's actions since the page got this account, the newest last, and those that were undone. Pure. */

/** Undoes or redoes an action. */
export interface Step {
  /** Roughly its size in memory, in bytes. */
  readonly size: number;
  /** @throws the reason of a failure; the step can be retried, even if a part of it was done */
  readonly run: () => Promise<StepEnd>;
}

export interface StepEnd {
  /** The step that reverses this one; null if nothing changed, or it cannot be reversed. */
  readonly reverse: Step | null;
  /** What remains to be done, because the user stopped the step. */
  readonly rest?: Step | null;
  /** What else the user has to know, in lower case and without a full stop, or null. */
  readonly remark: string | null;
}

export interface Action {
  /** A noun, such as "Label change". */
  readonly name: string;
  /** How many notes it changed; left out for one. */
  readonly count?: number;
  readonly step: Step;
}

export interface UndoStack {
  readonly done: readonly Action[];
  readonly undone: readonly Action[];
}

export const EMPTY_STACK: UndoStack = { done: [], undone: [] };

/** The most bytes of all actions together. An action on a hundred thousand notes takes two million. */
export const MOST_BYTES = 50_000_000;

/** A new action clears the undone ones. */
export function withNew({ done }: UndoStack, action: Action): UndoStack {
  return { done: withinLimit([...done, action]), undone: [] };
}

export function withUndone({ done, undone }: UndoStack, action: Action): UndoStack {
  return { done, undone: withinLimit([...undone, action]) };
}

export function withDoneAgain({ done, undone }: UndoStack, action: Action): UndoStack {
  return { done: withinLimit([...done, action]), undone };
}

export function without({ done, undone }: UndoStack, { step }: Action): UndoStack {
  const isOther = (one: Action): boolean => one.step !== step;
  return { done: done.filter(isOther), undone: undone.filter(isOther) };
}

/** The newest actions within the limit, and always the newest one. */
function withinLimit(actions: readonly Action[]): readonly Action[] {
  let bytes = 0;
  const first = actions.findLastIndex(({ step }) => {
    bytes += step.size;
    return bytes > MOST_BYTES;
  });
  return actions.slice(Math.min(first + 1, actions.length - 1));
}
