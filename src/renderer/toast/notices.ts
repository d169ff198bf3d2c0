/**
 * Notices from code outside of React, many of them with an Undo (`undo.ts`). The page shows them as toasts.
 * Their Undo is kept here, so that a key works even before the toast is rendered.
 */
import { type Atom, atom } from 'jotai';
import { messageOf } from '#shared/base/error.ts';
import type { PageChannel } from '#shared/ipc/bridge.ts';
import type { Requests } from '#shared/ipc/requests.ts';
import { call } from '../bridge/client.ts';
import { store } from '../state/store.ts';
import type { Action } from '../state/undo-stack.ts';
import { returnFocus } from './return-focus.ts';

/** Leads from a toast to its subject. */
export interface NoticeLink {
  readonly name: string;
  readonly follow: () => void;
  /** Whether it leads anywhere now; without it, always. */
  readonly isOfferedAtom?: Atom<boolean>;
}

export interface Notice {
  readonly text: string;
  /** The text for several notices in one toast. Without it, equal texts are counted. */
  readonly textOf?: (count: number) => string;
  /** How many things the notice is about; one by default. */
  readonly count?: number;
  /** The actions that its Undo reverts. */
  readonly actions?: readonly Action[];
  /** A toast of several notices has the link of the newest. */
  readonly link?: NoticeLink;
  readonly failure?: boolean;
  /** Stays until it is closed. */
  readonly lasting?: boolean;
  /** Belongs to no account, so the next screen shows it, too, if it comes while an account's page closes. */
  readonly ofDevice?: boolean;
}

/** A notice, or several joined ones, until its toast is gone. */
export interface ShownNotice extends NoticeGroup {
  readonly id: string;
  /** A notice with the same key joins this one; null if none may. */
  readonly key: string | null;
  readonly link: NoticeLink | null;
  readonly failure: boolean;
  readonly lasting: boolean;
  readonly ofDevice: boolean;
}

/** The most toasts at once. Another would wait, unseen, until one of them goes. */
export const MOST_NOTICES = 3;

/** The newest last. */
export const shownNoticesAtom = atom<readonly ShownNotice[]>([]);

/** @returns the id for `dismiss` */
export function showNotice(notice: Notice): string {
  const { link = null, failure = false, lasting = false, ofDevice = false } = notice;
  const shown = store.get(shownNoticesAtom);
  const key = groupKey(notice);
  const before = key === null ? undefined : shown.find((one) => one.key === key);
  const now: ShownNotice = {
    ...joinGroup(before ?? null, notice),
    id: before?.id ?? crypto.randomUUID(),
    key,
    link,
    failure,
    lasting,
    ofDevice,
  };
  const all = [...shown.filter((one) => one !== before), now];
  store.set(shownNoticesAtom, all);
  // Makes room, so that the newest toast and its Undo are visible at once.
  const oldest = all.length > MOST_NOTICES ? all.find((one) => !one.lasting && one !== now) : undefined;
  if (oldest !== undefined) dismiss(oldest.id);
  return now.id;
}

/** Removes a notice whose toast is closed, or has to close. */
export function dismiss(id: string): void {
  returnFocus();
  store.set(shownNoticesAtom, (shown) => shown.filter((one) => one.id !== id));
}

/** Called when a page with toasts closes: only notices without an account stay, for the next page. */
export function leaveNotices(notices: readonly ShownNotice[]): void {
  for (const notice of notices) {
    dismiss(notice.id);
    // With another id, because the toast with this one is fading out.
    const anew = { ...notice, id: crypto.randomUUID() };
    if (notice.ofDevice) store.set(shownNoticesAtom, (shown) => [...shown, anew]);
  }
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
  /** The actions that its Undo reverts, the last one first; empty if it has none. */
  readonly actions: readonly Action[];
}

/** Notices with the same key share a toast; null for notices that never do. */
export function groupKey({ text, textOf, actions = [], lasting = false }: Notice): string | null {
  if (lasting) return null;
  // A notice without an Undo does not join one with an Undo.
  return JSON.stringify([textOf?.(1) ?? text, actions.length === 0]);
}

export function joinGroup(group: NoticeGroup | null, notice: Notice): NoticeGroup {
  const { text, textOf, count = 1, actions = [] } = notice;
  if (group === null) return { text, count, actions };
  const all = group.count + count;
  return {
    text: textOf?.(all) ?? `${text} (${all})`,
    count: all,
    actions: [...group.actions, ...actions],
  };
}
