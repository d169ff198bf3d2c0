/**
 * The state of the creation box, outside of its screen. Its words are in the composer of new notes, so that
 * unsaved words survive a visit to another screen.
 */
import { atom } from 'jotai';
import { newNoteOf } from '#shared/note/draft.ts';
import { hasCode } from '#shared/base/error.ts';
import { hasContent, type NoteContent, type Uid } from '#shared/note/note.ts';
import { matcher } from '#shared/text/search.ts';
import { LOG_LINES } from '#shared/base/spec.ts';
import { call } from '../../bridge/client.ts';
import { pressEnd } from '../../components/press.ts';
import type { Composer } from '../../drafts/composer.ts';
import { composerOf, isCurrent } from '../../drafts/composers.ts';
import { EMPTY_CONTENT } from '../../drafts/composition.ts';
import { hideTicks } from '../../lists/hidden-ticks.ts';
import { marksOf, shownMarksWith } from '../../marks/shown-marks.ts';
import { holdViews, waitForRelease, viewWindow } from '../../notes/state/views.ts';
import { searchAtom } from '../../search/query.ts';
import { sessionAtom, uidOf } from '../../state/session.ts';
import { store } from '../../state/store.ts';
import { showFailure } from '../../toast/notices.ts';
import { type NewNote, tellOfNewNote } from './new-note.ts';

export interface CreationBox {
  readonly expanded: boolean;
  /** Whether to focus the text: always, or only if nothing else has the focus, as for a restored draft. */
  readonly focus: 'always' | 'if nobody has it' | null;
}

const COLLAPSED: CreationBox = { expanded: false, focus: null };

export const creationBoxAtom = atom(COLLAPSED);

/** How long the box of a stored note waits until the list shows the note, in milliseconds: two frames. */
const TOGETHER_MS = 32;

export function creationComposer(uid: Uid): Composer {
  return composerOf(uid, { place: 'new' });
}

export function expandCreation(): void {
  change({ expanded: true });
}

export function enterCreation(): void {
  change({ expanded: true, focus: 'always' });
}

/** Whether ticked lines are hidden in the box, and then also in the note. */
const hidesTickedAtom = atom(false);

export function foldCreation(isFolded: boolean): void {
  store.set(hidesTickedAtom, isFolded);
}

/** @param uid the account that the words are typed for (S14) */
export function typeCreation(uid: Uid, content: NoteContent): void {
  // An empty text hides nothing.
  if (content.text === '') store.set(hidesTickedAtom, false);
  creationComposer(uid).apply({ type: 'type', content });
  // After another account has signed in, the old box may still get a key before it is removed.
  if (uidOf(store.get(sessionAtom)) === uid) expandCreation();
}

/** Opens the box with a restored draft. @param focused whether it takes the focus if nothing has it */
export function showRestored(focused: boolean): void {
  change({ expanded: true, ...(focused && { focus: 'if nobody has it' }) });
}

/** Ends the request for the focus: the text has it, or another element keeps it. */
export function forgetFocus(): void {
  change({ focus: null });
}

export function collapseCreation(): void {
  store.set(creationBoxAtom, COLLAPSED);
}

/**
 * Leaves the box when a press begins outside of it. The words are saved at once, but nothing moves before the
 * press has ended: otherwise the box would collapse, the cards would move up, and the click would hit another
 * card.
 * @returns resolves when the press has ended
 */
export async function leaveByPress(uid: Uid): Promise<void> {
  const isEmpty = !hasContent(creationComposer(uid).composition.content);
  const ended = pressEnd();
  holdViews(ended);
  if (!isEmpty) void leaveAndTell(uid);
  await ended;
  if (isEmpty) void leaveAndTell(uid);
}

/** Leaves the box, and says where the note is unless it is visible. */
export async function leaveAndTell(uid: Uid): Promise<void> {
  const note = await leaveCreation(uid);
  if (note !== null) await tellOfNewNote(note);
}

/**
 * Adds the note, if there is one, and collapses the box. The words stay in it until they are stored.
 * @param uid the account that the words were typed for (S14)
 * @returns null if no note was added
 */
export async function leaveCreation(uid: Uid): Promise<NewNote | null> {
  if (uidOf(store.get(sessionAtom)) !== uid) return null;
  const composer = creationComposer(uid);
  const { content, stage, shownMarks: boxMarks } = composer.composition;
  // From here on, `expanded` says whether the box was opened again during the save.
  change({ expanded: false });
  if (stage === 'saving') return null;
  if (!hasContent(content)) {
    // Marks without words make no note.
    composer.apply({ type: 'open', base: EMPTY_CONTENT, content: EMPTY_CONTENT });
    return null;
  }
  const search = store.get(searchAtom);
  try {
    const id = await composer.save({
      make({ shownMarks }) {
        // In a list filtered by labels, the new note gets these labels, too.
        const marks = marksOf(shownMarksWith(shownMarks, { addLabels: search.labels }));
        const added = call('notes:add', uid, newNoteOf(content, marks), 'new').then((addedId) => {
          if (store.get(hidesTickedAtom)) hideTicks(addedId, true);
          store.set(hidesTickedAtom, false);
          return addedId;
        });
        // Requested right after `notes:add`, so that the list with the note arrives together with the answer.
        viewWindow('active').refresh();
        return added;
      },
      async beforeEmptied() {
        // If the list answers soon, one render collapses the box and shows the note: two renders would take
        // two frames.
        await Promise.race([viewWindow('active').waitUntilIdle(), sleep(TOGETHER_MS)]);
        await waitForRelease();
      },
      // Words typed before the fields become read-only belong to the note.
      extend: (added, now, base) => call('notes:edit', uid, added, now, base),
    });
    if (!isCurrent(composer)) return null;
    if (composer.hasDraft) change({ expanded: true });
    return {
      id,
      place: boxMarks.pinned ? 'pinned' : 'others',
      search,
      isFound: matcher(search.query)(content),
    };
  } catch (error) {
    if (!isCurrent(composer)) return null;
    change({ expanded: true });
    // Spec §8: without a signed-in user nothing is saved, which is only logged.
    if (hasCode(error, 'not-signed-in')) console.error(LOG_LINES.notAuthenticated);
    else showFailure(error);
    return null;
  }
}

async function sleep(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms);
  await promise;
}

function change(part: Partial<CreationBox>): void {
  store.set(creationBoxAtom, (box) => ({ ...box, ...part }));
}
