/** What the report of an import says of notes that came with changes. */
import { expect, test } from 'vitest';
import { imported } from './support/imported.ts';
import { keepFile, keepPage } from './support/keep-files.ts';
import { writeFiles } from './support/written-files.ts';

test('the report names what became text, with dates as people write them', async () => {
  const more = {
    textContent: 'milk',
    reminders: [{ time: '2019-05-01T11:43:20Z' }, { due: { year: 2020, month: 2, day: 3, hour: 9 } }],
    sharees: [{ email: 'bob@example.org' }],
  };
  const page = keepPage('B', ['words']).replace(
    '</div></body>',
    '<i class="sharee">c@example.org</i></div></body>',
  );
  const { result } = await imported(
    writeFiles({ 'a.json': keepFile(1, 'A', more), 'b.html': page, 'c.md': 'c' }),
  );
  expect(result.converted).toEqual([
    { file: 'A', reason: 'Reminder: 1 May 2019 at 11:43 UTC' },
    { file: 'A', reason: 'Reminder: 3 February 2020 at 09:00' },
    { file: 'A', reason: 'Shared with: bob@example.org' },
    { file: 'B', reason: 'Shared with: c@example.org' },
  ]);
});

test('the report names times that were not understood', async () => {
  const { result } = await imported(
    writeFiles({
      'a.json': keepFile(1, 'A', { userEditedTimestampUsec: 'yesterday' as never }),
      'b.md': '---\ntitle: B\ncreated: the day before\nmood: calm\n---\nwords',
    }),
  );
  expect(result.losses).toEqual([
    { file: 'A', reason: 'Its time userEditedTimestampUsec “yesterday” could not be read.' },
    { file: 'B', reason: 'A time was not understood, and is below its words: created: the day before' },
  ]);
});

test('hidden texts and pictures are named, and hidden settings are only said to be skipped', async () => {
  const { result } = await imported(
    writeFiles({ 'a.md': 'a', '.trash/old.md': 'old words', '.obsidian/app.json': '{"a":1}' }),
  );
  expect(result.leftOut).toMatchObject([
    { isExpected: false, files: [expect.stringContaining('old.md')] },
    { isExpected: true, files: [expect.stringContaining('app.json')] },
  ]);
});
