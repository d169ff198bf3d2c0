import { expect, test } from 'vitest';
import { endOf, progressWords } from '#renderer/transfer/words.ts';
import type { ImportResult, TransferState } from '#shared/transfer.ts';
import { EMPTY_RESULT } from '#tests/support/import-result.ts';

const nothing: ImportResult = EMPTY_RESULT;
const broken = [{ file: 'a.json', reason: 'It is damaged.' }];

test.each<[Partial<ImportResult>, string]>([
  [{ added: 1 }, '1 note imported.'],
  [
    { added: 1200, known: 1, empty: 2 },
    '1,200 notes imported. 1 was here already. 2 empty notes were skipped.',
  ],
  [{ known: 3 }, '0 notes imported. 3 were here already.'],
  [{ broken }, 'No notes were imported.'],
  [{ added: 2, broken }, '2 notes imported.'],
  [
    { added: 2, pictures: { copied: 3, notCopied: 1, folder: '/p' } },
    '2 notes imported. 3 attached files were copied. 1 attached file was not copied, only named in the note.',
  ],
])('the end of an import with the result %j is described as %j', (result, words) => {
  expect(endOf({ status: 'imported', result: { ...nothing, ...result } })).toBe(words);
});

test.each<[TransferState, string | null]>([
  [{ status: 'idle' }, null],
  [{ status: 'choosing', kind: 'export' }, null],
  [{ status: 'running', kind: 'export', done: 1, total: 2 }, null],
  [{ status: 'stopped', kind: 'export' }, 'The export was stopped, and nothing of it was left behind.'],
  [{ status: 'failed', kind: 'export', reason: 'No room.' }, 'No room.'],
  [{ status: 'exported', result: { notes: 2, file: '/x' } }, '2 notes exported.'],
])('the end of a transfer in the state %j is described as %j', (state, words) => {
  expect(endOf(state)).toBe(words);
});

test('progress is shown in percent once the total is known, and below 100 % before the end', () => {
  expect(progressWords({ kind: 'import', done: 0, total: 0 })).toBe('Importing…');
  expect(progressWords({ kind: 'export', done: 999, total: 1000 })).toBe('Exporting… 99 %');
});
