/** What the report of an import lists, section by section; each is folded until somebody opens it. */
import { countOf } from '#shared/base/count.ts';
import type { ImportProblem, ImportResult, LeftOutFiles } from '#shared/ipc/transfer.ts';

export interface ReportItem {
  /** A file or a note; empty if the reason is about all files below it. */
  readonly name: string;
  readonly reason: string;
  readonly files: readonly string[];
  /** How many further files there are. */
  readonly more: number;
}

export interface ReportSection {
  readonly heading: string;
  readonly items: readonly ReportItem[];
}

/** Names of one group that are shown; the saved report has more of them. */
const MOST_FILES = 20;

export function reportSections(result: ImportResult): readonly ReportSection[] {
  const { broken, leftOut, losses = [], converted = [], remarks = [] } = result;
  const missed = leftOut.filter(({ isExpected }) => !isExpected);
  const sections: readonly ReportSection[] = [
    { heading: `${countOf(broken.length, 'file')} could not be read`, items: broken.map(itemOf) },
    { heading: `${countOf(filesOf(missed), 'file')} left out`, items: missed.map(groupOf) },
    { heading: `${countOf(losses.length, 'detail')} not imported`, items: losses.map(itemOf) },
    { heading: `${countOf(converted.length, 'detail')} became text`, items: converted.map(itemOf) },
    { heading: `${countOf(remarks.length, 'detail')} to check`, items: remarks.map(itemOf) },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

/** How many files these groups have. */
function filesOf(groups: readonly LeftOutFiles[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function itemOf({ file, reason }: ImportProblem): ReportItem {
  return { name: file, reason, files: [], more: 0 };
}

function groupOf({ reason, count, files }: LeftOutFiles): ReportItem {
  const shown = files.slice(0, MOST_FILES);
  return { name: '', reason, files: shown, more: count - shown.length };
}
