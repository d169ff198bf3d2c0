/**
 * Actions of people on their notes at a device. The ledger records each acknowledged action, and the app must
 * then answer with its result (S1). A failed action was not acknowledged: neither its words nor those that it
 * would have replaced are relied on.
 */
import { shownLabels } from '#shared/note/labels.ts';
import { withMarks } from '#shared/note/marks.ts';
import {
  type Note,
  type NoteContent,
  type NoteFields,
  type NoteId,
  type Transition,
  TRANSITIONS,
} from '#shared/note/note.ts';
import { wereFilesDamaged, recordWrite } from '../disk/damage-device.ts';
import { anyMarks } from '../any-marks.ts';
import { wordsOf } from '../ledger.ts';
import type { Person } from '../people.ts';
import { readDraftsOf, readPast, readRecords, readVersion } from '../records.ts';
import { freshContent, rewrite } from '../rewrite.ts';
import type { Scene, Step } from '../world.ts';
import { request } from './request.ts';
import { inTurn } from './in-turn.ts';
import { storeRefusedEdit, storeRefusedWords, listedPage, pageOf } from './page.ts';
import { mapFields, NO_FIELDS } from '#shared/note/note-fields.ts';

export const add: Step = async (scene) => {
  const { person } = scene.device;
  if (person === null) return null;
  const content = freshContent(scene.random, person.ledger);
  // Marks as in the creation box.
  const marks = scene.random.oneIn(3) ? anyMarks(scene.random, person.ledger) : {};
  const id = await request(scene, 'notes:add', person.uid, { ...content, marks }, null);
  if (!id.ok) {
    if (id.areWordsStored) storeRefusedWords(scene, person, content);
    return `add: ${id.reason}`;
  }
  await recordCommit(scene, person, id.value, null, content);
  person.ledger.recordLabelChange([], marks.addLabels ?? []);
  expectIn(scene, person, id.value, withMarks({ ...NO_FIELDS, ...content }, marks));
  return `add ${id.value}: ${quoted(content)} ${JSON.stringify(marks)}`;
};

/** Edits the currently shown content. */
export const edit: Step = inTurn('changing', async (scene) => {
  const { person } = scene.device;
  const note = await pickShown(scene);
  return note === null || person === null ? null : save(scene, person, note.id, contentOf(note));
});

export const openDialog: Step = async (scene) => {
  // With a single device the outcome must be known exactly, so nothing may be merged.
  const note = scene.world.alone ? null : await pickShown(scene);
  if (note === null) return null;
  scene.device.dialog = { id: note.id, base: contentOf(note) };
  return `open ${note.id}`;
};

/** Edits the content that was shown when the dialog was opened. */
export const saveDialog: Step = async (scene) => {
  const { person, dialog } = scene.device;
  if (person === null || dialog === null) return null;
  scene.device.dialog = null;
  return save(scene, person, dialog.id, dialog.base);
};

export const move: Step = inTurn('changing', async (scene) => {
  const note = await pickShown(scene);
  return note === null ? null : moveNotes(scene, [note]);
});

/** Moves some of the shown notes in one transaction. Some may already be in the target list. */
export const moveMany: Step = inTurn('changing', async (scene) => moveNotes(scene, await pickSome(scene)));

async function moveNotes(scene: Scene, notes: readonly Note[]): Promise<string | null> {
  const { person } = scene.device;
  if (notes.length === 0 || person === null) return null;
  const transition = scene.random.pick(Object.keys(TRANSITIONS) as Transition[]);
  const ids = notes.map(({ id }) => id);
  for (const id of ids) person.touched.add(id);
  if (scene.random.oneIn(4)) return takeBack(scene, person, notes, transition);
  const done = await request(scene, 'notes:change', person.uid, [{ ids, to: TRANSITIONS[transition] }]);
  if (!done.ok) return `${transition} ${ids.join()}: ${done.reason}`;
  expectAmong(
    scene,
    ids,
    done.value.reverse.flatMap((change) => change.ids),
  );
  for (const note of notes) {
    expectIn(scene, person, note.id, { ...fieldsOf(note), ...TRANSITIONS[transition] });
  }
  return `${transition} ${ids.join()}`;
}

/** Moves the notes as Undo does: only if they are still as they were shown (S5.12). */
async function takeBack(
  scene: Scene,
  person: Person,
  notes: readonly Note[],
  transition: Transition,
): Promise<string> {
  const changes = notes.map(({ id, isArchived, isDeleted }) => ({
    ids: [id],
    from: { isArchived, isDeleted },
    to: TRANSITIONS[transition],
  }));
  const what = `take back to ${transition} ${notes.map(({ id }) => id).join()}`;
  const done = await request(scene, 'notes:change', person.uid, changes);
  if (!done.ok) return `${what}: ${done.reason}`;
  for (const note of notes)
    expectIn(scene, person, note.id, { ...fieldsOf(note), ...TRANSITIONS[transition] });
  return what;
}

export const deleteForever: Step = inTurn('changing', async (scene) => {
  const note = await pickShown(scene);
  return note === null ? null : deleteNotes(scene, [note]);
});

export const deleteMany: Step = inTurn('changing', async (scene) =>
  deleteNotes(scene, await pickSome(scene)),
);

async function deleteNotes(scene: Scene, notes: readonly Note[]): Promise<string | null> {
  const { person } = scene.device;
  if (notes.length === 0 || person === null) return null;
  const ids = notes.map(({ id }) => id);
  for (const id of ids) person.touched.add(id);
  const moved = await request(scene, 'notes:change', person.uid, [{ ids, to: TRANSITIONS.trash }]);
  if (!moved.ok) return `trash ${ids.join()}: ${moved.reason}`;
  for (const note of notes) expectIn(scene, person, note.id, { ...fieldsOf(note), ...TRANSITIONS.trash });
  // If a damaged file restored an older state of a note, its later words are now earlier versions, which are
  // deleted with it.
  const { database } = scene.device.filesOf(person);
  const past = person.damaged ? ids.flatMap((id) => readPast(database, id)) : [];
  // Words of another device that are stored between the last answer and this request are deleted unseen.
  const arrived = readRecords(database).flatMap(({ id, fields }) => (ids.includes(id) ? [fields] : []));
  const drafts = readDraftsOf(database, ids);
  person.mustBeShown.clear();
  const done = await request(scene, 'notes:delete-forever', person.uid, ids);
  if (done.ok || done.maybeDone) {
    person.ledger.lose(new Set([...past, ...arrived, ...drafts].flatMap(wordsOf)));
    person.ledger.recordLabelChange(
      [...notes, ...arrived].flatMap(({ labels }) => shownLabels(labels)),
      [],
    );
    for (const note of notes) {
      // Its words are no longer owed.
      person.deleted.add(note.id);
      person.mayReturn.add(note.id);
      person.ledger.recordCommit(note, null);
      person.ledger.forgetPast({ id: note.id });
      // If another note's history was damaged, this note may have held the last copy of a common word.
      if (person.damaged) person.ledger.forgetPast({ words: new Set(wordsOf(note)) });
    }
  }
  if (!done.ok) return `delete ${ids.join()}: ${done.reason}`;
  expectAmong(scene, ids, done.value);
  expectAllDeleted(scene, person, ids, done.value);
  for (const id of done.value) expectIn(scene, person, id, null);
  return `delete ${ids.join()}`;
}

/** The notes answered as changed must be among the requested ones, each once. */
function expectAmong({ world }: Scene, wanted: readonly NoteId[], changed: readonly NoteId[]): void {
  const isFine = new Set(changed).size === changed.length && changed.every((id) => wanted.includes(id));
  if (!isFine) world.report(`[S1] ${changed.join()} is answered for ${wanted.join()}`);
}

/**
 * With a single device, only this person could have deleted the notes, which were just moved to the trash: a
 * repeated request has the answer that was lost. A refused note may have got another id.
 */
function expectAllDeleted(
  { world, device }: Scene,
  { damaged }: Person,
  wanted: readonly NoteId[],
  deleted: readonly NoteId[],
): void {
  if (!world.alone || damaged || device.sync.refused > 0) return;
  const missing = wanted.filter((id) => !deleted.includes(id));
  if (missing.length > 0) world.report(`[S1] nothing is answered for ${missing.join()}, which was deleted`);
}

/**
 * S6: restores a note that another client removed. Its old words are not owed: if a second device has
 * restored the same note, both are one note again, and the other device's changes count. So the note gets new
 * words at once.
 */
export const recover: Step = inTurn('changing', async (scene) => {
  const { device, random, world } = scene;
  const { person } = device;
  if (person === null) return null;
  const removed = await request(scene, 'removed:page', 0, 100);
  if (!removed.ok || removed.value.rows.length === 0) return null;
  const { version } = random.pick(removed.value.rows);
  // These words are in the note again, under any id, and no longer in the history.
  const words = new Set(wordsOf(readVersion(device.filesOf(person).database, version)));
  const before = await shownIds(scene);
  const done = await request(scene, 'removed:restore', person.uid, version);
  if (done.ok || done.maybeDone) person.ledger.forgetPast({ device: device.name, words });
  if (!done.ok) return `recover ${version}: ${done.reason}`;
  const after = await shownIds(scene);
  const back = [...(after ?? [])].find((id) => before?.has(id) === false);
  if (back === undefined) {
    // The restored note cannot be identified, although it is pushed.
    if (before === null || after === null) person.uncertain = true;
    else if (!person.damaged) world.report(`[S6] ${version} was brought back and is not there`);
    return `recover ${version}`;
  }
  person.touched.add(back);
  const note = await request(scene, 'notes:get', back);
  if (!note.ok) return `recover ${version}`;
  // A device that works alone finds words that it has discarded itself.
  expectIn(scene, person, back, fieldsOf(note.value));
  return `recover ${version}; ${await save(scene, person, back, contentOf(note.value))}`;
});

/** S6: forgets a note that another client removed. */
export const forgetRemoved: Step = inTurn('changing', async (scene) => {
  const { device, random } = scene;
  const { person } = device;
  // Salvaged words may exist nowhere else.
  if (person === null || wereFilesDamaged(device, person)) return null;
  const removed = await request(scene, 'removed:page', 0, 100);
  if (!removed.ok || removed.value.rows.length === 0) return null;
  const { version } = random.pick(removed.value.rows);
  const words = new Set(wordsOf(readVersion(device.filesOf(person).database, version)));
  const done = await request(scene, 'removed:forget', person.uid, version);
  if (done.ok || done.maybeDone) person.ledger.forgetPast({ device: device.name, words });
  return `forget ${version}${done.ok ? '' : `: ${done.reason}`}`;
});

export const clearHistory: Step = inTurn('changing', async (scene) => {
  const { device } = scene;
  const { person } = device;
  if (person === null || wereFilesDamaged(device, person)) return null;
  const done = await request(scene, 'history:clear', person.uid);
  if (done.ok || done.maybeDone) {
    person.ledger.forgetPast({ device: device.name });
    device.dialog = null;
  }
  return `clear the history${done.ok ? '' : `: ${done.reason}`}`;
});

async function save(scene: Scene, person: Person, id: NoteId, shown: NoteContent): Promise<string> {
  // The dialog shows the words typed in this note before, as a change of the note's content at that time.
  const page = await listedPage(scene, person);
  if (page === null) return `edit ${id}: the page has no drafts yet`;
  const draft = page.drafts.get(`edit ${id}`);
  const typed = draft?.content ?? shown;
  const base = draft?.place === 'edit' ? draft.base : shown;
  const after = rewrite(typed, scene.random, person.ledger);
  person.touched.add(id);
  const shownNow = wordsOfNote(scene, person, id);
  const saved = await request(scene, 'notes:edit', person.uid, id, after, base);
  if (!saved.ok) {
    if (saved.maybeDone) person.ledger.recordUnconfirmedCommit(base, after);
    if (saved.areWordsStored)
      storeRefusedEdit(scene, person, typed, { place: 'edit', id, content: after, base });
    return `edit ${id}: ${saved.reason}`;
  }
  pageOf(scene.device).drafts.delete(`edit ${id}`);
  // Words that were typed in the draft and removed now are no longer owed.
  person.ledger.recordTyping(typed, after, base);
  // If a person has deleted the note for ever, its earlier versions go as soon as this device learns of it.
  if (saved.value === id && !person.deleted.has(id)) {
    person.ledger.recordOverwrite(scene.device.name, id, only(base, shownNow), after);
    recordWrite(scene.device, person, base);
  }
  await recordCommit(scene, person, saved.value, base, after);
  const flags = scene.world.expected?.get(person)?.get(id);
  if (flags !== undefined) expectIn(scene, person, id, { ...flags, ...after });
  return `edit ${id}: ${quoted(base)} to ${quoted(after)}${saved.value === id ? '' : ` in ${saved.value}`}`;
}

/**
 * The words that the device shows in a note. Other words of an older base are in the history until that is
 * cleared.
 */
function wordsOfNote({ device }: Scene, person: Person, id: NoteId): ReadonlySet<string> {
  const note = readRecords(device.filesOf(person).database).find((record) => record.id === id);
  return new Set(wordsOf(note?.fields ?? null));
}

function only(content: NoteContent, words: ReadonlySet<string>): NoteContent {
  return {
    title: '',
    text: wordsOf(content)
      .filter((word) => words.has(word))
      .join(' '),
  };
}

/** Records a commit, whose words the note `id` must show. */
async function recordCommit(
  scene: Scene,
  person: Person,
  id: NoteId,
  before: NoteContent | null,
  after: NoteContent,
): Promise<void> {
  person.touched.add(id);
  person.ledger.recordCommit(before, after);
  recordWrite(scene.device, person, after);
  const note = await request(scene, 'notes:get', id);
  if (!note.ok || person.damaged) return;
  const wordsInNote = new Set(wordsOf(note.value));
  const old = new Set(wordsOf(before));
  const lost = wordsOf(after).filter((word) => !old.has(word) && !wordsInNote.has(word));
  if (lost.length > 0)
    scene.world.report(`[S1] ${id} does not show ${lost.join()}, which was just committed`);
}

export function expectIn({ world }: Scene, person: Person, id: NoteId, fields: NoteFields | null): void {
  const notes = world.expected?.get(person);
  if (fields === null) notes?.delete(id);
  else notes?.set(id, fields);
}

async function shownIds(scene: Scene): Promise<ReadonlySet<NoteId> | null> {
  try {
    return new Set((await scene.device.shown()).map(({ id }) => id));
  } catch {
    return null;
  }
}

export async function pickShown(scene: Scene): Promise<Note | null> {
  if (scene.device.person === null) return null;
  const ids = await shownIds(scene);
  if (ids === null || ids.size === 0) return null;
  const note = await request(scene, 'notes:get', scene.random.pick([...ids]));
  return note.ok ? note.value : null;
}

/** Up to five of the shown notes. */
export async function pickSome(scene: Scene): Promise<readonly Note[]> {
  const notes = new Map<NoteId, Note>();
  for (let tries = scene.random.integer(2, 5); tries > 0; tries -= 1) {
    const note = await pickShown(scene);
    if (note !== null) notes.set(note.id, note);
  }
  return [...notes.values()];
}

export function fieldsOf(note: Note): NoteFields {
  return mapFields<NoteFields>((name) => note[name]);
}

/** The fields as a dialog shows them. */
export function contentOf({ title, text }: Pick<NoteFields, 'title' | 'text'>): NoteContent {
  return { title: title ?? '', text: text ?? '' };
}

export function quoted({ title, text }: NoteContent): string {
  return JSON.stringify([title, text]);
}
