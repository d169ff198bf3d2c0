/** Typed words that are not saved as a note yet. They are on the device once the app has answered. */
import type { Draft, NewNotePlace } from '#shared/note/draft.ts';
import { hasContent, type NoteContent } from '#shared/note/note.ts';
import { CutOff } from '../device.ts';
import type { Person } from '../people.ts';
import { rewrite } from '../rewrite.ts';
import type { Scene, Step } from '../world.ts';
import { request } from './request.ts';
import { inTurn } from './in-turn.ts';
import { contentOf, pickShown, quoted } from './notes.ts';
import { storeTyped, listedPage, nameOf, type Page, pageOf } from './page.ts';
import { noteIdOf } from '../device-name.ts';
import { recordWrite } from '../disk/damage-device.ts';
import { wordsOf } from '../ledger.ts';
import { NO_FIELDS } from '#shared/note/note-fields.ts';

type EditDraft = Extract<Draft, { place: 'edit' }>;

const PLACES: readonly NewNotePlace[] = ['new', 'quick'];

/** Continues typing in the creation box or the quick note. */
export const type: Step = inTurn('typing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const place = scene.random.pick(PLACES);
  const page = await listedPage(scene, person);
  if (page === null) return null;
  const before = page.drafts.get(place)?.content ?? { title: '', text: '' };
  const text = [before.text, person.ledger.freshWord()].filter((part) => part !== '').join(' ');
  const draft: Draft = { place, content: { title: before.title, text } };
  const done = await storeTyped(scene, person, page, draft);
  return `type ${quoted(draft.content)} in ${place}: ${done.ok ? 'kept' : done.reason}`;
});

/** Writes a quick note while signed out: the next person who signs in gets it. */
export const typeSignedOut: Step = inTurn('typing', async (scene) => {
  const { device, random, world } = scene;
  if (device.person !== null || device.isBusy) return null;
  const { ledger } = random.pick(world.people);
  const page = await listedPage(scene, null);
  if (page === null || device.person !== null) return null;
  const before = page.drafts.get('quick')?.content.text ?? '';
  const word = ledger.freshSignedOutWord();
  const content: NoteContent = { title: '', text: before === '' ? word : `${before} ${word}` };
  world.expected = null;
  for (const person of world.people) person.uncertain = true;
  try {
    await device.storeSignedOut(content);
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    return `type ${word} signed out: ${error.message}`;
  }
  ledger.recordSignedOutTyping(word);
  page.drafts.set('quick', { place: 'quick', content });
  return `type ${word} signed out`;
});

/** Makes a note of the typed words. */
export const saveTyped: Step = inTurn('typing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const place = scene.random.pick(PLACES);
  const page = await listedPage(scene, person);
  const content = page?.drafts.get(place)?.content;
  if (content === undefined || !hasContent(content)) return null;
  return saveAs(scene, person, place, content);
});

async function saveAs(
  scene: Scene,
  person: Person,
  place: NewNotePlace,
  content: NoteContent,
): Promise<string> {
  const page = pageOf(scene.device);
  const id = await request(scene, 'notes:add', person.uid, content, place);
  if (!id.ok) return `save what was typed in ${place}: ${id.reason}`;
  page.drafts.delete(place);
  person.touched.add(id.value);
  scene.world.expected?.get(person)?.set(id.value, { ...NO_FIELDS, ...content });
  return `save ${quoted(content)} of ${place} as ${id.value}`;
}

/** Types in the edit dialog of a note, and leaves it open. */
export const typeEdit: Step = inTurn('changing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const page = await listedPage(scene, person);
  if (page === null) return null;
  const before = await pickEdit(scene, editsOf(page.drafts.values()));
  if (before === null) return null;
  const draft: EditDraft = { ...before, content: rewrite(before.content, scene.random, person.ledger) };
  // The note does not change until the edit is saved.
  const done = await storeTyped(scene, person, page, draft);
  return `type ${quoted(draft.content)} in ${draft.id}: ${done.ok ? 'kept' : done.reason}`;
});

async function pickEdit(scene: Scene, begun: readonly EditDraft[]): Promise<EditDraft | null> {
  if (begun.length > 0 && scene.random.oneIn(2)) return scene.random.pick(begun);
  const note = await pickShown(scene);
  if (note === null) return null;
  const base = contentOf(note);
  return begun.find(({ id }) => id === note.id) ?? { place: 'edit', id: note.id, content: base, base };
}

/** Closes a dialog without saving its words. */
export const discardTyped: Step = inTurn('changing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const page = await listedPage(scene, person);
  const edits = editsOf(page?.drafts.values() ?? []);
  if (page === null || edits.length === 0) return null;
  return discard(scene, person, page, scene.random.pick(edits));
});

/** Deletes all words of the creation box or the quick note. */
export const emptyBox: Step = inTurn('typing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const page = await listedPage(scene, person);
  const draft = page?.drafts.get(scene.random.pick(PLACES));
  return page === null || draft === undefined ? null : discard(scene, person, page, draft);
});

/** Once answered, the history of the device has these words (S12.5). */
async function discard(scene: Scene, person: Person, page: Page, draft: Draft): Promise<string> {
  const { device } = scene;
  const { closings } = device;
  const isEdit = draft.place === 'edit';
  const base = isEdit ? draft.base : null;
  const id = isEdit ? draft.id : noteIdOf('box', 0);
  // Before the request, because the note and its history may be deleted elsewhere before the answer arrives.
  person.ledger.recordOverwrite(device.name, id, draft.content, base);
  recordWrite(device, person, draft.content);
  const done = await request(scene, 'drafts:discard', person.uid, draft, null);
  // A closed account has no history: the words are a draft again, which is not owed.
  const isClosed = device.sync.phase === 'closed' || device.closings !== closings || device.person !== person;
  if (!done.ok || isClosed)
    person.ledger.forgetPast({ device: device.name, words: new Set(wordsOf(draft.content)) });
  if (!done.ok && done.isUnread) page.listedAt = null;
  if (done.ok || done.maybeDone) {
    page.drafts.delete(nameOf(draft));
    person.ledger.recordTyping(draft.content, null, base);
  }
  return `discard ${quoted(draft.content)} of ${nameOf(draft)}${done.ok ? '' : `: ${done.reason}`}`;
}

function editsOf(drafts: Iterable<Draft>): EditDraft[] {
  return [...drafts].filter((draft) => draft.place === 'edit');
}
