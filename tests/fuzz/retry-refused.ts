/**
 * Retries everything that the cloud refused. A note that never arrived there gets a new id, because the old
 * one may belong to another user. The records of the run that refer to notes by id are updated here.
 */
import type { NoteFields } from '#shared/note/note.ts';
import { request } from './steps/request.ts';
import type { Scene } from './world.ts';
import { readRecords } from './records.ts';

export async function retryRefused(scene: Scene): Promise<void> {
  const { device, world } = scene;
  const { person } = device;
  if (person === null) return;
  const { database } = device.filesOf(person);
  const before = readRecords(database);
  const done = await request(scene, 'sync:retry', person.uid);
  if (!done.ok) return;
  const idsBefore = new Set(before.map(({ id }) => id));
  const after = readRecords(database);
  const made = after.filter(({ id }) => !idsBefore.has(id));
  const expected = world.expected?.get(person);
  for (const { id, fields, isRefused } of before) {
    if (!isRefused || after.some((record) => record.id === id)) continue;
    const place = made.findIndex((record) => sameFields(record.fields, fields));
    if (place === -1) continue;
    const [renamed] = made.splice(place, 1);
    if (renamed === undefined) continue;
    person.touched.add(renamed.id);
    if (expected?.delete(id) === true) expected.set(renamed.id, renamed.fields);
  }
}

function sameFields(first: NoteFields, second: NoteFields): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
