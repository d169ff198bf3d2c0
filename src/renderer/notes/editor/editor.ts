/**
 * The state of the note in the dialog (spec §2), outside of React: opening, saving and closing. The words are
 * in the note's composer, and Undo brings discarded words back. Asynchronous actions run one after the other.
 */
import { atom } from 'jotai';
import { flushSync } from 'react-dom';
import { createTaskQueue } from '#shared/base/task-queue.ts';
import { type Conflict, settlementChanges, settlementOf } from '#shared/note/conflict.ts';
import type { Choice } from '#shared/text/hunks.ts';
import { reverseOf } from '#shared/note/note-change.ts';
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
} from '#shared/note/note.ts';
import { isNoteId } from '#shared/note/note-id.ts';
import { matcher } from '#shared/text/search.ts';
import { call } from '../../bridge/client.ts';
import type { Composer } from '../../drafts/composer.ts';
import { editComposer } from '../../drafts/composers.ts';
import { type Composition, EMPTY_COMPOSITION } from '../../drafts/composition.ts';
import { queryAtom } from '../../search/query.ts';
import { store } from '../../state/store.ts';
import { showNotice, showFailure } from '../../toast/notices.ts';
import { recordAction, runUndoable, showUndoable, type UndoableRun } from '../../toast/undo.ts';
import { type Editing, editingAtom } from '../state/editing.ts';
import { focusCard } from '../state/focus-card.ts';
import { type ShownMarks, shownMarksOf } from '../../marks/shown-marks.ts';
import { changeStep } from '../actions/change-notes.ts';
import { editStep, isNotFound, saveDraft, saveEdit, tellHolder } from '../actions/save-edit.ts';

/** The state of the open note besides its words. */
interface Opened {
  /** Incremented each time another note comes into the dialog. */
  readonly number: number;
  /** The account that the words are typed for (S14). */
  readonly uid: Uid;
  readonly id: NoteId;
  readonly composer: Composer;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly list: ListName;
  /** The note that this one is a conflict copy of, or null. */
  readonly conflictOf: NoteId | null;
  /** The current marks, which change at once and not by `Save`. */
  readonly shownMarks: ShownMarks;
  /** Whether the dialog is closing and accepts no words, because they would not be saved. */
  readonly closing: boolean;
}

/** The open note without the words in its fields. The same object while the user types. */
export type Sheet = Opened & Pick<Composition, 'base' | 'start' | 'stage'>;

export type OpenedNote = Sheet & Pick<Composition, 'content'>;

const noteAtom = atom<Opened | null>(null);

const compositionAtom = atom((get) => {
  const note = get(noteAtom);
  return note === null ? EMPTY_COMPOSITION : get(note.composer.atom);
});
const baseAtom = atom((get) => get(compositionAtom).base);
const startAtom = atom((get) => get(compositionAtom).start);
const stageAtom = atom((get) => get(compositionAtom).stage);

export const sheetAtom = atom((get): Sheet | null => {
  const note = get(noteAtom);
  return note && { ...note, base: get(baseAtom), start: get(startAtom), stage: get(stageAtom) };
});

/** The note that was open, until its sheet is back in its card. */
export const closedAtom = atom<OpenedNote | null>(null);

/** The words in the fields. */
export const contentAtom = atom((get) => {
  const { content } = get(compositionAtom);
  return get(noteAtom) === null ? (get(closedAtom)?.content ?? content) : content;
});

const openedAtom = atom((get): OpenedNote | null => {
  const sheet = get(sheetAtom);
  return sheet && { ...sheet, content: get(contentAtom) };
});

export const isUnsavedAtom = atom((get) => !sameContent(get(compositionAtom).content, get(baseAtom)));

/** Counts the openings of the dialog. */
const openingsAtom = atom(0);

/** A note in the trash is read-only, unless it was opened with unsaved words, which can still be saved. */
export function isReadOnly({ list, start, base }: Sheet): boolean {
  return list === 'trashed' && sameContent(start, base);
}

/**
 * Requests the note, and opens it when the answer arrives.
 * @returns a function that makes a late answer be ignored
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

function open(uid: Uid, { id }: Editing, note: Note): void {
  const facts = {
    createdAt: note.createdAt,
    editedAt: note.editedAt,
    list: listOf(note),
    conflictOf: originalOf(note),
    shownMarks: shownMarksOf(note),
  };
  const before = store.get(openedAtom);
  if (before?.uid === uid && before.id === id) {
    // The dialog already shows this note, because its words were saved as it. New fields would lose keys
    // typed now.
    change(facts);
    return;
  }
  const composer = editComposer(uid, id);
  // A draft of this note may not have been shown yet, because the dialog had another note.
  const now = contentOf(note);
  const { base, content } = composer.hasDraft ? composer.composition : { base: now, content: now };
  composer.apply({ type: 'open', base, content });
  store.set(openingsAtom, (count) => count + 1);
  store.set(noteAtom, { number: store.get(openingsAtom), uid, id, composer, ...facts, closing: false });
}

/** Closes the dialog at once. Its words stay a draft. */
export function forgetOpened(): void {
  const opened = store.get(openedAtom);
  if (opened === null) return;
  store.set(closedAtom, opened);
  store.set(noteAtom, null);
}

/** Call when the closed sheet has left the page. */
export function forgetClosed(): void {
  store.set(closedAtom, null);
}

/** Reads the open note's marks and edit time again after notes have changed, here or on another device. */
export async function refreshMarks(): Promise<void> {
  const id = store.get(openedAtom)?.id;
  if (id === undefined) return;
  const note = await call('notes:get', id).catch(() => null);
  if (note !== null && store.get(openedAtom)?.id === id)
    change({ shownMarks: shownMarksOf(note), editedAt: note.editedAt });
}

function fail(uid: Uid, { id }: Editing, error: unknown): void {
  store.set(editingAtom, null);
  // If the note was deleted, the typed words are saved as a new note.
  if (editComposer(uid, id).hasDraft && isNotFound(error)) saveDraft(uid, id).catch(showFailure);
  else showFailure(error);
}

export function typeInDialog(content: NoteContent): void {
  const note = store.get(openedAtom);
  if (note?.closing === false) note.composer.apply({ type: 'type', content });
}

/** Saves, and closes the dialog. */
export function save(): Promise<void> {
  return lastAction(async (note) => {
    await closeDialog(await saveTyped(note));
    const finds = matcher(store.get(queryAtom));
    if (finds(note.base) && !finds(note.content))
      showNotice({ text: 'Note saved; it no longer matches the search' });
  });
}

/** Saves, and keeps the dialog and the caret as they are. */
export function saveAndStay(): Promise<void> {
  return inTurn(async (note) => void (await saveTyped(note)));
}

/**
 * Closes without saving.
 * @param what `typed now` keeps words from before this opening if none were typed since: the user may not
 *   have read them
 */
export async function discard(what: 'typed now' | 'all'): Promise<void> {
  if (store.get(openedAtom)?.closing !== false) return;
  await inTurn(async ({ uid, id, composer, base, start, content }) => {
    void closeDialog(id);
    if (sameContent(content, what === 'all' ? base : start)) return;
    composer.discard();
    const reopen = async () => {
      const reopened = editComposer(uid, id);
      // The note may have been opened again since. Words typed then are only in this composer.
      if (reopened.hasDraft) reopened.apply({ type: 'join', stored: { place: 'edit', id, base, content } });
      else reopened.apply({ type: 'open', base, content });
      store.set(editingAtom, { id });
      return { reverse: null, remark: null };
    };
    const size = 2 * (content.title.length + content.text.length);
    showUndoable({ text: 'Changes discarded' }, { name: 'Discard', step: { size, run: reopen } });
  });
}

/** Closes without saving, because the user went to another screen. */
export function leaveDialog(): void {
  // The note may still be loading.
  if (store.get(noteAtom) === null) store.set(editingAtom, null);
  else void discard('typed now');
}

/** Restoring is an edit. Unsaved words are saved before, so that they become an earlier version. */
export function restoreVersion(content: NoteContent): Promise<void> {
  return lastAction(async (note, run) => {
    const { uid } = note;
    const id = await saveTyped(note);
    const before = contentOf(await call('notes:get', id));
    const holder = await saveEdit(uid, id, content, before);
    await closeDialog(id);
    const step = editStep(uid, { id, holder, content, base: before });
    showUndoable({ text: 'Version restored' }, { name: 'Restore', step }, run);
  });
}

/**
 * Saves typed words, closes the dialog, and then acts on the note. Its card has the focus by then, so the
 * focus moves to the next card if this one leaves the list.
 */
export function leaveAndAct(act: (id: NoteId) => void): Promise<void> {
  return lastAction(async (note) => {
    const id = await saveTyped(note);
    await closeDialog(id);
    act(id);
  });
}

/**
 * Settles the conflict of the copy in the dialog (S5.7).
 * @param conflict null if the other note is gone
 * @param decision one side, both, or words chosen from both sides
 */
export function settleConflict(conflict: Conflict | null, decision: Choice | NoteContent): Promise<void> {
  return lastAction(async (note, run) => {
    const { uid, id, list } = note;
    if (note.conflictOf === null) return;
    const alone = { copy: id, original: note.conflictOf, mine: note.base, theirs: note.base };
    const settlement = settlementOf(conflict ?? alone, decision);
    await call('conflict:settle', uid, settlement);
    await closeDialog(id);
    if (!settlement.keepsCopy) await focusCard(settlement.original);
    const changes = settlementChanges(settlement, list === 'archived');
    const kept = conflict === null ? 'Note saved' : 'Kept as two notes';
    const text = settlement.keepsCopy ? kept : 'Conflict settled';
    showUndoable({ text }, { name: 'Choice', step: changeStep(uid, changes.map(reverseOf)) }, run);
  });
}

const inOrder = createTaskQueue();

/**
 * Runs actions one after the other. If one fails, the dialog stays open, because typed words must not vanish.
 */
function inTurn(action: (note: OpenedNote) => Promise<void>): Promise<void> {
  return inOrder(async () => {
    const note = store.get(openedAtom);
    if (note !== null) await action(note).catch(showFailure);
  });
}

/**
 * Runs an action that closes the dialog. Until it ends, the dialog accepts no words and no other closing
 * action. An undo key pressed meanwhile reverts this action, not the one before it.
 */
async function lastAction(action: (note: OpenedNote, run: UndoableRun) => Promise<void>): Promise<void> {
  if (store.get(openedAtom)?.closing !== false) return;
  change({ closing: true });
  await runUndoable((run) => inTurn((note) => action(note, run)));
  change({ closing: false });
}

/**
 * Saves typed words, if any, and makes them the new base, so that they are saved only once, whatever happens
 * next.
 * @returns the note that has the words
 */
async function saveTyped(note: OpenedNote): Promise<NoteId> {
  if (sameContent(note.content, note.base)) return note.id;
  const { uid, id, composer } = note;
  const { content: saved, base: before } = composer.composition;
  const holder = await composer.save({
    make: ({ content, base }) => call('notes:edit', uid, id, content, base),
  });
  recordAction({ name: 'Edit', step: editStep(uid, { id, holder, content: saved, base: before }) });
  await tellHolder(id, holder);
  if (holder === id) return id;
  // Words typed meanwhile are an edit of the saved words, which are in another note.
  const { base, content } = composer.composition;
  editComposer(uid, holder).apply({ type: 'open', base, content });
  composer.apply({ type: 'open', base, content: base });
  // Another note may have been opened meanwhile, or another account signed in.
  if (store.get(noteAtom)?.number !== note.number) return holder;
  change({ id: holder, composer: editComposer(uid, holder) });
  store.set(editingAtom, { id: holder });
  return holder;
}

async function closeDialog(id: NoteId): Promise<void> {
  // Another note was opened meanwhile.
  if (store.get(openedAtom)?.id !== id) return;
  // Synchronously: a card focused while the dialog is open would leave the page hidden from screen readers.
  flushSync(() => {
    forgetOpened();
    // Another note may have been requested meanwhile.
    store.set(editingAtom, (editing) => (editing?.id === id ? null : editing));
  });
  await focusCard(id);
}

function change(part: Partial<Opened>): void {
  store.set(noteAtom, (note) => note && { ...note, ...part });
}

function originalOf(note: Note): NoteId | null {
  const { conflictOf } = note;
  return conflictOf !== null && isConflictCopy(note) && isNoteId(conflictOf) ? conflictOf : null;
}
