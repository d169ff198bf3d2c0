/**
 * Notices from code outside of React, many of them with an Undo. The page shows them as toasts, but what can be undone is
 * known here, so that a key that comes before the toast is drawn finds it.
 */
import { atom } from 'jotai';
import { messageOf } from '#shared/error.ts';
import type { PageChannel } from '#shared/ipc/bridge.ts';
import type { Requests } from '#shared/ipc/requests.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { returnFocus } from './return-focus.ts';

export interface Notice {
  readonly text: string;
  /** The text for several notices that become one toast. Without it, equal texts are counted. */
  readonly textOf?: (count: number) => string;
  /** How many things the notice stands for; one by default. */
  readonly count?: number;
  /** If notices became one toast, all of them are undone, the last one first. */
  readonly undo?: () => void;
  readonly failure?: boolean;
  /** Stays until it is closed. */
  readonly lasting?: boolean;
}

/** A notice, or several that became one, until its toast is gone. */
export interface ShownNotice extends NoticeGroup {
  readonly id: string;
  /** A notice with the same key joins this one; null if none may. */
  readonly key: string | null;
  readonly failure: boolean;
  readonly lasting: boolean;
}

/** The most toasts at once; one more would wait, unseen, until one of them goes. */
export const MOST_NOTICES = 3;

/** The newest last. */
export const shownNoticesAtom = atom<readonly ShownNotice[]>([]);

/** How many actions that may offer an Undo are under way, and how many of these are to be undone once they are done. */
const actions = { underWay: 0, toUndo: 0 };

/** @returns the id with which the notice is dismissed; null if it is not shown, because its action was undone already */
export function showNotice(notice: Notice): string | null {
  const { failure = false, lasting = false, undo } = notice;
  if (undo !== undefined && actions.toUndo > 0) {
    actions.toUndo -= 1;
    undo();
    return null;
  }
  const shown = store.get(shownNoticesAtom);
  const key = groupKey(notice);
  const before = key === null ? undefined : shown.find((one) => one.key === key);
  const now: ShownNotice = {
    ...joinGroup(before ?? null, notice),
    id: before?.id ?? crypto.randomUUID(),
    key,
    failure,
    lasting,
  };
  const all = [...shown.filter((one) => one !== before), now];
  store.set(shownNoticesAtom, all);
  // Makes room, so that the newest toast is seen at once, with its Undo.
  const oldest = all.length > MOST_NOTICES ? all.find((one) => !one.lasting && one !== now) : undefined;
  if (oldest !== undefined) dismiss(oldest.id);
  return now.id;
}

/** Runs an action that itself shows a notice of its end, so that it can be undone while it is under way. */
export async function runUndoable<Result>(act: () => Promise<Result>): Promise<Result> {
  actions.underWay += 1;
  try {
    return await act();
  } finally {
    actions.underWay -= 1;
    actions.toUndo = Math.min(actions.toUndo, actions.underWay);
  }
}

/** Removes a notice whose toast is gone from the screen, or is to go. */
export function dismiss(id: string): void {
  returnFocus();
  store.set(shownNoticesAtom, (shown) => shown.filter((one) => one.id !== id));
}

/** Undoes the actions of this notice, but only once: a toast that is fading out still takes clicks. */
export function undoNotice(id: string): void {
  const undo = store.get(shownNoticesAtom).find((one) => one.id === id)?.undo;
  if (undo === undefined || undo === null) return;
  dismiss(id);
  undo();
}

/** Undoes the last action, or one that is under way. @returns whether there was one */
export function undoNewest(): boolean {
  if (actions.underWay > actions.toUndo) {
    actions.toUndo += 1;
    return true;
  }
  const newest = store.get(shownNoticesAtom).findLast(({ undo }) => undo !== null);
  if (newest !== undefined) undoNotice(newest.id);
  return newest !== undefined;
}

/** Shows why something failed, if nothing else can be done about it. */
export function showFailure(error: unknown): void {
  showNotice({ text: messageOf(error), failure: true });
}

/** Sends a request to the main process, and shows only its failure. */
export function callOrShowFailure<C extends PageChannel>(channel: C, ...args: Parameters<Requests[C]>): void {
  call(channel, ...args).catch(showFailure);
}

/** Several notices in one toast. */
export interface NoticeGroup {
  readonly text: string;
  readonly count: number;
  readonly undo: (() => void) | null;
}

/** Notices of one key are shown as one; null for those that stand alone. */
export function groupKey({ text, textOf, undo, lasting = false }: Notice): string | null {
  if (lasting) return null;
  // A notice without an Undo does not join one with an Undo.
  return JSON.stringify([textOf?.(1) ?? text, undo === undefined]);
}

export function joinGroup(group: NoticeGroup | null, notice: Notice): NoticeGroup {
  const { text, textOf, count = 1, undo = null } = notice;
  if (group === null) return { text, count, undo };
  const all = group.count + count;
  const earlier = group.undo;
  return {
    text: textOf?.(all) ?? `${text} (${all})`,
    count: all,
    undo:
      undo === null || earlier === null
        ? null
        : () => {
            undo();
            earlier();
          },
  };
}
