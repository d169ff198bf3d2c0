/**
 * Two versions of a text, line by line: stretches that are in both, and hunks that differ. A choice for each
 * hunk makes a text of them. Choosing one side throughout gives that side's text, and no choice loses or
 * doubles a chosen line.
 */
import { alignedPlaces, newAlignmentBudget } from './align-text.ts';

export type Choice = 'mine' | 'theirs' | 'both';

export interface SameLines {
  readonly kind: 'same';
  readonly lines: readonly string[];
}

/** Lines of one side and the lines in their place on the other; one of the two may be empty. */
export interface Hunk {
  readonly kind: 'hunk';
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** A text with more hunks, which no user would decide one by one, becomes a single hunk. */
const MOST_HUNKS = 100;

/** Lines are separated by `\n`. No two hunks follow each other. */
export function hunksOf(mine: string, theirs: string): readonly (SameLines | Hunk)[] {
  const [myLines, theirLines] = [linesOf(mine), linesOf(theirs)];
  const places = alignedPlaces(myLines, theirLines, newAlignmentBudget());
  const whole: Hunk = { kind: 'hunk', mine: myLines, theirs: theirLines };
  if (places === null) return [whole];
  const stretches: (SameLines | Hunk)[] = [];
  let hunks = 0;
  let [at, theirAt] = [0, 0];
  while (at < myLines.length || theirAt < theirLines.length) {
    const start = at;
    while (at < myLines.length && places[at] === theirAt + at - start) at += 1;
    if (at > start) {
      stretches.push({ kind: 'same', lines: myLines.slice(start, at) });
      theirAt += at - start;
      continue;
    }
    while (places[at] === -1) at += 1;
    const theirEnd = places[at] ?? theirLines.length;
    stretches.push({
      kind: 'hunk',
      mine: myLines.slice(start, at),
      theirs: theirLines.slice(theirAt, theirEnd),
    });
    theirAt = theirEnd;
    hunks += 1;
  }
  return hunks > MOST_HUNKS ? [whole] : stretches;
}

/**
 * @param choices one for each stretch; only those for hunks count. `both` puts the lines of mine before those
 *   of theirs
 */
export function applyChoices(stretches: readonly (SameLines | Hunk)[], choices: readonly Choice[]): string {
  const lines = stretches.flatMap((stretch, index) => {
    if (stretch.kind === 'same') return stretch.lines;
    const choice = choices[index] ?? 'both';
    return choice === 'both' ? [...stretch.mine, ...stretch.theirs] : stretch[choice];
  });
  return lines.join('\n');
}

/** An empty text has no line, so that choosing both adds none to the other side. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}
