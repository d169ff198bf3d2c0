/** Edits texts as people do: whole lines are added and removed, and words within them. */
import { toggleTicks, withEdit } from '#shared/text/list-lines.ts';
import type { NoteContent } from '#shared/note/note.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

/**
 * Characters before the end of a line: that of Windows, and some that other programs treat as line ends.
 */
const ODD_ENDS = ['\r', '\u2028', '\v'];

/** Boxes that make a line an item of a list, ticked and not. */
const BOXES = ['☐ ', '☑ ', '- [ ] ', '- [x] '];

/** Words for an empty note. */
export function freshContent(random: Random, ledger: Ledger): NoteContent {
  const lines = Array.from({ length: random.integer(1, 3) }, () => freshLine(random, ledger));
  return { title: random.oneIn(2) ? ledger.freshWord() : '', text: lines.join('') };
}

/** The content after an edit; never empty. */
export function rewrite(before: NoteContent, random: Random, ledger: Ledger): NoteContent {
  const title = random.oneIn(6) ? ledger.freshWord() : before.title;
  const lines: string[] = before.text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  const at = random.integer(0, lines.length);
  const line = lines[at];
  switch (random.integer(1, 6)) {
    case 1:
      lines.splice(at, random.integer(0, 1), freshLine(random, ledger));
      break;
    case 2:
      if (line !== undefined) lines[at] = replaceWord(line, random, ledger);
      break;
    case 3:
      if (line !== undefined) lines[at] = `${ledger.freshWord()} ${line}`;
      break;
    case 4:
      lines.push(`${ledger.freshWord()}${random.oneIn(2) ? '\n' : ''}`);
      break;
    case 5:
      if (line !== undefined) lines[at] = toggleTick(line);
      break;
    default:
      lines.splice(at, 1);
  }
  // A line that follows one without an end must not run into its last word.
  const text = lines.map((one, index) => (index < lines.length - 1 ? ended(one) : one)).join('');
  return title === '' && text === '' ? { title, text: freshLine(random, ledger) } : { title, text };
}

function ended(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}

function freshLine(random: Random, ledger: Ledger): string {
  const words = Array.from({ length: random.integer(1, 3) }, () => ledger.freshWord());
  // Some texts fill pages of the database, so that its tables have inner pages.
  const gap = random.oneIn(4) ? ' '.repeat(random.integer(500, 2_500)) : '';
  const box = random.oneIn(3) ? random.pick(BOXES) : '';
  return `${box}${gap}${words.join(random.oneIn(4) ? '  ' : ' ')}${random.oneIn(4) ? random.pick(ODD_ENDS) : ''}\n`;
}

function replaceWord(line: string, random: Random, ledger: Ledger): string {
  const pieces = line.match(/\S+\s*|\s+/gu) ?? [];
  pieces[random.integer(0, pieces.length - 1)] = random.oneIn(5) ? '' : `${ledger.freshWord()} `;
  return pieces.join('');
}

/** Toggles the tick of a line. A line outside of lists stays unchanged. */
function toggleTick(line: string): string {
  const edit = toggleTicks(line, 0, 0);
  return edit === null ? line : withEdit(line, edit);
}
