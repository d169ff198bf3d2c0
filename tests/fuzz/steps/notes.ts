/**
 * What people do to their notes at a device. Each action is told to the ledger when it was acknowledged, and must then be on
 * the screen at once (S1); one that failed was not acknowledged and must have changed nothing.
 */
import { AppError } from '#shared/error.ts';
import {
  type NoteContent,
  type NoteFields,
  type NoteId,
  type Transition,
  TRANSITIONS,
} from '#shared/note.ts';
import { contentOf, type DeviceAccount, type ShownNote } from '../device-account.ts';
import { wordsOf } from '../ledger.ts';
import type { Random } from '../random.ts';
import { freshContent, rewrite } from '../rewrite.ts';
import type { Scene, Step } from '../world.ts';

export const add: Step = (scene) => {
  const { account } = scene.device;
  if (account === null) return null;
  const content = freshContent(scene.random, account.person.ledger);
  const id = acknowledged(scene, account, () => account.notes.add(content));
  if (id === null) return 'add: failed';
  committed(scene, account, id, null, content);
  expectIn(scene, account, id, { ...content, isArchived: false, isDeleted: false });
  return `add ${id}: ${quoted(content)}`;
};

/** An edit of what is shown. */
export const edit: Step = (scene) => {
  const { random } = scene;
  const found = pickShown(scene);
  return found === null ? null : save(scene, found.account, found.id, contentOf(found.fields), random);
};

export const openDialog: Step = ({ world, device, random }) => {
  const { account } = device;
  const shown = account?.shown() ?? [];
  // With one device alone the outcome is to be known exactly, so nothing is merged.
  if (world.expected !== null || shown.length === 0) return null;
  const { id, fields } = random.pick(shown);
  device.dialog = { id, base: contentOf(fields) };
  return `open ${id}`;
};

/** An edit of what was shown when the dialog was opened. */
export const saveDialog: Step = (scene) => {
  const { device, random } = scene;
  const { account, dialog } = device;
  if (account === null || dialog === null) return null;
  device.dialog = null;
  return save(scene, account, dialog.id, dialog.base, random);
};

export const move: Step = (scene) => {
  const found = pickShown(scene);
  if (found === null) return null;
  const { account, id, fields } = found;
  const transition = scene.random.pick(Object.keys(TRANSITIONS) as Transition[]);
  const done = acknowledged(scene, account, () => account.notes.move(id, transition));
  if (done === null) return `${transition} ${id}: failed`;
  account.person.touched.add(id);
  expectIn(scene, account, id, { ...fields, ...TRANSITIONS[transition] });
  return `${transition} ${id}`;
};

export const deleteForever: Step = (scene) => {
  const found = pickShown(scene);
  if (found === null) return null;
  const { account, id, fields } = found;
  const done = acknowledged(scene, account, () => account.notes.deleteForever(id));
  if (done === null) return `delete ${id}: failed`;
  account.person.touched.add(id);
  account.person.ledger.committed(fields, null);
  expectIn(scene, account, id, null);
  return `delete ${id}`;
};

/**
 * S6: a note that another client removed comes back. Its old words are not owed: where a second device has brought back the
 * same note, the two are one again, and what was done to that one counts. So it gets new words at once.
 */
export const recover: Step = (scene) => {
  const { account } = scene.device;
  const removed = account?.removed() ?? [];
  if (account === null || removed.length === 0) return null;
  const id = scene.random.pick(removed);
  const before = new Set(account.shown().map((note) => note.id));
  const done = acknowledged(scene, account, () => account.notes.recover(id));
  if (done === null) return `recover ${id}: failed`;
  const back = account.shown().find((note) => !before.has(note.id));
  if (back === undefined) {
    scene.world.report(`[S6] ${id} was brought back and is not there`);
    return `recover ${id}`;
  }
  account.person.touched.add(back.id);
  return `recover ${id}; ${save(scene, account, back.id, contentOf(back.fields), scene.random)}`;
};

function save(scene: Scene, account: DeviceAccount, id: NoteId, base: NoteContent, random: Random): string {
  const after = rewrite(base, random, account.person.ledger);
  const holder = acknowledged(scene, account, () => account.notes.edit(id, after, base));
  if (holder === null) return `edit ${id}: failed`;
  account.person.touched.add(id);
  committed(scene, account, holder, base, after);
  const flags = scene.world.expected?.get(account.person)?.get(id);
  if (flags !== undefined) expectIn(scene, account, id, { ...flags, ...after });
  return `edit ${id}: ${quoted(base)} to ${quoted(after)}${holder === id ? '' : ` in ${holder}`}`;
}

/** @returns null where the action failed, which must then have changed nothing */
function acknowledged<Result>(scene: Scene, account: DeviceAccount, work: () => Result): Result | null {
  const { full, failures } = scene.device.disk;
  const before = full || failures > 0 ? account.shown() : null;
  try {
    return work();
  } catch (error) {
    const foreseen = error instanceof AppError && error.code === 'store-full';
    if (!foreseen) scene.world.report(`[S1] an action failed: ${String(error)}`);
    const same = before === null || JSON.stringify(before) === JSON.stringify(account.shown());
    if (!same) scene.world.report('[S1] an action failed and changed notes all the same');
    return null;
  }
}

/** `id` holds what was committed, and shows it. */
function committed(
  { world }: Scene,
  { person, shown }: DeviceAccount,
  id: NoteId,
  before: NoteContent | null,
  after: NoteContent,
): void {
  person.touched.add(id);
  person.ledger.committed(before, after);
  const fields = shown().find((note) => note.id === id)?.fields ?? null;
  const there = new Set(wordsOf(fields));
  const old = new Set(wordsOf(before));
  const lost = wordsOf(after).filter((word) => !old.has(word) && !there.has(word));
  if (lost.length > 0) world.report(`[S1] ${id} does not show ${lost.join()}, which was just committed`);
}

function expectIn({ world }: Scene, account: DeviceAccount, id: NoteId, fields: NoteFields | null): void {
  const notes = world.expected?.get(account.person);
  if (fields === null) notes?.delete(id);
  else notes?.set(id, fields);
}

function pickShown({ device, random }: Scene): (ShownNote & { readonly account: DeviceAccount }) | null {
  const { account } = device;
  const shown = account?.shown() ?? [];
  return account === null || shown.length === 0 ? null : { account, ...random.pick(shown) };
}

function quoted({ title, text }: NoteContent): string {
  return JSON.stringify([title, text]);
}
