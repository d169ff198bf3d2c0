/**
 * A list with rows of one height, of which only those on the screen are in the page: two thousand rows of
 * Fluent UI take seconds. Its parent element is what scrolls. Wherever it is scrolled to, the page also has
 * the first and the last row, the row that had the focus last with those beside it, and the shown one: the
 * focus stays where it is while its row is scrolled away, and Tab and the arrows always find the row that
 * they go to.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isTextField } from '../keyboard/shortcuts.ts';

/** The list follows after this many rows of scrolling; as many are drawn beyond the edges of the screen. */
const STEP = 4;

const useStyles = makeStyles({
  list: { position: 'relative', boxSizing: 'content-box', margin: '0', listStyleType: 'none' },
  row: { position: 'absolute', left: '0', right: '0' },
});

interface VirtualListProps {
  readonly label?: string;
  readonly className?: string;
  /** Each once. */
  readonly names: readonly string[];
  /** A row lives as long as this is the same; the name itself if left out. */
  readonly keyOf?: (name: string) => string;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** The name of the row that is scrolled to when another becomes it; null for none. */
  readonly shown: string | null;
  /**
   * What is in a row.
   * @param isStop whether it is the row where Tab stops, if the caller lets Tab stop at only one: the last
   *   focused row, or else
   * the shown one, or else the first
   */
  readonly children: (name: string, isStop: boolean) => ReactNode;
}

export function VirtualList(props: VirtualListProps): JSX.Element {
  const { label, className, names, keyOf = String, rowHeight, shown, children } = props;
  const styles = useStyles();
  const listRef = useRef<HTMLUListElement>(null);
  const [start, setStart] = useState(0);
  const [screenRows, setScreenRows] = useState(() => rowsOnScreen(rowHeight));
  const [focused, setFocused] = useState<string | null>(null);
  /**
   * The row that a key has moved the focus to: it is drawn first, while the row that has the focus is still
   * in the page.
   */
  const [destination, setDestination] = useState(0);
  const focusedIndex = focused === null ? -1 : names.indexOf(focused);
  const shownIndex = shown === null ? -1 : names.indexOf(shown);
  const isShownKnown = shownIndex !== -1;
  const stop = [focusedIndex, shownIndex, 0].find((index) => index !== -1);

  useLayoutEffect(() => {
    const scroller = listRef.current?.parentElement;
    if (!scroller) return undefined;
    const follow = (): void => {
      setStart(Math.floor(scroller.scrollTop / rowHeight / STEP) * STEP);
      setScreenRows(rowsOnScreen(rowHeight));
    };
    // Rows that scroll in are drawn in the same frame.
    const onScroll = (): void => flushSync(follow);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', follow);
    };
  }, [rowHeight]);

  useLayoutEffect(() => {
    const row = listRef.current?.querySelector(`[aria-posinset="${shownIndex + 1}"]`);
    if (row) scrollTo(row);
    // oxlint-disable-next-line react/exhaustive-deps -- not when the row only moves, because rows come and go above it
  }, [shown, isShownKnown]);

  const beside = [focusedIndex - 1, focusedIndex, focusedIndex + 1];
  const always = new Set([0, names.length - 1, ...beside, shownIndex, destination]);
  // If the list has become shorter, the browser scrolls it only after this is drawn.
  const first = Math.max(0, Math.min(start, names.length - screenRows));
  const isInPage = (index: number): boolean =>
    (index >= first - STEP && index < first + screenRows + 2 * STEP) || always.has(index);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys that bubble from the controls inside
    <ul
      ref={listRef}
      aria-label={label}
      className={mergeClasses(styles.list, className)}
      style={{ height: names.length * rowHeight }}
      onKeyDown={(event) =>
        stepThroughRows(event, (position) => flushSync(() => setDestination(position - 1)))
      }
      onFocus={({ target }) => setFocused(names[positionOf(target) - 1] ?? null)}
    >
      {names.map(
        (name, index) =>
          isInPage(index) && (
            <li
              key={keyOf(name)}
              aria-setsize={names.length}
              aria-posinset={index + 1}
              className={styles.row}
              style={{ top: index * rowHeight, height: rowHeight }}
            >
              {children(name, index === stop)}
            </li>
          ),
      )}
    </ul>
  );
}

/** No list is higher than the window. */
function rowsOnScreen(rowHeight: number): number {
  return Math.ceil(innerHeight / rowHeight);
}

/** Of the row that the element is in, beginning with 1. */
function positionOf(element: Element): number {
  return Number(element.closest('li')?.ariaPosInSet);
}

function scrollTo(row: Element): void {
  const scroller = row.parentElement?.parentElement;
  if (!scroller) return;
  const { top, bottom } = row.getBoundingClientRect();
  const edges = scroller.getBoundingClientRect();
  scroller.scrollTop += Math.min(0, top - edges.top) + Math.max(0, bottom - edges.bottom);
}

/**
 * Moves the focus to the same control of another row; at the ends it stays. Home and End belong to a text
 * field.
 * @param draw draws the row, which may be far from the screen
 */
function stepThroughRows(event: KeyboardEvent<HTMLElement>, draw: (position: number) => void): void {
  const { key, target, currentTarget: list } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof Element))
    return;
  const position = positionOf(target);
  const size = Number(list.lastElementChild?.ariaPosInSet);
  // The last row of a screenful is the first of the next.
  const screenful = Math.floor((list.parentElement?.clientHeight ?? 0) / (list.clientHeight / size)) - 1;
  const positions: Readonly<Record<string, number>> = {
    ArrowDown: position + 1,
    ArrowUp: position - 1,
    PageDown: position + screenful,
    PageUp: position - screenful,
    ...(!isTextField(target) && { Home: 1, End: size }),
  };
  const wanted = positions[key];
  if (wanted === undefined) return;
  event.preventDefault();
  const next = Math.min(Math.max(wanted, 1), size);
  draw(next);
  const controls = list.querySelectorAll<HTMLElement>(`[aria-posinset="${next}"] ${target.localName}`);
  [...controls].at(-1)?.focus();
}
