/** What people type and have not saved as a note yet. It is on the device from the app's answer on. */
import type { Draft, NewNotePlace } from '#shared/draft.ts';
import { hasContent, type NoteContent } from '#shared/note.ts';
import { CutOff } from '../device.ts';
import type { Person } from '../people.ts';
import { rewrite } from '../rewrite.ts';
import type { Scene, Step } from '../world.ts';
import { request } from './request.ts';
import { inTurn } from './in-turn.ts';
import { contentOf, pickShown, quoted } from './notes.ts';
import { keepTyped, listedPage, nameOf, pageOf } from './page.ts';
import { NO_FIELDS } from '#shared/note-fields.ts';

type EditDraft = Extract<Draft, { place: 'edit' }>;

const PLACES: readonly NewNotePlace[] = ['new', 'quick'];

/** Goes on typing in the creation box or the quick note. */
export const type: Step = inTurn('typing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const place = scene.random.pick(PLACES);
  const page = await listedPage(scene, person);
  if (page === null) return null;
  const before = page.drafts.get(place)?.content ?? { title: '', text: '' };
  const text = [before.text, person.ledger.freshWord()].filter((part) => part !== '').join(' ');
  const draft: Draft = { place, content: { title: before.title, text } };
  const done = await keepTyped(scene, person, page, draft);
  return `type ${quoted(draft.content)} in ${place}: ${done.ok ? 'kept' : done.reason}`;
});

/** Writes a quick note while nobody is signed in: it goes to whoever signs in next. */
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

/** Makes a note of what was typed. */
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
  // The note is left as it is until the edit is saved.
  const done = await keepTyped(scene, person, page, draft);
  return `type ${quoted(draft.content)} in ${draft.id}: ${done.ok ? 'kept' : done.reason}`;
});

async function pickEdit(scene: Scene, begun: readonly EditDraft[]): Promise<EditDraft | null> {
  if (begun.length > 0 && scene.random.oneIn(2)) return scene.random.pick(begun);
  const note = await pickShown(scene);
  if (note === null) return null;
  const base = contentOf(note);
  return begun.find(({ id }) => id === note.id) ?? { place: 'edit', id: note.id, content: base, base };
}

/** Leaves a dialog, or empties a box, without keeping what was typed there. */
export const discardTyped: Step = inTurn('changing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const page = await listedPage(scene, person);
  const edits = editsOf(page?.drafts.values() ?? []);
  if (page === null || edits.length === 0) return null;
  const draft = scene.random.pick(edits);
  const done = await request(scene, 'drafts:drop', person.uid, { place: 'edit', id: draft.id });
  if (!done.ok && done.isUnread) page.listedAt = null;
  if (done.ok || done.maybeDone) {
    page.drafts.delete(nameOf(draft));
    person.ledger.recordTyping(draft.content, null, draft.base);
  }
  return `discard what was typed in ${draft.id}${done.ok ? '' : `: ${done.reason}`}`;
});

function editsOf(drafts: Iterable<Draft>): EditDraft[] {
  return [...drafts].filter((draft) => draft.place === 'edit');
}
