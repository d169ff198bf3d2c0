/**
 * Pins, colours and labels that people give at a device, to one note or to many. Each label is given once, so
 * a label that a person gave and no person removed must exist at the end.
 */
import { areLabelsFixed, shownLabels } from '#shared/note/labels.ts';
import { type Marks, withMarks } from '#shared/note/marks.ts';
import type { Note } from '#shared/note/note.ts';
import { anyMarks } from '../any-marks.ts';
import type { Scene, Step } from '../world.ts';
import { readUnanswered } from '../records.ts';
import { request } from './request.ts';
import { inTurn } from './in-turn.ts';
import { expectIn, fieldsOf, pickShown, pickSome } from './notes.ts';

/**
 * The ending of labels that another client gave. Such a label must not come back once it is removed. A label
 * that a device gave or sent may come back, because the device never got the answer to that push.
 */
export const OF_ELSEWHERE = ' of elsewhere';

export const mark: Step = inTurn('changing', async (scene) => {
  const note = await pickShown(scene);
  return note === null ? null : markWith(scene, [note]);
});

/** Marks several notes in one transaction. */
export const markMany: Step = inTurn('changing', async (scene) => markWith(scene, await pickSome(scene)));

/** Renames a label of many notes as a page does: in slices, with other events in between. */
export const renameLabel: Step = inTurn('changing', async (scene) => {
  const { device, random } = scene;
  const notes = await pickSome(scene);
  const [old] = labelsOf(notes);
  if (old === undefined || device.person === null) return null;
  const marks: Marks = { removeLabels: [old], addLabels: [device.person.ledger.freshLabel()] };
  const some = notes.filter(({ labels }) => shownLabels(labels).includes(old));
  const half = random.integer(1, some.length);
  const first = await markNotes(scene, some.slice(0, half), marks);
  return `${first ?? ''}; ${(await markNotes(scene, some.slice(half), marks)) ?? ''}`;
});

async function markWith(scene: Scene, notes: readonly Note[]): Promise<string | null> {
  const { person } = scene.device;
  if (person === null || notes.length === 0) return null;
  return markNotes(scene, notes, anyMarks(scene.random, person.ledger, labelsOf(notes)));
}

async function markNotes(scene: Scene, notes: readonly Note[], marks: Marks): Promise<string | null> {
  const { person } = scene.device;
  if (notes.length === 0 || person === null) return null;
  const ids = notes.map(({ id }) => id);
  for (const id of ids) person.touched.add(id);
  const isSettled = scene.world.devices.every(
    (device) => device.person === person && device.sync.pending + device.sync.refused === 0,
  );
  const unanswered = new Set(readUnanswered(scene.device.filesOf(person).database));
  const done = await request(scene, 'notes:change', person.uid, [{ ids, to: marks }]);
  const what = `mark ${ids.join()} ${JSON.stringify(marks)}`;
  if (done.ok || done.maybeDone) person.ledger.recordLabelChange(marks.removeLabels ?? [], []);
  if (!done.ok) return `${what}: ${done.reason}`;
  const changed = new Set(done.value.reverse.flatMap((change) => change.ids));
  for (const { id, labels } of notes.filter((note) => changed.has(note.id))) {
    if (areLabelsFixed(labels)) continue;
    const taken = (marks.removeLabels ?? []).filter(
      (label) =>
        (isSettled || (label.endsWith(OF_ELSEWHERE) && !unanswered.has(id))) &&
        shownLabels(labels).includes(label),
    );
    person.takenLabels.set(id, [...(person.takenLabels.get(id) ?? []), ...taken]);
  }
  // If all notes were removed meanwhile, or their labels cannot be changed, none has the labels.
  if (changed.size > done.value.skipped.length) person.ledger.recordLabelChange([], marks.addLabels ?? []);
  for (const note of notes) expectIn(scene, person, note.id, withMarks(fieldsOf(note), marks));
  return what;
}

function labelsOf(notes: readonly Note[]): readonly string[] {
  return notes.flatMap(({ labels }) => shownLabels(labels));
}
