import { expect, test } from 'vitest';
import { type NoteId, TRANSITIONS } from '#shared/note/note.ts';
import type { ImportedNote } from '#account/sync/local-notes.ts';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';

function imported(name: string, more: Partial<ImportedNote> = {}): ImportedNote {
  const extra = { importedFrom: { stringValue: 'elsewhere' } };
  return { id: `${name}-imported` as NoteId, knownAs: null, fields: fields(name, ''), extra, ...more };
}

async function loaded() {
  const cloud = createFakeCloud();
  const device = createDevice(cloud);
  device.engine.start();
  await settle();
  return { cloud, device };
}

test('each imported note is placed above the one before it, and all are pushed with their extra fields', async () => {
  const { cloud, device } = await loaded();
  const notes = ['a', 'b', 'c'].map((name) => imported(name, { fields: fields('', name) }));
  expect(device.notes.addImported(notes)).toBe(3);
  expect(device.texts()).toEqual(['c', 'b', 'a']);
  await settle();
  expect([...cloud.documents.values()].map(({ fields: { text }, extra }) => ({ text, extra }))).toEqual(
    notes.map(({ fields: { text }, extra }) => ({ text, extra })),
  );
});

test.each(['edited', 'archived', 'trashed'])(
  'an imported note that was %s after its import is not changed by another import',
  async (what) => {
    const { device } = await loaded();
    const note = imported('a');
    device.notes.addImported([note]);
    if (what === 'edited') device.edit(note.id, { title: 'a', text: 'more' });
    if (what === 'archived') device.notes.change(note.id, { to: TRANSITIONS.archive });
    if (what === 'trashed') device.notes.change(note.id, { to: TRANSITIONS.trash });
    const before = device.shown(note.id);
    expect(device.notes.addImported([note])).toBe(0);
    expect(device.shown(note.id)).toEqual(before);
  },
);

test('a note that the account has under another id is not imported again, until that note is deleted for ever', async () => {
  const { device } = await loaded();
  const knownAs = device.notes.add({ title: 'a', text: '' });
  expect(device.notes.addImported([imported('a', { knownAs })])).toBe(0);
  device.notes.deleteForever(knownAs);
  expect(device.notes.addImported([imported('a', { knownAs })])).toBe(1);
});

test('an imported note whose deletion for ever is pending comes back', async () => {
  const { cloud, device } = await loaded();
  const note = imported('a');
  device.notes.addImported([note]);
  await settle();
  cloud.freeze();
  device.notes.deleteForever(note.id);
  expect(device.shown(note.id)).toBeNull();
  expect(device.notes.addImported([note])).toBe(1);
  expect(device.shown(note.id)).toMatchObject({ title: 'a' });
});

test.each(['took effect', 'did not take effect'])(
  '[S7.3] a note that is imported again while its deletion has no answer stays, even if the deletion %s',
  async (outcome) => {
    const { cloud, device } = await loaded();
    const note = imported('a');
    device.notes.addImported([note]);
    await settle();
    const basedOn = cloud.documents.get(note.id)?.updateTime;
    if (basedOn === undefined) throw new Error('The note is not in the cloud');
    // The live query reports the deletion only later.
    cloud.silent = true;
    const failure = { kind: 'wait', reason: 'cloud-client-failed' } as const;
    cloud.faultNextCommit(outcome === 'took effect' ? { kind: 'lose-answer' } : { kind: 'fail', failure });
    device.notes.deleteForever(note.id);
    await settle();
    expect(cloud.documents.has(note.id)).toBe(outcome !== 'took effect');
    expect(device.notes.addImported([note])).toBe(1);
    device.clock.advance(1_000);
    await settle();
    // Now the first deletion arrives.
    const late = await cloud.connect().commit([{ kind: 'delete', id: note.id, basedOn }]);
    expect(late).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    cloud.catchUp();
    await settle();
    expect(device.shown(note.id)).toMatchObject({ title: 'a' });
    expect(cloud.documents.get(note.id)?.fields).toMatchObject({ title: 'a' });
    expect(device.store.counts()).toEqual({ pending: 0, refused: 0 });
    expect(device.history()).toEqual([]);
  },
);

test('if one imported note cannot be stored, none of them is added', async () => {
  const { device } = await loaded();
  const bad = {
    ...imported('b'),
    fields: { ...fields('b', ''), title: Symbol('no text') as unknown as string },
  };
  expect(() => device.notes.addImported([imported('a'), bad])).toThrow();
  expect(device.shown(imported('a').id)).toBeNull();
});
