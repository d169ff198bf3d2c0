/**
 * The note in the dialog (spec §2), outside of React: how it is opened, typed in, saved and left. What is typed is stored as a
 * draft; what was discarded can be brought back by Undo. Whatever needs an answer is done one after the other.
 */
import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import type { Choice, Conflict } from '#shared/conflict.ts';
import {
  contentOf,
  isConflictCopy,
  type ListName,
  listOf,
  type Note,
  type NoteContent,
  type NoteId,
  sameContent,
  type Uid,
} from '#shared/note.ts';
import { isNoteId } from '#shared/note-id.ts';
import { matcher } from '#shared/search.ts';
import { call } from '../bridge/client.ts';
import { draftSaver } from '../drafts/savers.ts';
import { shownQuery } from '../search/labels.ts';
import { store } from '../state/store.ts';
import { callOrTell, tell, tellFailure } from '../toast/notices.ts';
import { type Editing, editingAtom } from './editing.ts';
import { focusCard } from './focus-card.ts';
import { type Marked, markedOf } from './marked.ts';
import { isNotFound, saveEdit } from './save-edit.ts';

export interface Opened {
  /** Another one each time that other words come into the open dialog. */
  readonly number: number;
  /** The account that it is typed for (S14). */
  readonly uid: Uid;
  readonly id: NoteId;
  readonly createdAt: number;
  readonly list: ListName;
  /** The note that it is a conflict copy of; null where it is none. */
  readonly conflictOf: NoteId | null;
  /** As they are by now: they are changed at once, and not by `Save`. */
  readonly marked: Marked;
  /** What an edit is a change of: what the note holds, or held when the draft was begun. */
  readonly base: NoteContent;
  /** What the dialog began with. */
  readonly start: NoteContent;
  readonly content: NoteContent;
  /** Whether the dialog closes when the words are saved: what is typed meanwhile would not be. */
  readonly closing: boolean;
  /** Whether it holds what was just saved, and says so. */
  readonly saved: boolean;
}

export const openedAtom = atom<Opened | null>(null);

let openings = 0;

/** A note in the trash is read; only words that were typed before can still be saved in it. */
export function isReadOnly({ list, start, base }: Opened): boolean {
  return list === 'trashed' && sameContent(start, base);
}

export function isUnsaved({ content, base }: Opened): boolean {
  return !sameContent(content, base);
}

/**
 * Opens the note that is asked for.
 * @returns the function that drops a late answer
 */
export function loadNote(uid: Uid, editing: Editing): () => void {
  let wanted = true;
  call('notes:get', editing.id).then(
    (note) => wanted && open(uid, editing, note),
    (error: unknown) => wanted && fail(uid, editing, error),
  );
  return () => {
    wanted = false;
  };
}

function open(uid: Uid, { id, draft }: Editing, note: Note): void {
  const facts = {
    createdAt: note.createdAt,
    list: listOf(note),
    conflictOf: originalOf(note),
    marked: markedOf(note),
  };
  const before = store.get(openedAtom);
  if (draft === undefined && before?.uid === uid && before.id === id) {
    // The words were saved as this note and stand there: fields made anew would lose the keys that come meanwhile.
    change(facts);
    return;
  }
  // A draft of this note may not have been shown yet, because another note was in the dialog.
  const latest = draftSaver(uid, { place: 'edit', id }).latest;
  const now = contentOf(note);
  const { base, content } = draft ?? (latest?.place === 'edit' ? latest : { base: now, content: now });
  openings += 1;
  store.set(openedAtom, {
    number: openings,
    uid,
    id,
    ...facts,
    base,
    start: content,
    content,
    closing: false,
    saved: false,
  });
  storeDraft(uid, id, content, base);
}

/** Notes have changed, here or elsewhere: the open one may be marked in another way. */
export async function refreshMarks(): Promise<void> {
  const id = store.get(openedAtom)?.id;
  if (id === undefined) return;
  const note = await call('notes:get', id).catch(() => null);
  if (note !== null && store.get(openedAtom)?.id === id) change({ marked: markedOf(note) });
}

function fail(uid: Uid, { id, draft }: Editing, error: unknown): void {
  store.set(editingAtom, null);
  // Typed words outlive their note.
  if (draft !== undefined && isNotFound(error))
    saveEdit(uid, id, draft.content, draft.base).catch(tellFailure);
  else tellFailure(error);
}

export function typeIn(content: NoteContent): void {
  const note = store.get(openedAtom);
  if (note === null || note.closing) return;
  change({ content, saved: false });
  storeDraft(note.uid, note.id, content, note.base);
}

/** Saves, and closes. */
export function save(): Promise<void> {
  return lastAction(async (note) => {
    await closeDialog(await saveTyped(note));
    const finds = matcher(shownQuery().text);
    if (finds(note.base) && !finds(note.content))
      tell({ text: 'Note saved; the search does not find it any more' });
  });
}

/** Saves, and leaves the dialog and the caret as they are. */
export function saveAndStay(): Promise<void> {
  return inTurn(async (note) => {
    await saveTyped(note);
    // What was typed meanwhile is not saved yet.
    const now = store.get(openedAtom);
    if (now !== null) change({ saved: !isUnsaved(now) });
  });
}

/**
 * Closes without saving.
 * @param what words from before this opening go only with `all`: they may not have been looked at
 */
export async function discard(what: 'typed now' | 'all'): Promise<void> {
  if (store.get(openedAtom)?.closing !== false) return;
  await inTurn(async ({ uid, id, base, start, content }) => {
    void closeDialog(id);
    if (sameContent(content, what === 'all' ? base : start)) return;
    storeDraft(uid, id, base, base);
    tell({
      text: 'Changes discarded',
      undo: () => store.set(editingAtom, { id, draft: { content, base } }),
    });
  });
}

/** Closes without saving, because somebody has gone to another place. */
export function leaveDialog(): void {
  // The note may still be on its way.
  if (store.get(openedAtom) === null) store.set(editingAtom, null);
  else void discard('typed now');
}

/** Restoring is an edit. What was typed and not saved is one before it, so that it stands among the earlier versions. */
export function restoreVersion(content: NoteContent): Promise<void> {
  return lastAction(async (note) => {
    const { uid } = note;
    const id = await saveTyped(note);
    const before = contentOf(await call('notes:get', id));
    await saveEdit(uid, id, content, before);
    await closeDialog(id);
    const undo = (): void => void saveEdit(uid, id, before, content).catch(tellFailure);
    tell({ text: 'Version restored', undo });
  });
}

/**
 * Saves what was typed, closes, and then does something to the note, whose card has the focus by then: as it goes, the focus goes
 * on to the next one.
 */
export function leaveAndAct(act: (id: NoteId) => void): Promise<void> {
  return lastAction(async (note) => {
    const id = await saveTyped(note);
    await closeDialog(id);
    act(id);
  });
}

const SETTLED: Record<Choice, string> = {
  mine: 'Your version is kept',
  theirs: 'The other version is kept',
  both: 'Both versions are kept',
};

/** Settles the conflict of the copy in the dialog (S5.7). @param conflict null where there is nothing left to compare it with */
export function settleConflict(conflict: Conflict | null, keep: Choice): Promise<void> {
  return lastAction(async (note) => {
    const { uid, id, list } = note;
    if (note.conflictOf === null) return;
    const alone = { copy: id, original: note.conflictOf, mine: note.base, theirs: note.base };
    const { copy, original, mine, theirs } = conflict ?? alone;
    const settlement = { copy, original, mine, theirs, keep, isArchived: list === 'archived' };
    await call('conflict:settle', uid, settlement);
    await closeDialog(id);
    if (keep !== 'both') await focusCard(original);
    const undo = (): void => callOrTell('conflict:reopen', uid, settlement);
    tell({ text: SETTLED[keep], undo });
  });
}

let turn: Promise<void> = Promise.resolve();

/** Where it fails, the dialog stays open: what was typed must not vanish. */
function inTurn(action: (note: Opened) => Promise<void>): Promise<void> {
  turn = turn.then(async () => {
    const note = store.get(openedAtom);
    if (note !== null) await action(note).catch(tellFailure);
  });
  return turn;
}

/** An action that closes the dialog: from now on it takes no words and no other action. */
async function lastAction(action: (note: Opened) => Promise<void>): Promise<void> {
  if (store.get(openedAtom)?.closing !== false) return;
  change({ closing: true });
  await inTurn(action);
  change({ closing: false });
}

/**
 * Saves what was typed, should there be something, and goes on from that: whatever happens next, it is not saved twice.
 * @returns the note that holds it
 */
async function saveTyped(note: Opened): Promise<NoteId> {
  if (!isUnsaved(note)) return note.id;
  const { uid, content, base } = note;
  const id = await saveEdit(uid, note.id, content, base);
  const now = store.get(openedAtom);
  // Meanwhile another note may have been opened, or somebody else have signed in.
  if (now?.number !== note.number) return id;
  change({ id, base: content, start: content });
  // What was typed meanwhile is a change of what was saved, wherever that is.
  storeDraft(uid, id, now.content, content);
  if (id === note.id) return id;
  storeDraft(uid, note.id, base, base);
  store.set(editingAtom, { id });
  return id;
}

async function closeDialog(id: NoteId): Promise<void> {
  // Another one was opened meanwhile.
  if (store.get(openedAtom)?.id !== id) return;
  // At once: a card that gets the focus while the dialog still holds it would leave the page hidden from screen readers.
  flushSync(() => {
    store.set(openedAtom, null);
    // Another one may have been asked for meanwhile.
    store.set(editingAtom, (editing) => (editing?.id === id ? null : editing));
  });
  await focusCard(id);
}

function change(part: Partial<Opened>): void {
  store.set(openedAtom, (note) => note && { ...note, ...part });
}

/** Stores what is typed as the note's draft; what is no change needs none. */
function storeDraft(uid: Uid, id: NoteId, content: NoteContent, base: NoteContent): void {
  const unchanged = sameContent(content, base);
  draftSaver(uid, { place: 'edit', id }).type(unchanged ? null : { place: 'edit', id, content, base });
}

function originalOf(note: Note): NoteId | null {
  const { conflictOf } = note;
  return conflictOf !== null && isConflictCopy(note) && isNoteId(conflictOf) ? conflictOf : null;
}
