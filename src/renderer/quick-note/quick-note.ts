/**
 * What is in the quick note. It becomes a note when the window is left; until then, and while nobody is signed in, it is a
 * draft that survives whatever ends the app.
 */
import { atom } from 'jotai';
import { joinedContent } from '#shared/draft.ts';
import { AppError, messageOf } from '#shared/error.ts';
import { hasContent, type NoteContent, sameContent } from '#shared/note.ts';
import type { SessionState } from '#shared/session.ts';
import { call, listen } from '../bridge/client.ts';
import { createDraftKeeper, type DraftKeeper } from '../drafts/draft-keeper.ts';
import { sessionAtom } from '../session/state.ts';
import { store } from '../state/store.ts';

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

let keeper = makeKeeper();
/** What the main process has of it. */
let lastKept = EMPTY;

/** Listens to the window and to the session. */
export function startQuickNote(): void {
  listen('quick-note:window', (event) => {
    if (event === 'shown') change({ shown: store.get(quickNoteAtom).shown + 1 });
    else void finishQuickNote();
  });
  // Whoever looks away or ends the app has typed all there is.
  for (const event of ['blur', 'pagehide']) window.addEventListener(event, () => void keeper.flush());
  let told = false;
  listen('session:changed', (state) => {
    told = true;
    takeSession(state);
  });
  call('session:get').then((state) => {
    if (!told) takeSession(state);
  }, report);
}

export function typeQuickNote(content: NoteContent): void {
  change({ content, problem: null, ...(!hasContent(content) && { kept: false }) });
  keeper.type(hasContent(content) ? { place: 'quick', content } : null);
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
  const mine = keeper;
  // Signed out it stays a draft, and is here again at the next opening.
  if (!hasContent(content) || store.get(sessionAtom).status !== 'signed-in') {
    await mine.flush();
    return;
  }
  await mine.save(() => call('notes:add', content, 'quick'));
  if (mine !== keeper) return;
  lastKept = EMPTY;
  change({ content: EMPTY, kept: false });
}

function takeSession(next: SessionState): void {
  const before = accountOf(store.get(sessionAtom));
  const after = accountOf(next);
  store.set(sessionAtom, next);
  if (next.status === 'unknown') return;
  // S10: what was written under one account is never seen under another. What was written under none goes along.
  if (before !== null && before !== after) {
    keeper.end();
    keeper = makeKeeper();
    lastKept = EMPTY;
    change({ content: EMPTY, kept: false, problem: null });
  }
  restore(after, before === null && after !== null).catch(report);
}

/**
 * Brings back what was being written when the app, or the session, ended.
 * @param joins whether the main process has just put what was written signed out below what the account had here
 */
async function restore(account: string | null, joins: boolean): Promise<void> {
  const drafts = await call('drafts:list');
  if (accountOf(store.get(sessionAtom)) !== account) return;
  const stored = drafts.find(({ place }) => place === 'quick')?.content ?? EMPTY;
  const { content } = store.get(quickNoteAtom);
  if (!hasContent(content)) {
    if (hasContent(stored)) take(stored);
  } else if (joins && hasContent(stored) && !sameContent(stored, lastKept)) {
    const all = sameContent(content, lastKept) ? stored : joinedContent(stored, content);
    take(all);
    keeper.type({ place: 'quick', content: all });
  }
}

function take(content: NoteContent): void {
  lastKept = content;
  change({ content, kept: true });
}

function accountOf(state: SessionState): string | null {
  return state.status === 'signed-in' ? state.user.uid : null;
}

function isSignedIn(): boolean {
  return accountOf(store.get(sessionAtom)) !== null;
}

function makeKeeper(): DraftKeeper {
  const mine = createDraftKeeper({
    keep: async (draft) => {
      if (isSignedIn()) await call('drafts:keep', draft);
      else await call('quick-note:keep', draft.content);
      if (mine === keeper) lastKept = draft.content;
      // It may have been emptied, or have changed hands, meanwhile.
      if (mine === keeper && hasContent(store.get(quickNoteAtom).content)) change({ kept: true });
    },
    drop: async () => {
      if (isSignedIn()) await call('drafts:drop', { place: 'quick' });
      else await call('quick-note:drop');
      if (mine === keeper) lastKept = EMPTY;
    },
    onFailure: (error) => change({ kept: false, problem: messageOf(error) }),
    // Dropping what is not there is no error.
    stored: true,
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
