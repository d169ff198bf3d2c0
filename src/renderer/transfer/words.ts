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

function importedWords(result: ImportResult): string {
  return [importHeading(result), otherWords(result)].filter((words) => words !== '').join(' ');
}

/** What an import has brought, in one sentence. */
export function importHeading({ added, known, files }: ImportResult): string {
  if (added > 0) return `${countOf(added, 'note')} imported.`;
  if (known === 1) return 'Nothing new: the note is here already.';
  if (known > 1) return `Nothing new: all ${countOf(known, 'note')} are here already.`;
  return files.met === 0 ? 'No notes were imported.' : 'No notes were found in these files.';
}

/** Further sentences; empty if there is nothing else to say. */
function otherWords({ added, known, empty, pictures }: ImportResult): string {
  const parts = [
    added > 0 && known > 0 && `${formatCount(known)} ${known === 1 ? 'was' : 'were'} here already.`,
    empty > 0 && `${countOf(empty, 'empty note')} ${empty === 1 ? 'was' : 'were'} skipped.`,
    pictures !== undefined && pictureWords(pictures),
  ];
  return parts.filter((part) => part !== false && part !== '').join(' ');
}

/**
 * The sentences of the report below its numbers, which they do not repeat. Files that nobody misses have a
 * sentence for each reason; the saved report has their names.
 */
export function sheetWords(result: ImportResult): string {
  const { pictures, leftOut } = result;
  const skipped = leftOut.filter(({ isExpected }) => isExpected).map(({ reason }) => reason);
  const where = pictures?.folder ?? null;
  const parts = [
    otherWords({ ...result, ...(pictures !== undefined && { pictures: { ...pictures, copied: 0 } }) }),
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
      `${countOf(notCopied, 'attached file')} ${notCopied === 1 ? 'was' : 'were'} not copied, only named in the note.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

export function progressWords({ kind, done, total }: TransferProgress): string {
  const doing = kind === 'export' ? 'Exporting…' : 'Importing…';
  return total === 0 ? doing : `${doing} ${Math.floor((done / total) * 100)} %`;
}
