/** The sentences about an export or import. */
import { assertNever } from '#shared/assert-never.ts';
import { countOf, formatCount } from '#shared/count.ts';
import type { ImportProblem, ImportResult, TransferProgress, TransferState } from '#shared/transfer.ts';

/** How it ended, in short; null while it has not. */
export function endOf(state: TransferState): string | null {
  switch (state.status) {
    case 'idle':
    case 'choosing':
    case 'running':
      return null;
    case 'stopped':
      return state.kind === 'export'
        ? 'The export was stopped, and nothing of it was left behind.'
        : 'The import was stopped. Notes that were added stay; importing again adds the others.';
    case 'failed':
      return state.reason;
    case 'exported':
      return `${countOf(state.result.notes, 'note')} exported.`;
    case 'imported':
      return importedWords(state.result);
    default:
      return assertNever(state);
  }
}

function importedWords({ added, known, empty, broken, pictures }: ImportResult): string {
  const parts = [
    added === 0 && broken.length > 0 && known === 0
      ? 'No notes were imported.'
      : `${countOf(added, 'note')} imported.`,
    known > 0 && `${formatCount(known)} ${known === 1 ? 'was' : 'were'} here already.`,
    empty > 0 && `${countOf(empty, 'empty note')} ${empty === 1 ? 'was' : 'were'} skipped.`,
    pictures !== undefined && pictureWords(pictures),
  ];
  return parts.filter((part) => part !== false).join(' ');
}

function pictureWords({ copied, notCopied }: Required<ImportResult>['pictures']): string {
  const parts = [
    copied > 0 && `${countOf(copied, 'attached file')} ${copied === 1 ? 'was' : 'were'} copied.`,
    notCopied > 0 &&
      `${countOf(notCopied, 'attached file')} ${notCopied === 1 ? 'was' : 'were'} not copied, only named in the note.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

export function progressWords({ kind, done, total }: TransferProgress): string {
  const doing = kind === 'export' ? 'Exporting…' : 'Importing…';
  return total === 0 ? doing : `${doing} ${Math.floor((done / total) * 100)} %`;
}

/** The heading of what the new notes came without. */
export const LOSSES_HEADING = 'Not everything of these notes could come';

export const LEFT_OUT_HEADING = 'Some files were left out';

export const REMARKS_HEADING = 'Something was guessed';

/** A line for each reason, with the files that it is about. */
export function leftOutProblems({ leftOut }: ImportResult): readonly ImportProblem[] {
  const missed = leftOut.filter(({ isExpected }) => !isExpected);
  return missed.map(({ reason, count, files }) => ({
    file: count === 1 ? (files[0] ?? '') : `${files[0]} and ${countOf(count - 1, 'other')}`,
    reason,
  }));
}

export function brokenHeading(broken: ImportResult['broken']): string {
  return broken.length === 1
    ? 'One file could not be read'
    : `${formatCount(broken.length)} files could not be read`;
}
