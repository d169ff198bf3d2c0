/**
 * What is in the quick note. It becomes a note when the window is left; until then, and while nobody is signed in, it is a
 * draft that survives whatever ends the app.
 */
import { atom } from 'jotai';
import { joinedContent } from '#shared/draft.ts';
import { AppError, messageOf } from '#shared/error.ts';
import { hasContent, type NoteContent, sameContent, type Uid } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import { call, listen } from '../bridge/client.ts';
import { createDraftSaver, type DraftSaver } from '../drafts/draft-saver.ts';
import { sessionAtom, uidOf } from '../session/state.ts';
import { store } from '../state/store.ts';
import { isServed } from '../sync/state.ts';

export interface QuickNote {
  readonly content: NoteContent;
  readonly saving: boolean;
  /** Its words outlive whatever ends the app, but for those of the last moment. */
  readonly kept: boolean;
  /** Why it could not be kept, in a sentence. */
  readonly problem: string | null;
  /** Counts how often the window was shown. */
  readonly shown: number;
}

const EMPTY: NoteContent = { title: '', text: '' };

export const quickNoteAtom = atom<QuickNote>({
  content: EMPTY,
  saving: false,
  kept: false,
  problem: null,
  shown: 0,
});

/** The account that it is written for (S14), null while nobody is signed in, as far as this page knows. */
let owner: Uid | null = null;
let saver = makeSaver(owner);
/** What the main process has of it. */
let lastKept = EMPTY;

/** Listens to the window and to the session. */
export function startQuickNote(): void {
  listen('quick-note:window', (event) => {
    if (event === 'shown') change({ shown: store.get(quickNoteAtom).shown + 1 });
    else void finishQuickNote();
  });
  // Whoever looks away or ends the app has typed all there is.
  for (const event of ['blur', 'pagehide']) window.addEventListener(event, () => void flushQuickNote());
  let told = false;
  listen('session:changed', (state) => {
    told = true;
    takeSession(state);
  });
  call('session:get').then((state) => {
    if (!told) takeSession(state);
  }, report);
  let served = true;
  listen('sync:changed', (state) => {
    const openedAgain = !served && isServed(state);
    served = isServed(state);
    if (openedAgain) void restore(true).then(() => saver.keepAgain(), report);
  });
}

/** Sends at once what waits; answers whether all of it is kept. */
export function flushQuickNote(): Promise<boolean> {
  return saver.flush();
}

export function typeQuickNote(content: NoteContent): void {
  change({ content, problem: null, ...(!hasContent(content) && { kept: false }) });
  saver.type(hasContent(content) ? { place: 'quick', content } : null);
}

/** Keeps what was written and has the window hidden; where it cannot be kept, the window stays and says why. */
export async function finishQuickNote(): Promise<void> {
  const { content, saving } = store.get(quickNoteAtom);
  if (saving) return;
  change({ saving: true, problem: null });
  try {
    await keep(content);
    await call('quick-note:hide');
  } catch (error) {
    change({ problem: messageOf(error) });
  } finally {
    change({ saving: false });
  }
}

async function keep(content: NoteContent): Promise<void> {
  const mine = saver;
  const uid = owner;
  // Signed out it stays a draft, and is here again at the next opening.
  if (!hasContent(content) || uid === null) {
    await mine.flush();
    return;
  }
  await mine.save(() => call('notes:add', uid, content, 'quick'));
  if (mine !== saver) return;
  lastKept = EMPTY;
  change({ content: EMPTY, kept: false });
}

function takeSession(next: SessionState): void {
  const before = owner;
  store.set(sessionAtom, next);
  if (next.status === 'unknown') return;
  owner = uidOf(next);
  if (before !== owner) {
    saver.end();
    saver = makeSaver(owner);
    // S10: what was written under one account is never seen under another. What was written under none goes along.
    if (before !== null) {
      lastKept = EMPTY;
      change({ content: EMPTY, kept: false, problem: null });
    }
  }
  restore(before === null && owner !== null).catch(report);
}

/**
 * Brings back what was being written when the app, or the session, ended.
 * @param joins whether the main process may have put what was written here below what the account had
 */
async function restore(joins: boolean): Promise<void> {
  const mine = saver;
  const drafts = await call('drafts:list');
  if (mine !== saver) return;
  const stored = drafts.find(({ place }) => place === 'quick')?.content ?? EMPTY;
  if (!hasContent(stored)) return;
  const { content } = store.get(quickNoteAtom);
  if (!hasContent(content)) take(stored);
  else if (joins && !sameContent(stored, lastKept)) {
    const all = sameContent(content, lastKept) ? stored : joinedContent(stored, content);
    take(all);
    saver.type({ place: 'quick', content: all });
  }
}

function take(content: NoteContent): void {
  lastKept = content;
  saver.restore({ place: 'quick', content });
  change({ content, kept: true });
}

function makeSaver(uid: Uid | null): DraftSaver {
  const mine = createDraftSaver({
    keep: async ({ content }) => {
      await call('quick-note:keep', uid, content);
      if (mine !== saver) return;
      lastKept = content;
      // It may have been emptied meanwhile.
      if (hasContent(store.get(quickNoteAtom).content)) change({ kept: true });
    },
    drop: async () => {
      if (uid === null) await call('quick-note:drop');
      else await call('drafts:drop', uid, { place: 'quick' });
      if (mine === saver) lastKept = EMPTY;
    },
    onFailure: (error) => change({ kept: false, problem: messageOf(error) }),
  });
  return mine;
}

function change(part: Partial<QuickNote>): void {
  store.set(quickNoteAtom, (note) => ({ ...note, ...part }));
}

function report(error: unknown): void {
  // Whoever signed out meanwhile has left.
  if (error instanceof AppError && error.code === 'not-signed-in') return;
  console.error(messageOf(error));
}
