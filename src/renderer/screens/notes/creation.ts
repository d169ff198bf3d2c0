/**
 * The state of the creation box. It lives outside of the screen, so that words that could not be saved yet are still
 * there after a visit to another screen. What is typed is also stored as a draft, with its marks.
 */
import { atom } from 'jotai';
import { contentAbove, joinedContent, newNoteDraft, type NewNoteDraft, newNoteOf } from '#shared/draft.ts';
import { AppError } from '#shared/error.ts';
import { type Marks, refusesLabels } from '#shared/marks.ts';
import { hasContent, type NoteContent, type NoteId, type Uid } from '#shared/note.ts';
import { matcher } from '#shared/search.ts';
import { LOG_LINES } from '#shared/spec.ts';
import { call } from '../../bridge/client.ts';
import { pressEnd } from '../../components/press.ts';
import { MOST_LABELS_TEXT } from '../../marks/label-texts.ts';
import { draftSaver } from '../../drafts/savers.ts';
import { type ShownMarks, shownMarksWith, marksOf, NO_MARKS } from '../../notes/state/shown-marks.ts';
import { holdViews, waitForRelease, viewWindow } from '../../notes/state/views.ts';
import { shownQuery } from '../../search/labels.ts';
import { sessionAtom, uidOf } from '../../session/state.ts';
import { store } from '../../state/store.ts';
import { showNotice, showFailure } from '../../toast/notices.ts';

export interface Creation {
  readonly content: NoteContent;
  readonly shownMarks: ShownMarks;
  readonly expanded: boolean;
  /** Identifies the save that is under way, which would not include what is typed meanwhile; null if there is none. */
  readonly saving: object | null;
  /** Whether the text is to get the focus: always, or only if nothing else has it, as for a draft that came back. */
  readonly focus: 'always' | 'if nobody has it' | null;
}

const EMPTY: NoteContent = { title: '', text: '' };
const COLLAPSED: Creation = {
  content: EMPTY,
  shownMarks: NO_MARKS,
  expanded: false,
  saving: null,
  focus: null,
};

export const creationAtom = atom(COLLAPSED);

/** How long the box of a durable note waits for the list to show the note, in milliseconds: two frames. */
const TOGETHER_MS = 32;

export function expandCreation(): void {
  change({ expanded: true });
}

/** Opens the box with the focus in it, whichever screen the request comes from. */
export function enterCreation(): void {
  change({ expanded: true, focus: 'always' });
}

/** Ends the request for the focus: the text has it, or something else keeps it. */
export function forgetFocus(): void {
  change({ focus: null });
}

/** @param uid the account that it is typed for (S14) */
export function typeCreation(uid: Uid, content: NoteContent): void {
  // After another account has signed in, the old box may still get a key before it is removed.
  const isHere = uidOf(store.get(sessionAtom)) === uid;
  storeDraft(uid, content, isHere ? store.get(creationAtom).shownMarks : NO_MARKS);
  if (isHere) change({ content, expanded: true });
}

function storeDraft(uid: Uid, content: NoteContent, shownMarks: ShownMarks): void {
  const draft = hasContent(content) ? newNoteDraft('new', content, marksOf(shownMarks)) : null;
  draftSaver(uid, { place: 'new' }).type(draft);
}

/** Pins, colours or labels the note that the box becomes. */
export function markCreation(marks: Marks): void {
  const { content, shownMarks, saving } = store.get(creationAtom);
  const now = shownMarksWith(shownMarks, marks);
  // A save that is under way would not include the mark.
  if (saving !== null) return;
  if (refusesLabels(shownMarks.labels, marks)) showNotice({ text: MOST_LABELS_TEXT });
  change({ shownMarks: now });
  const uid = uidOf(store.get(sessionAtom));
  if (uid !== null) storeDraft(uid, content, now);
}

/**
 * Opens the box with what was being typed when the app ended.
 * @param focused whether the box may take the focus if nothing has it
 * @returns whether the box was free: false if something is being typed already
 */
export function restoreCreation({ content, marks = {} }: NewNoteDraft, focused: boolean): boolean {
  const now = store.get(creationAtom);
  if (hasContent(now.content) || now.saving !== null) return false;
  change({
    content,
    shownMarks: withEarlierMarks(now.shownMarks, marks),
    expanded: true,
    ...(focused && { focus: 'if nobody has it' }),
  });
  return true;
}

/** Puts words that have no other place above what is being typed. */
export function putInCreation(uid: Uid, earlier: NoteContent, marks: Marks = {}): void {
  const { content, shownMarks } = store.get(creationAtom);
  change({ shownMarks: withEarlierMarks(shownMarks, marks) });
  typeCreation(uid, joinedContent(earlier, content));
}

function withEarlierMarks(shownMarks: ShownMarks, earlier: Marks): ShownMarks {
  return shownMarksWith(shownMarksWith(NO_MARKS, earlier), marksOf(shownMarks));
}

/** Empties the box, so that nothing of one account is seen under another. */
export function forgetCreation(): void {
  store.set(creationAtom, COLLAPSED);
}

/**
 * Leaves the box when a press begins outside of it. What was typed is saved at once, but nothing moves before the press has
 * ended: otherwise the box would collapse, the cards would move up, and the click would hit another card.
 * @returns resolves when the press has ended
 */
export async function leaveByPress(uid: Uid): Promise<void> {
  const isEmpty = !hasContent(store.get(creationAtom).content);
  const ended = pressEnd();
  holdViews(ended);
  if (!isEmpty) void leaveCreation(uid);
  await ended;
  if (isEmpty) void leaveCreation(uid);
}

/**
 * Adds the note if there is one, and collapses the box. The words stay in it until they are durable.
 * @param uid the account that it was typed for (S14)
 * @returns the note's id; null if none was added
 */
export async function leaveCreation(uid: Uid): Promise<NoteId | null> {
  if (uidOf(store.get(sessionAtom)) !== uid) return null;
  const { content, shownMarks, saving } = store.get(creationAtom);
  // From here on `expanded` says whether the box was opened again during the save.
  change({ expanded: false });
  if (saving !== null) return null;
  if (!hasContent(content)) {
    change({ shownMarks: NO_MARKS });
    return null;
  }
  // If the list shows the notes of a label, the new note gets the label, too.
  const query = shownQuery();
  const marks = marksOf(shownMarksWith(shownMarks, { addLabels: query.labels }));
  const note = newNoteOf(content, marks);
  const mine = {};
  change({ saving: mine });
  try {
    const saver = draftSaver(uid, { place: 'new' });
    const id = await saver.save(content, () => {
      const added = call('notes:add', uid, note, 'new');
      // Requested right after `notes:add`, so that the list with the note in it arrives together with the answer.
      viewWindow('active').refresh();
      return added;
    });
    // The box collapses in the same drawing that shows the note, if that comes soon: two drawings take two frames.
    await Promise.race([viewWindow('active').waitUntilIdle(), sleep(TOGETHER_MS)]);
    await waitForRelease();
    if (!isCurrent(mine)) return null;
    const now = store.get(creationAtom).content;
    // Words that were put above the note's words during the save are not part of the note.
    let left = contentAbove(now, content);
    if (left === now && isTypedOn(now, content)) {
      await call('notes:edit', uid, id, now, content);
      left = null;
    }
    if (!isCurrent(mine)) return null;
    change({ content: EMPTY, shownMarks: NO_MARKS, saving: null });
    if (left === null) saver.type(null);
    else typeCreation(uid, left);
    if (!matcher(query.text)(content)) showNotice({ text: 'Note kept; the search does not find it' });
    return id;
  } catch (error) {
    if (!isCurrent(mine)) return null;
    change({ saving: null, expanded: true });
    // Spec §8: without a signed-in user nothing is saved, and that is only logged.
    if (error instanceof AppError && error.code === 'not-signed-in')
      console.error(LOG_LINES.notAuthenticated);
    else showFailure(error);
    return null;
  }
}

/** Whether words were only added. A key may come before the fields are drawn as read-only: its words belong to the note. */
function isTypedOn(now: NoteContent, saved: NoteContent): boolean {
  return now.title.startsWith(saved.title) && now.text.startsWith(saved.text);
}

/** Whether this save is still that of the box, which another account may have taken over. */
function isCurrent(saving: object): boolean {
  return store.get(creationAtom).saving === saving;
}

async function sleep(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  await promise;
}

function change(part: Partial<Creation>): void {
  store.set(creationAtom, (creation) => ({ ...creation, ...part }));
}
