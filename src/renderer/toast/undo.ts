/**
 * Undoes the user's actions since the page got this account, one after the other, and redoes them. An action
 * may have a toast whose Undo reverts the same action; without the toast, it can be undone as well.
 */
import { atom } from 'jotai';
import { countOf } from '#shared/base/count.ts';
import { hasCode } from '#shared/base/error.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { store } from '../state/store.ts';
import {
  type Action,
  EMPTY_STACK,
  without,
  withDoneAgain,
  withNew,
  withUndone,
} from '../state/undo-stack.ts';
import { dismiss, type Notice, showFailure, showNotice, shownNoticesAtom } from './notices.ts';

type Direction = 'undo' | 'redo';

export interface UndoableRun {
  /** Whether to undo it as soon as it is done. */
  isToUndo: boolean;
}

const stackAtom = atom(EMPTY_STACK);
/** Counts how often the page has left an account: actions still under way then belong to another one. */
const accountsAtom = atom(0);
/** The undoable actions under way, the newest last. */
const runsAtom = atom<readonly UndoableRun[]>([]);
/** The toast about the last undo or redo without a remark, which may be closed already. */
const latestToastAtom = atom<{ readonly id: string; readonly what: Direction } | null>(null);
const inOrder = createTaskQueue();

/** Resets this when the page leaves the account. */
export function forgetActions(): void {
  store.set(stackAtom, EMPTY_STACK);
  store.set(runsAtom, []);
  store.set(accountsAtom, (count) => count + 1);
}

/** Runs an action that can be undone while it is under way. @param act passes its run to `showUndoable` */
export async function runUndoable<Result>(act: (run: UndoableRun) => Promise<Result>): Promise<Result> {
  const run = { isToUndo: false };
  store.set(runsAtom, (runs) => [...runs, run]);
  try {
    return await act(run);
  } finally {
    store.set(runsAtom, (runs) => runs.filter((other) => other !== run));
  }
}

/** Records an action without a toast. */
export function recordAction(action: Action): void {
  store.set(stackAtom, (stack) => withNew(stack, action));
}

/**
 * Records an action and shows a toast. @param run undone at once, without a toast, if an undo was requested
 * during the action
 */
export function showUndoable(
  notice: Omit<Notice, 'actions'>,
  action: Action,
  run: UndoableRun | null = null,
): void {
  store.set(stackAtom, (stack) => withNew(stack, action));
  if (run?.isToUndo === true) takeBack(action);
  else showNotice({ ...notice, actions: [action] });
}

/** Undoes the last action, or one that is under way. */
export function undoLast(): void {
  if (undoUnderWay()) return;
  void inTurn(async () => {
    const action = store.get(stackAtom).done.at(-1);
    if (action === undefined) return;
    for (const { id, actions: offered } of store.get(shownNoticesAtom))
      if (offered.includes(action)) dismiss(id);
    await runStep(action, 'undo', true);
  });
}

export function redoLast(): void {
  void inTurn(async () => {
    const action = store.get(stackAtom).undone.at(-1);
    if (action !== undefined) await runStep(action, 'redo', true);
  });
}

/** Undoes the actions of the newest toast, or one that is under way. @returns whether there was one */
export function undoNewest(): boolean {
  if (undoUnderWay()) return true;
  const newest = store.get(shownNoticesAtom).findLast((notice) => notice.actions.length > 0);
  if (newest !== undefined) undoNotice(newest.id);
  return newest !== undefined;
}

/** Undoes the actions of this toast, the last one first, but only once: a fading toast still takes clicks. */
export function undoNotice(id: string): void {
  const offered = store.get(shownNoticesAtom).find((notice) => notice.id === id)?.actions ?? [];
  if (offered.length === 0) return;
  dismiss(id);
  for (const action of offered.toReversed()) takeBack(action);
}

function undoUnderWay(): boolean {
  const run = store.get(runsAtom).findLast(({ isToUndo }) => !isToUndo);
  if (run !== undefined) run.isToUndo = true;
  return run !== undefined;
}

/** Undoes an action whose result is visible: a toast says only what differs from the state before. */
function takeBack(action: Action): void {
  store.set(stackAtom, (stack) => without(stack, action));
  void inTurn(() => runStep(action, 'undo', false));
}

function inTurn(work: () => Promise<void>): Promise<void> {
  const account = store.get(accountsAtom);
  return inOrder(async () => {
    if (account === store.get(accountsAtom)) await work();
  });
}

async function runStep(action: Action, what: Direction, tells: boolean): Promise<void> {
  const account = store.get(accountsAtom);
  const [reversed, failed] = what === 'undo' ? [withUndone, withDoneAgain] : [withDoneAgain, withUndone];
  store.set(stackAtom, (stack) => without(stack, action));
  try {
    const { reverse, remark, rest = null } = await action.step.run();
    if (account !== store.get(accountsAtom)) return;
    if (rest !== null) store.set(stackAtom, (stack) => failed(stack, { ...action, step: rest }));
    if (reverse !== null) store.set(stackAtom, (stack) => reversed(stack, { ...action, step: reverse }));
    if (remark === null && (reverse === null || !tells)) return;
    const extent = reverse === null ? 'not ' : rest === null ? '' : 'partly ';
    const done = `${action.name} ${extent}${what === 'undo' ? 'undone' : 'redone'}${forNotes(action)}`;
    const text = remark === null ? done : `${done}; ${remark}`;
    // It is no longer true.
    const latestToast = store.get(latestToastAtom);
    if (latestToast !== null && latestToast.what !== what) dismiss(latestToast.id);
    const id = showNotice({ text });
    // A remark stays true.
    store.set(latestToastAtom, remark === null ? { id, what } : null);
  } catch (error) {
    if (account !== store.get(accountsAtom) || hasCode(error, 'not-signed-in')) return;
    store.set(stackAtom, (stack) => failed(stack, action));
    showFailure(error);
  }
}

function forNotes({ count = 1 }: Action): string {
  return count === 1 ? '' : ` for ${countOf(count, 'note')}`;
}
