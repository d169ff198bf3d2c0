/** The text of a note on its card, with list boxes that can be ticked. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtomValue } from 'jotai';
import { type JSX, type MouseEvent, useId } from 'react';
import { type Box, boxesIn, type Line, linesIn } from '#shared/text/list-lines.ts';
import type { ListName } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { hiddenTicksAtom, hideTicks } from '../../lists/hidden-ticks.ts';
import { indentWidth, LEVEL } from '../../lists/nesting.ts';
import { TickBox } from '../../lists/tick-box.tsx';
import { TickedToggle } from '../../lists/ticked-toggle.tsx';
import { tokens } from '../../theme/theme.ts';
import { truncateForCard } from './truncate-text.ts';
import { useCardTabIndex } from './card-tab-index.ts';
import { LIST_INFO } from '../state/lists.ts';
import { NoteText } from './note-text.tsx';
import { useTicks } from '../actions/tick-note.ts';

/** Slightly more than fits on a card; not much more, because Tab must not reach invisible boxes. */
const MOST_LINES = 12;
/** Deeper levels would leave no room for words. In CSS pixels. */
const MOST_INDENT = 3 * LEVEL;

const useStyles = makeStyles({
  lines: { display: 'block' },
  // High enough for a finger to hit only one box.
  line: { display: 'block', position: 'relative', padding: '1px 0 2px' },
  // Out of the text flow: a long word would wrap and leave the box alone on its line.
  box: { position: 'absolute', top: '0', display: 'flex' },
  ticked: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
  toggle: { margin: '4px 0 -4px' },
});

interface CardTextProps {
  readonly row: NoteRow;
  readonly list: ListName;
  readonly query: string;
  /** The greatest number of letters per line, see `truncate-text.ts`. */
  readonly lettersPerLine: number;
}

export function CardText(props: CardTextProps): JSX.Element {
  const { row, query, lettersPerLine } = props;
  if (boxesIn(row.excerpt).length > 0) return <Lines {...props} />;
  const text = truncateForCard(row.excerpt, lettersPerLine);
  return <NoteText text={withEnd(text, row.clipped || text !== row.excerpt)} query={query} />;
}

/** Marks a cut end, because with very narrow letters a card may have room for more than is drawn. */
function withEnd(text: string, isCut: boolean): string {
  return isCut ? `${text}…` : text;
}

function Lines({ row, list, query }: CardTextProps): JSX.Element {
  const styles = useStyles();
  const hidesTicked = useAtomValue(hiddenTicksAtom).has(row.id);
  const [excerpt, toggle] = useTicks(row);
  const lines = linesIn(withEnd(excerpt, row.clipped));
  const shown = hidesTicked ? lines.filter(({ box }) => box?.isTicked !== true) : lines;
  const tick = (box: Box) => (event: MouseEvent<HTMLButtonElement>) => {
    if (hidesTicked) focusBeside(event.currentTarget);
    toggle(box);
  };
  return (
    <>
      {joinWords(shown.slice(0, MOST_LINES)).map(({ start, text, box }) =>
        box === null ? (
          <span key={start} className={styles.lines}>
            {/* The newline gives an empty last line its height. */}
            <NoteText text={`${text}\n`} query={query} />
          </span>
        ) : (
          <BoxLine
            key={start}
            box={box}
            indent={text.slice(0, box.mark - start)}
            words={text.slice(box.words - start)}
            query={query}
            onTick={LIST_INFO[list].editable ? tick(box) : null}
          />
        ),
      )}
    </>
  );
}

function joinWords(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    if (before === undefined || before.box !== null || line.box !== null) joined.push(line);
    else joined[joined.length - 1] = { ...before, text: `${before.text}\n${line.text}` };
  }
  return joined;
}

interface BoxLineProps {
  readonly box: Box;
  readonly indent: string;
  readonly words: string;
  readonly query: string;
  readonly onTick: ((event: MouseEvent<HTMLButtonElement>) => void) | null;
}

function BoxLine({ box, indent, words, query, onTick }: BoxLineProps): JSX.Element {
  const styles = useStyles();
  const tabIndex = useCardTabIndex();
  const wordsId = useId();
  const start = Math.min(indentWidth(indent), MOST_INDENT);
  const isEmpty = words.trim() === '';
  return (
    <span
      className={styles.line}
      dir="auto"
      style={{ paddingInlineStart: start + LEVEL }}
      // The focus may have scrolled the card to a line below its lower edge.
      onBlur={(event) => event.currentTarget.parentElement?.scrollTo({ top: 0 })}
    >
      <span className={styles.box} style={{ insetInlineStart: start }}>
        <TickBox
          wordsId={isEmpty ? null : wordsId}
          isTicked={box.isTicked}
          tabIndex={tabIndex}
          onTick={onTick}
        />
      </span>
      <span id={wordsId} className={mergeClasses(box.isTicked && styles.ticked)}>
        <NoteText text={isEmpty ? '\n' : words} query={query} />
      </span>
    </span>
  );
}

/** If ticked lines are hidden, a ticked box disappears, so the next one gets the focus. */
function focusBeside(box: HTMLElement): void {
  const card = box.closest<HTMLElement>('article, [data-near-note]');
  const boxes = [...(card?.querySelectorAll<HTMLElement>('[data-box]') ?? [])];
  const at = boxes.indexOf(box);
  const beside = boxes[at + 1] ?? boxes[at - 1] ?? card;
  beside?.focus({ preventScroll: true });
}

/** The button that shows or hides a card's ticked lines, if it has any. */
export function TickedLinesToggle({ row }: { readonly row: NoteRow }): JSX.Element | null {
  const styles = useStyles();
  const tabIndex = useCardTabIndex();
  const isHiding = useAtomValue(hiddenTicksAtom).has(row.id);
  const count = boxesIn(row.excerpt).filter(({ isTicked }) => isTicked).length;
  if (count === 0) return null;
  return (
    <div className={styles.toggle}>
      <TickedToggle
        // More ticked lines may follow the excerpt.
        words={row.clipped ? `${count}+ ticked` : `${count} ticked`}
        isHiding={isHiding}
        tabIndex={tabIndex}
        onToggle={() => hideTicks(row.id, !isHiding)}
      />
    </div>
  );
}
