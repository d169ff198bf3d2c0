/** The sentences about an export or import. */
import { assertNever } from '#shared/base/assert-never.ts';
import { countOf, formatCount } from '#shared/base/count.ts';
import type { ImportResult, TransferProgress, TransferState } from '#shared/ipc/transfer.ts';

/** How it ended, in short; null while it has not. */
export function endOf(state: TransferState): string | null {
  switch (state.status) {
    case 'idle':
    case 'choosing':
    case 'running':
      return null;
    case 'stopped':
      return state.kind === 'export'
        ? 'Export stopped. No file was left behind.'
        : 'Import stopped. The notes added so far stay; import again to add the rest.';
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

function importedWords(result: ImportResult): string {
  const { pictures } = result;
  const parts = [
    importHeading(result),
    otherWords(result),
    pictures === undefined ? '' : pictureWords(pictures),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** What an import has brought, in one sentence. */
export function importHeading({ added, known, files }: ImportResult): string {
  if (added > 0) return `${countOf(added, 'note')} imported.`;
  if (known === 1) return 'Nothing new: the note is already here.';
  if (known > 1) return `Nothing new: all ${countOf(known, 'note')} are already here.`;
  return files.met === 0 ? 'No notes were imported.' : 'No notes were found in these files.';
}

/** Further sentences; empty if there is nothing else to say. */
function otherWords({ added, known, empty }: ImportResult): string {
  const parts = [
    added > 0 && known > 0 && `${formatCount(known)} ${known === 1 ? 'was' : 'were'} already here.`,
    empty > 0 && `${countOf(empty, 'empty note')} ${empty === 1 ? 'was' : 'were'} skipped.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/**
 * The sentences of the report below its numbers, which they do not repeat, nor what its sections count. Files
 * that nobody misses have a sentence for each reason; the saved report has their names.
 */
export function sheetWords(result: ImportResult): string {
  const { pictures, leftOut } = result;
  const skipped = leftOut.filter(({ isExpected }) => isExpected).map(({ reason }) => reason);
  const where = pictures?.folder ?? null;
  const parts = [
    otherWords(result),
    pictures !== undefined && pictures.copied > 0 && where !== null ? `Attached files are in ${where}.` : '',
    ...skipped,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function pictureWords({ copied, notCopied, folder }: Required<ImportResult>['pictures']): string {
  const parts = [
    copied > 0 &&
      `${countOf(copied, 'attached file')} ${copied === 1 ? 'was' : 'were'} copied${folder === null ? '' : ` to ${folder}`}.`,
    notCopied > 0 &&
      `${countOf(notCopied, 'attached file')} ${notCopied === 1 ? 'was not copied; the note names it' : 'were not copied; the notes name them'}.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

export function progressWords({ kind, done, total }: TransferProgress): string {
  const doing = kind === 'export' ? 'Exporting…' : 'Importing…';
  return total === 0 ? doing : `${doing} ${Math.floor((done / total) * 100)} %`;
}
