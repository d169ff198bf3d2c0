/**
 * What parts outside of React tell people, and the way back that many of it offer. The page shows it as toasts; but what can be taken
 * back is known here, so that a key that comes before the toast is drawn finds it.
 */
import { atom } from 'jotai';
import { messageOf } from '#shared/error.ts';
import type { RequestChannel, Requests } from '#shared/ipc/requests.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import { returnFocus } from './return-focus.ts';

export interface Notice {
  readonly text: string;
  /** The text for so many at once: notices that follow each other become one. Without it, equal texts are counted. */
  readonly textOf?: (count: number) => string;
  /** For how many it stands; one, unless it says otherwise. */
  readonly count?: number;
  /** Where notices became one, all of them are taken back, the last one first. */
  readonly undo?: () => void;
  readonly failure?: boolean;
  /** Stays until it is closed. */
  readonly lasting?: boolean;
}

/** Told, and not gone yet; the newest last. */
export interface Told extends NoticeGroup {
  readonly id: string;
  /** What is told with this key joins it; null where nothing does. */
  readonly key: string | null;
  readonly failure: boolean;
  readonly lasting: boolean;
}

/** As many toasts stand above each other; one more would wait, unseen, until one of them goes. */
export const MOST_TOLD = 3;

export const toldAtom = atom<readonly Told[]>([]);

/** Actions under way that may offer a way back, and how many of these are to be taken back as soon as they are done. */
const actions = { underWay: 0, toUndo: 0 };

export function tell(notice: Notice): void {
  const { failure = false, lasting = false, undo } = notice;
  if (undo !== undefined && actions.toUndo > 0) {
    actions.toUndo -= 1;
    undo();
    return;
  }
  const told = store.get(toldAtom);
  const key = groupKey(notice);
  const before = key === null ? undefined : told.find((one) => one.key === key);
  const now: Told = {
    ...joinGroup(before ?? null, notice),
    id: before?.id ?? crypto.randomUUID(),
    key,
    failure,
    lasting,
  };
  const all = [...told.filter((one) => one !== before), now];
  store.set(toldAtom, all);
  // The newest is seen at once, with its way back.
  const oldest = all.length > MOST_TOLD ? all.find((one) => !one.lasting && one !== now) : undefined;
  if (oldest !== undefined) dismiss(oldest.id);
}

/** For an action that tells its end itself. */
export async function undoable<Result>(act: () => Promise<Result>): Promise<Result> {
  actions.underWay += 1;
  try {
    return await act();
  } finally {
    actions.underWay -= 1;
    actions.toUndo = Math.min(actions.toUndo, actions.underWay);
  }
}

/** It is gone from the screen, or is to go. */
export function dismiss(id: string): void {
  returnFocus();
  store.set(toldAtom, (told) => told.filter((one) => one.id !== id));
}

/** Takes back what this toast tells of: once, for one that is fading out still takes clicks. */
export function takeBack(id: string): void {
  const undo = store.get(toldAtom).find((one) => one.id === id)?.undo;
  if (undo === undefined || undo === null) return;
  dismiss(id);
  undo();
}

/** Takes back what was done last, or is being done. @returns whether there is anything */
export function takeBackNewest(): boolean {
  if (actions.underWay > actions.toUndo) {
    actions.toUndo += 1;
    return true;
  }
  const newest = store.get(toldAtom).findLast(({ undo }) => undo !== null);
  if (newest !== undefined) takeBack(newest.id);
  return newest !== undefined;
}

/** Tells why something failed, where there is nothing else to do about it. */
export function tellFailure(error: unknown): void {
  tell({ text: messageOf(error), failure: true });
}

/** Asks the main process for something of which only a failure is told. */
export function callOrTell<C extends RequestChannel>(channel: C, ...args: Parameters<Requests[C]>): void {
  call(channel, ...args).catch(tellFailure);
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
  // What cannot be taken back is not told together with what can.
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
