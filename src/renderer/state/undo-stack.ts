/**
 * What a person has done since the page has this account, the newest last, and what of it was taken back.
 * Pure.
 */

/** Takes an action back, or does it again. */
export interface Step {
  /** Roughly how many bytes it holds. */
  readonly size: number;
  /** @throws what kept it from being done; it can be tried again then, also if a part of it was done */
  readonly run: () => Promise<StepEnd>;
}

export interface StepEnd {
  /** What reverses the step; null if it has changed nothing, or cannot be reversed. */
  readonly reverse: Step | null;
  /** What the person has to know of it, in a sentence; null if nothing. */
  readonly remark: string | null;
}

export interface Action {
  /** What was done, as a sentence without a full stop. */
  readonly text: string;
  readonly step: Step;
}

export interface UndoStack {
  readonly done: readonly Action[];
  readonly undone: readonly Action[];
}

export const EMPTY_STACK: UndoStack = { done: [], undone: [] };

/** The most bytes of all actions together. Of a hundred thousand notes, an action holds two million. */
export const MOST_BYTES = 50_000_000;

/** After a new action, nothing that was undone before can be done again. */
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

/** The newest actions that are within the limit, and the newest one in any case. */
function withinLimit(actions: readonly Action[]): readonly Action[] {
  let bytes = 0;
  const first = actions.findLastIndex(({ step }) => {
    bytes += step.size;
    return bytes > MOST_BYTES;
  });
  return actions.slice(Math.min(first + 1, actions.length - 1));
}
