/**
 * A list with rows of equal height that renders only those on the screen, because two thousand Fluent UI rows
 * take seconds. Its parent element scrolls. Some rows are always rendered: the first, the last, the shown
 * one, and the last focused one with its neighbours. So the focus survives scrolling, and Tab and arrows
 * always find their target.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isTextField } from '../keyboard/shortcuts.ts';

/**
 * The rendered range moves in steps of this many rows; as many are rendered beyond the edges of the screen.
 */
const STEP = 4;

const useStyles = makeStyles({
  list: { position: 'relative', boxSizing: 'content-box', margin: '0', listStyleType: 'none' },
  row: { position: 'absolute', left: '0', right: '0' },
});

interface VirtualListProps {
  readonly label?: string;
  readonly className?: string;
  /** Unique names. */
  readonly names: readonly string[];
  /** The React key of a row; the name if left out. */
  readonly keyOf?: (name: string) => string;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** The list scrolls to this row when it changes; null for none. */
  readonly shown: string | null;
  /**
   * Renders a row's content.
   * @param isStop whether Tab stops at this row, for callers with a single tab stop: the last focused row,
   *   else the shown one, else the first
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
   * The row that a key moves the focus to. It is rendered first, while the focused row is still in the page.
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
    // Renders rows that scroll in within the same frame.
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
    // oxlint-disable-next-line react/exhaustive-deps -- not when the row only moves because rows above it change
  }, [shown, isShownKnown]);

  const beside = [focusedIndex - 1, focusedIndex, focusedIndex + 1];
  const always = new Set([0, names.length - 1, ...beside, shownIndex, destination]);
  // If the list has become shorter, the browser corrects the scroll position only after this is rendered.
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

/** No list is taller than the window. */
function rowsOnScreen(rowHeight: number): number {
  return Math.ceil(innerHeight / rowHeight);
}

/** The position of the row around the element, beginning with 1. */
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
 * Moves the focus to the same control of another row, and stays at the ends. Home and End belong to a text
 * field.
 * @param draw renders the target row, which may be far off the screen
 */
function stepThroughRows(event: KeyboardEvent<HTMLElement>, draw: (position: number) => void): void {
  const { key, target, currentTarget: list } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof Element))
    return;
  const position = positionOf(target);
  const size = Number(list.lastElementChild?.ariaPosInSet);
  // The last row of a page becomes the first of the next.
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
