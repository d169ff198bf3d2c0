/**
 * Found by simulated seeds 22808 and 22896: a line was cut at a carriage return or a Unicode separator, and
 * the words before it were lost in the merge of two edits.
 */
import { expect, test } from 'vitest';
import type { NoteId } from '#shared/note/note.ts';
import { createDevice } from '#tests/support/device.ts';
import { createFakeCloud } from '#tests/support/fake-cloud.ts';
import { fields } from '#tests/support/fields.ts';
import { settle } from '#tests/support/settle.ts';

test.each([
  ['a carriage return', '\r\n'],
  ['a line separator', '\u2028'],
])('[S5] words before %s are not lost in a conflict of two edits', async (_name, end) => {
  const cloud = createFakeCloud();
  const id = 'note' as NoteId;
  cloud.put(id, fields('', `before${end}last`));
  const device = createDevice(cloud);
  device.engine.start();
  await settle();
  cloud.put(id, fields('', `elsewhere${end}last`));
  device.notes.edit(id, { title: '', text: `here${end}last` }, { title: '', text: `before${end}last` });
  await settle();
  expect(device.engine.state).toMatchObject({ phase: 'live', pending: 0 });
  const texts = [...cloud.documents.values()].map((document) => document.fields.text);
  expect(new Set(texts)).toEqual(new Set([`elsewhere${end}last`, `here${end}last`]));
});
