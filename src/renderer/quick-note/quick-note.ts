/**
 * The state of the quick note, outside of React. Its words are in a composer, and become a note when the
 * window closes. Until then, or until sign-in, they are a draft, which survives any end of the app.
 */
import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { contentBelow, joinedContent } from '#shared/note/draft.ts';
import { hasCode, messageOf } from '#shared/base/error.ts';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { hasRoomForLink } from '#shared/ipc/link.ts';
import { hasContent, type NoteContent, sameContent, type Uid } from '#shared/note/note.ts';
import { confirmedAccount, type SessionState } from '#shared/ipc/session.ts';
import { LOG_LINES } from '#shared/base/spec.ts';
import { call, listen, subscribe } from '../bridge/client.ts';
import { type Composer, createComposer } from '../drafts/composer.ts';
import { type DroppedFile, readNote } from '../drop/add-files.ts';
import { type Refusal, refusalSentence } from '../drop/dropped-file.ts';
import { sessionAtom } from '../state/session.ts';
import { store } from '../state/store.ts';
import { isServed } from '../sync/state.ts';

interface WindowState {
  readonly saving: boolean;
  /** Whether the words are stored as a draft, except those of the last moment. */
  readonly stored: boolean;
  /** Why the words could not be stored, as a sentence. */
  readonly problem: string | null;
  /** Whether words of a link are in the field that were neither saved nor deleted yet. */
  readonly linked: boolean;
  readonly isOpen: boolean;
  /** When the note that is open was asked for: Unix time in milliseconds, 0 for never. */
  readonly shownAt: number;
}

const KEY = { place: 'quick' } as const;

const windowAtom = atom<WindowState>({
  saving: false,
  stored: false,
  problem: null,
  linked: false,
  isOpen: false,
  shownAt: 0,
});

/** The composer and its account. They always change together. */
interface Writing {
  /** The account of the words (S14); null without an account, undefined until it is known. */
  readonly owner: Uid | null | undefined;
  /**
   * Resolves when the stored words of this account are in the composer, or cannot be read. Nothing is sent
   * before that (S14.3).
   */
  readonly read: PromiseWithResolvers<void>;
  readonly composer: Composer;
}

const writingAtom = atom(beginWriting(undefined));
/** Resolves when the session is known, or cannot be found out. */
const sessionKnown = Promise.withResolvers<void>();
/** Resolves when the last save has ended and the window is hidden. */
const finishAtom = atom({ ended: Promise.resolve() });
/** Words from elsewhere are joined one after the other. */
const joinInOrder = createTaskQueue();
/** Resolves when no input method composes. */
const compositionAtom = atom({ ended: Promise.resolve() });
/** Words of links that were neither saved nor deleted yet. */
const linkedWordsAtom = atom<readonly NoteContent[]>([]);

export const quickNoteAtom = atom((get) => ({
  ...get(windowAtom),
  content: get(get(writingAtom).composer.atom).content,
}));

function composerNow(): Composer {
  return store.get(writingAtom).composer;
}

export function startQuickNote(): void {
  listen('quick-note:shown', showQuickNote);
  listen('quick-note:closing', () => void finishQuickNote());
  listen('quick-note:words', queueJoin);
  listen('app:ending', (question) => {
    void flushQuickNote()
      .then(() => call('app:flushed', question))
      .catch(report);
  });
  // When the window loses the focus or the page ends, the last words are sent at once.
  for (const event of ['blur', 'pagehide']) window.addEventListener(event, () => void flushQuickNote());
  document.addEventListener('compositionstart', () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    store.set(compositionAtom, { ended: promise });
    document.addEventListener('compositionend', () => resolve(), { once: true });
  });
  const session = subscribe(
    'session:changed',
    () => call('session:get'),
    applySession,
    (error) => {
      report(error);
      sessionKnown.resolve();
      store.get(writingAtom).read.resolve();
    },
  );
  session.ask();
  queueJoin();
  let served = true;
  listen('sync:changed', (state) => {
    const openedAgain = !served && isServed(state);
    served = isServed(state);
    if (openedAgain) readAgain();
  });
}

/** In an open window the caret stays, unless its words are just being saved: then the next note begins. */
function showQuickNote(time: number): void {
  const { isOpen, saving } = store.get(windowAtom);
  if (!isOpen || saving) change({ isOpen: true, shownAt: time });
}

/** Sends waiting words at once. @returns whether all of them are stored */
export async function flushQuickNote(): Promise<boolean> {
  const composer = composerNow();
  const isStored = await composer.saver.flush();
  return composer === composerNow() ? isStored : flushQuickNote();
}

export function typeQuickNote(content: NoteContent): void {
  change({ problem: null, ...(!hasContent(content) && { stored: false, linked: false }) });
  composerNow().apply({ type: 'type', content });
}

/**
 * Saves the words and asks for the window to be hidden. If they cannot be stored, the window stays open and
 * says why.
 */
export function finishQuickNote(): Promise<void> {
  if (!store.get(quickNoteAtom).saving) store.set(finishAtom, { ended: finish() });
  return store.get(finishAtom).ended;
}

async function finish(): Promise<void> {
  const begun = Date.now();
  // The news of an earlier opening may arrive late, so its time is compared.
  const isWantedAgain = (): boolean => store.get(windowAtom).shownAt > begun;
  try {
    await saveWords();
    change({ isOpen: isWantedAgain(), linked: false });
    if (isWantedAgain()) return;
    await call('quick-note:hide');
    change({ isOpen: isWantedAgain() });
    if (isWantedAgain()) await call('quick-note:open');
  } catch (error) {
    change({ isOpen: true, problem: messageOf(error) });
  }
}

/**
 * Meanwhile the fields accept no keys. They do while the window is being hidden, because it may be shown
 * again before that is answered.
 */
async function saveWords(): Promise<void> {
  change({ saving: true, problem: null });
  try {
    if (composerNow().hasDraft) await sessionKnown.promise;
    const { composer, owner } = store.get(writingAtom);
    await save(composer, owner ?? null);
  } finally {
    // At once: the window is hidden next, and keys that come before that are for the next note.
    flushSync(() => change({ saving: false }));
  }
}

async function save(saved: Composer, uid: Uid | null): Promise<void> {
  // Without an account, the words stay a draft and are here when the window opens next.
  if (!saved.hasDraft || uid === null) {
    const stored = await saved.saver.flush();
    // An empty quick note loses nothing, so a failure must not keep the window open.
    if (!stored && saved.hasDraft) throw new Error(NOT_STORED);
    return;
  }
  await saved.save({
    make: ({ content }) => call('notes:add', uid, content, 'quick'),
    extend: (id, content, base) => call('notes:edit', uid, id, content, base),
  });
  if (saved === composerNow()) change({ stored: false });
}

const NOT_STORED = 'Your words are not saved yet, so the quick note stays open.';

function applySession(next: SessionState): void {
  store.set(sessionAtom, next);
  const uid = confirmedAccount(next);
  const before = store.get(writingAtom);
  if (next.status === 'unknown' || uid === before.owner) return;
  sessionKnown.resolve();
  // S10: words for one account are never shown under another. Words move to the new account if the session
  // was not known yet, or if they have no account and the window is open, because the user may be typing.
  // Otherwise the main process makes a note of them in the account.
  const goAlong = before.owner === undefined || (before.owner === null && store.get(windowAtom).isOpen);
  const writing = beginWriting(uid, goAlong ? before.composer : undefined);
  store.set(writingAtom, writing);
  if (!goAlong) change({ stored: false, problem: null });
  before.composer.saver.end(goAlong);
  before.read.resolve();
  void restore().catch(report).then(writing.read.resolve);
}

function queueJoin(): void {
  joinInOrder(joinWords).catch(report);
}

async function joinWords(): Promise<void> {
  for (const content of await call('quick-note:words')) {
    // A save under way would not include these words.
    await store.get(finishAtom).ended;
    // Changing the text would end the composition.
    await store.get(compositionAtom).ended;
    joinLink(content);
    // The save under way may have hidden the window.
    await call('quick-note:open');
  }
}

function joinLink(content: NoteContent): void {
  if (!hasContent(content)) return;
  if (!hasRoomForLink(store.get(linkedWordsAtom), content)) {
    change({ problem: TOO_MANY_LINKS });
    return;
  }
  store.set(linkedWordsAtom, (words) => [...words, content]);
  showBelow(contentBelow(composerNow().composition.content, content));
  change({ linked: true });
}

const TOO_MANY_LINKS = 'Too many links came at once. Save or delete these words, then open the link again.';

/** Shows words from elsewhere below the present ones. The caret and the selection stay. */
function showBelow(content: NoteContent): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || field.value === '') {
    typeQuickNote(content);
    return;
  }
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
  flushSync(() => typeQuickNote(content));
  field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
  field.scrollTop = scrollTop;
}

export function joinFiles(files: readonly DroppedFile[]): void {
  const account = store.get(writingAtom).owner;
  joinInOrder(() => joinEach(account, files)).catch(report);
}

/** @param account the account that the files were dropped for (S14) */
async function joinEach(account: Writing['owner'], files: readonly DroppedFile[]): Promise<void> {
  const refused: (readonly [string, Refusal])[] = [];
  for (const file of files) {
    const content = await readNote(file);
    // A save under way would not include these words.
    await store.get(finishAtom).ended;
    if (account !== store.get(writingAtom).owner) return;
    if (typeof content === 'string') refused.push([file.name, content]);
    else showBelow(joinedContent(composerNow().composition.content, content));
  }
  if (refused.length > 0) change({ problem: refusalSentence(refused) });
}

/** Puts the draft from before the end of the app or the session above the words typed since. */
async function restore(): Promise<void> {
  const composer = composerNow();
  const [draft] = await call('drafts:list', 'quick');
  if (composer !== composerNow()) return;
  if (draft !== undefined) composer.restore(draft);
  const { content } = composer.composition;
  const isStored = draft !== undefined && sameContent(content, draft.content);
  change({ stored: isStored });
  // A damaged file may have lost these words.
  if (!isStored) composer.saver.resend();
}

function readAgain(): void {
  restore().catch(report);
}

/** @param before a composer whose words the new one continues with */
function beginWriting(owner: Writing['owner'], before?: Composer): Writing {
  const uid = owner ?? null;
  const read = Promise.withResolvers<void>();
  let isRefusalLogged = false;
  const composer = createComposer(
    KEY,
    {
      async store({ content }) {
        // Spec §5: adding a note requires a signed-in user. The words wait for a sign-in.
        if (uid === null && !isRefusalLogged) console.error(LOG_LINES.notAuthenticated);
        isRefusalLogged = true;
        await call('quick-note:keep', uid, content);
        // The quick note may have been emptied meanwhile.
        if (composer === composerNow() && composer.hasDraft) change({ stored: true });
      },
      drop: () => (uid === null ? call('quick-note:drop') : call('drafts:drop', uid, KEY)),
      async discard(words, draft) {
        if (uid !== null) await call('drafts:discard', uid, words, draft);
        // Without an account there is no history.
        else await (draft === null ? call('quick-note:drop') : call('quick-note:keep', null, draft.content));
      },
      onFailure(error) {
        if (hasCode(error, 'drafts-unread')) readAgain();
        else showFailure(error);
      },
      onLost: showFailure,
      ready: read.promise,
    },
    before,
  );
  return { owner, read, composer };
}

function showFailure(error: unknown): void {
  change({ stored: false, problem: messageOf(error) });
}

function change(part: Partial<WindowState>): void {
  if (part.linked === false) store.set(linkedWordsAtom, []);
  store.set(windowAtom, (note) => ({ ...note, ...part }));
}

function report(error: unknown): void {
  // The session ended meanwhile; the window shows that by itself.
  if (hasCode(error, 'not-signed-in')) return;
  console.error(messageOf(error));
}
