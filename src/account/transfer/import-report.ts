/**
 * The report of an import, as a text that a person can save: what came, what was here already, what could not
 * come and why.
 */
import { countOf } from '#shared/base/count.ts';
import type { ImportResult, LeftOutFiles } from '#shared/ipc/transfer.ts';
import { type Findings, type FoundNote, shownName, titleOf } from './findings.ts';

/**
 * A line for each note (`noteLine`). They are made one after the other, as those of a hundred thousand take a
 * while.
 */
export interface ReportedNotes {
  readonly added: readonly string[];
  readonly existing: readonly string[];
}

/** @param time milliseconds since the epoch */
export function reportOf(
  { added, existing }: ReportedNotes,
  findings: Findings,
  result: ImportResult,
  time: number,
): string {
  const { broken, leftOut, losses = [], converted = [], remarks = [], pictures, files } = result;
  const sections = [
    section('Imported', added),
    section('Already here', [
      ...existing,
      ...findings.repeated.map((name) => `${shownName(name)}: the files contain it twice`),
    ]),
    section('Could not be read', broken.map(problemLine)),
    section('Left out', leftOut.flatMap(leftOutLines)),
    section('Not imported', losses.map(problemLine)),
    section('Became text', converted.map(problemLine)),
    section('To check', remarks.map(problemLine)),
    pictures === undefined
      ? ''
      : `Pictures and recordings\n${countOf(pictures.copied, 'file')} copied${pictures.folder === null ? '' : ` to ${pictures.folder}`}, ${pictures.notCopied} not copied. The notes name them.\n`,
  ];
  const sum = `${countOf(files.met, 'file')}: ${files.came} imported, ${files.known} already here, ${files.leftOut} left out, ${files.failed} could not be read`;
  const date = new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  const head = `Import of notes into Inkling, ${date} UTC\n${sum}\n`;
  return [head, ...sections.filter((text) => text !== '')].join('\n');
}

function leftOutLines({ reason, count, files }: LeftOutFiles): readonly string[] {
  const more = count - files.length;
  return [...files.map((file) => `${file}: ${reason}`), ...(more > 0 ? [`${more} more: ${reason}`] : [])];
}

function section(name: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `${name} (${lines.length})\n${lines.map((line) => `- ${line}\n`).join('')}`;
}

export function noteLine({ note, from }: FoundNote): string {
  return `${titleOf(note)} (${shownName(from.name)})`;
}

function problemLine({ file, reason }: { readonly file: string; readonly reason: string }): string {
  return `${file}: ${reason}`;
}
