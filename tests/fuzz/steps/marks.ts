/**
 * Pins, colours and labels that people give at a device, to one note or to many. Each label is given once, so that one that somebody gave
 * and nobody took away must stand somewhere in the end.
 */
import { shownLabels } from '#shared/labels.ts';
import { type Marks, withMarks } from '#shared/marks.ts';
import type { Note } from '#shared/note.ts';
import { anyMarks } from '../any-marks.ts';
import type { Scene, Step } from '../world.ts';
import { readUnanswered } from '../records.ts';
import { asked } from './asked.ts';
import { inTurn } from './in-turn.ts';
import { expectIn, fieldsOf, pickShown, pickSome } from './notes.ts';

/**
 * What labels end with that another client gave. One that is taken away stays so; one that a device gave, or has sent, may come back with an
 * answer to that which it never got.
 */
export const OF_ELSEWHERE = ' of elsewhere';

export const mark: Step = inTurn('changing', async (scene) => {
  const note = await pickShown(scene);
  return note === null ? null : markWith(scene, [note]);
});

/** In one transaction. */
export const markMany: Step = inTurn('changing', async (scene) => markWith(scene, await pickSome(scene)));

/** As a page renames a label of many notes: in slices, between which anything may happen. */
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
  const done = await asked(scene, 'notes:mark', person.uid, ids, marks);
  const what = `mark ${ids.join()} ${JSON.stringify(marks)}`;
  if (done.ok || done.maybeDone) person.ledger.relabelled(marks.removeLabels ?? [], []);
  if (!done.ok) return `${what}: ${done.reason}`;
  const changed = new Set(done.value.flatMap((one) => one.ids));
  for (const { id, labels } of notes.filter((note) => changed.has(note.id))) {
    const taken = (marks.removeLabels ?? []).filter(
      (label) =>
        (isSettled || (label.endsWith(OF_ELSEWHERE) && !unanswered.has(id))) &&
        shownLabels(labels).includes(label),
    );
    person.takenLabels.set(id, [...(person.takenLabels.get(id) ?? []), ...taken]);
  }
  // Of notes that went meanwhile nobody has it.
  if (done.value.length > 0) person.ledger.relabelled([], marks.addLabels ?? []);
  for (const note of notes) expectIn(scene, person, note.id, withMarks(fieldsOf(note), marks));
  return what;
}

function labelsOf(notes: readonly Note[]): readonly string[] {
  return notes.flatMap(({ labels }) => shownLabels(labels));
}
