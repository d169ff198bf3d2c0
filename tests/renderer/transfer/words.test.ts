import { expect, test } from 'vitest';
import { reportSections } from '#renderer/transfer/report-sections.ts';
import { endOf, progressWords, sheetWords } from '#renderer/transfer/words.ts';
import type { ImportResult, TransferState } from '#shared/ipc/transfer.ts';
import { EMPTY_RESULT } from '#tests/support/import-result.ts';

const nothing: ImportResult = EMPTY_RESULT;
const broken = [{ file: 'a.json', reason: 'It is damaged.' }];

test.each<[Partial<ImportResult>, string]>([
  [{ added: 1 }, '1 note imported.'],
  [
    { added: 1200, known: 1, empty: 2 },
    '1,200 notes imported. 1 was already here. 2 empty notes were skipped.',
  ],
  [{ known: 299 }, 'Nothing new: all 299 notes are already here.'],
  [{ known: 1 }, 'Nothing new: the note is already here.'],
  [{ broken }, 'No notes were imported.'],
  [{ added: 2, broken }, '2 notes imported.'],
  [
    { added: 2, pictures: { copied: 3, notCopied: 1, folder: '/p' } },
    '2 notes imported. 3 attached files were copied to /p. 1 attached file was not copied; the note names it.',
  ],
])('the end of an import with the result %j is described as %j', (result, words) => {
  expect(endOf({ status: 'imported', result: { ...nothing, ...result } })).toBe(words);
});

test.each<[TransferState, string | null]>([
  [{ status: 'idle' }, null],
  [{ status: 'choosing', kind: 'export' }, null],
  [{ status: 'running', kind: 'export', done: 1, total: 2 }, null],
  [{ status: 'stopped', kind: 'export' }, 'Export stopped. No file was left behind.'],
  [{ status: 'failed', kind: 'export', reason: 'No room.' }, 'No room.'],
  [{ status: 'exported', result: { notes: 2, file: '/x' } }, '2 notes exported.'],
])('the end of a transfer in the state %j is described as %j', (state, words) => {
  expect(endOf(state)).toBe(words);
});

test('progress is shown in percent once the total is known, and below 100 % before the end', () => {
  expect(progressWords({ kind: 'import', done: 0, total: 0 })).toBe('Importing…');
  expect(progressWords({ kind: 'export', done: 999, total: 1000 })).toBe('Exporting… 99 %');
});

test('the report of an import has a sentence for what was skipped, and repeats no number', () => {
  const page = { reason: 'Keep’s web-page copies were skipped.', count: 7, files: ['a'], isExpected: true };
  const missed = { reason: 'It is a Joplin backup.', count: 4, files: ['b'], isExpected: false };
  // The report has a section for the files that were not copied.
  const pictures = { copied: 3, notCopied: 5, folder: '/p' };
  expect(sheetWords({ ...nothing, added: 2, known: 1, leftOut: [missed, page], pictures })).toBe(
    '1 was already here. Attached files are in /p. Keep’s web-page copies were skipped.',
  );
  expect(sheetWords(nothing)).toBe('');
});

test('the report of an import has what a person may miss first, and names only some of many files', () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}.jex`);
  const sections = reportSections({
    ...EMPTY_RESULT,
    broken,
    leftOut: [
      { reason: 'It is a Joplin backup.', count: 600, files: names, isExpected: false },
      { reason: 'It is a file of the system.', count: 2, files: ['a', 'b'], isExpected: true },
    ],
    losses: broken,
    converted: broken,
    remarks: broken,
  });
  expect(sections.map(({ heading }) => heading)).toEqual([
    '1 file could not be read',
    '600 files left out',
    '1 detail not imported',
    '1 detail became text',
    '1 detail to check',
  ]);
  expect(sections[1]?.items).toEqual([
    { name: '', reason: 'It is a Joplin backup.', files: names.slice(0, 20), more: 580 },
  ]);
  expect(reportSections(EMPTY_RESULT)).toEqual([]);
});
