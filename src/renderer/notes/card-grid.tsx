/**
 * The masonry: draws the cards that the screen shows and a few beyond, however many notes there are, and tells
 * the view's window where the screen is. Cards move to their new places when the list changes; a focused card
 * stays drawn wherever the page is scrolled.
 */
import { makeStyles } from '@fluentui/react-components';
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type JSX, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListName } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';
import { useScroller } from '../shell/scroller.ts';
import { NARROW, useMedia } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { columnCount, columnWidth, GAP } from './columns.ts';
import { estimateHeight } from './estimate.ts';
import { LIST_INFO } from './lists.ts';
import { NoteCard } from './note-card.tsx';
import { useCardKeys } from './use-card-keys.ts';
import type { ViewContent } from './view-window.ts';
import { viewWindow } from './views.ts';

const MOVE_TIME = 200;
const NEAR_TOP = 300;

const useStyles = makeStyles({
  grid: {
    position: 'relative',
    width: '100%',
    '&[data-moving] > *': { transition: `transform ${MOVE_TIME}ms cubic-bezier(0.2, 0, 0, 1)` },
  },
  place: { position: 'absolute', top: 0, left: 0 },
  blank: { height: '120px', borderRadius: '14px', border: `1px solid ${ink.line}`, opacity: 0.5 },
});

interface CardGridProps {
  readonly list: ListName;
  readonly content: ViewContent;
}

export function CardGrid({ list, content }: CardGridProps): JSX.Element {
  const styles = useStyles();
  const scroller = useScroller();
  const gridRef = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(gridRef, scroller);
  const columns = columnCount(width, useMedia(NARROW));
  const cardWidth = columnWidth(width, columns);
  const { rows, ids, offset, total } = content;
  const rowAt = (index: number): NoteRow | undefined => rows[index - offset];
  const [focused, setFocused] = useState<number | null>(null);
  const [settled, setSettled] = useState(false);

  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled; its functions are not memoised
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: width === 0 ? 0 : total,
    lanes: columns,
    gap: GAP,
    overscan: 4,
    scrollMargin: top,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(rowAt(index), cardWidth),
    getItemKey: useCallback((index: number) => ids[index - offset] ?? index, [ids, offset]),
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
      return [...indexes, focused].toSorted((a, b) => a - b);
    },
  });

  useFreshLanes(virtualizer, gridRef, scroller, content, columns);
  useMovingCards(gridRef, content, cardWidth);
  useEffect(() => {
    setSettled(true);
  }, []);

  const { range } = virtualizer;
  const first = range?.startIndex ?? 0;
  const last = range?.endIndex ?? 0;
  useEffect(() => {
    viewWindow(list).reach(first, last);
  }, [list, first, last]);

  const focusHandlers = useCardKeys({
    gridRef,
    list,
    content,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    onFocusedIndex: setFocused,
  });

  return (
    <div
      ref={gridRef}
      role="feed"
      aria-label={LIST_INFO[list].name}
      className={styles.grid}
      style={{ height: virtualizer.getTotalSize() }}
      {...focusHandlers}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rowAt(item.index);
        return (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={styles.place}
            style={{
              width: cardWidth,
              transform: `translate(${item.lane * (cardWidth + GAP)}px, ${item.start - top}px)`,
            }}
          >
            {row === undefined ? (
              <div className={styles.blank} aria-hidden />
            ) : (
              <NoteCard
                row={row}
                list={list}
                query={content.query}
                index={item.index}
                total={total}
                fresh={settled && !virtualizer.isScrolling}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The grid's width, and how far below the scrolled content's top it starts. */
function usePlace(
  gridRef: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const grid = gridRef.current;
    const scrolled = scroller.current;
    if (grid === null || scrolled === null) return undefined;
    const measure = (): void => {
      const top = Math.round(
        grid.getBoundingClientRect().top - scrolled.getBoundingClientRect().top + scrolled.scrollTop,
      );
      const width = grid.clientWidth;
      setPlace((old) => (old.width === width && old.top === top ? old : { width, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [grid, ...scrolled.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [gridRef, scroller]);
  return place;
}

/**
 * The virtualiser keeps each index in its lane for good. After another query, other columns, or a change while the
 * list's start is on the screen, the lanes are dealt anew, so that they stay balanced; further down they are left
 * alone, so that nothing jumps under the reader. What is drawn keeps its measured size.
 */
function useFreshLanes(
  virtualizer: Virtualizer<HTMLElement, HTMLElement>,
  gridRef: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  content: ViewContent,
  columns: number,
): void {
  const dealt = useRef<{ query: string; columns: number; ids: ViewContent['ids'] } | null>(null);
  const { query, ids } = content;
  useLayoutEffect(() => {
    const before = dealt.current;
    dealt.current = { query, columns, ids };
    if (before === null) return;
    const sameShape = before.query === query && before.columns === columns;
    const nearTop = (scroller.current?.scrollTop ?? 0) < NEAR_TOP;
    if (sameShape && (before.ids === ids || !nearTop)) return;
    virtualizer.measure();
    // Takes the estimates in, against which the elements are measured next.
    virtualizer.getTotalSize();
    for (const place of gridRef.current?.children ?? []) {
      if (place instanceof HTMLElement) virtualizer.measureElement(place);
    }
  }, [virtualizer, gridRef, scroller, query, ids, columns]);
}

/** Lets cards glide for a moment after the list or the columns changed, and at no other time: never while scrolling. */
function useMovingCards(
  gridRef: RefObject<HTMLElement | null>,
  content: ViewContent,
  cardWidth: number,
): void {
  const shown = useRef<{ revision: number; query: string; cardWidth: number } | null>(null);
  const { revision, query } = content;
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { revision, query, cardWidth };
    const grid = gridRef.current;
    if (grid === null || before === null || before.cardWidth !== cardWidth) return undefined;
    if (before.revision === revision && before.query === query) return undefined;
    grid.toggleAttribute('data-moving', true);
    const timer = setTimeout(() => grid.toggleAttribute('data-moving', false), MOVE_TIME + 50);
    return () => clearTimeout(timer);
  }, [gridRef, revision, query, cardWidth]);
}
