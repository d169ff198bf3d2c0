/** What people type and do not keep as a note yet: it is on the device from the moment on that the app has answered. */
import type { Draft, NewNotePlace } from '#shared/draft.ts';
import { hasContent, type NoteContent } from '#shared/note.ts';
import { wroteAt } from '../disk/damage-device.ts';
import type { Person } from '../people.ts';
import type { Scene, Step } from '../world.ts';
import { inTurn } from './in-turn.ts';
import { asked, quoted } from './notes.ts';

/** Goes on typing in the creation box or the quick note. */
export const type: Step = inTurn('typing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const place = scene.random.pick<NewNotePlace>(['new', 'quick']);
  const before = await typedIn(scene, place);
  if (before === null) return null;
  const text = [before.text, person.ledger.fresh()].filter((part) => part !== '').join(' ');
  const draft: Draft = { place, content: { title: before.title, text } };
  const done = await asked(scene, 'drafts:keep', person.uid, draft);
  if (done.ok) {
    person.ledger.committed(before, draft.content);
    wroteAt(scene.device, person, draft.content);
  }
  return `type ${quoted(draft.content)} in ${place}: ${done.ok ? 'kept' : done.reason}`;
});

/** Makes a note of what was typed. */
export const saveTyped: Step = inTurn('typing', async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const place = scene.random.pick<NewNotePlace>(['new', 'quick']);
  const content = await typedIn(scene, place);
  if (content === null || !hasContent(content)) return null;
  return saveAs(scene, person, place, content);
});

async function saveAs(
  scene: Scene,
  person: Person,
  place: NewNotePlace,
  content: NoteContent,
): Promise<string> {
  const id = await asked(scene, 'notes:add', person.uid, content, place);
  if (!id.ok) return `save what was typed in ${place}: ${id.reason}`;
  person.touched.add(id.value);
  scene.world.expected?.get(person)?.set(id.value, { ...content, isArchived: false, isDeleted: false });
  return `save ${quoted(content)} of ${place} as ${id.value}`;
}

/** What the box shows; null where nobody can tell. */
async function typedIn(scene: Scene, place: NewNotePlace): Promise<NoteContent | null> {
  const drafts = await asked(scene, 'drafts:list');
  if (!drafts.ok) return null;
  return drafts.value.find((draft) => draft.place === place)?.content ?? { title: '', text: '' };
}
