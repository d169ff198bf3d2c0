/**
 * A list's cards as a masonry: draws those on the screen and a few beyond, however many notes there are, and tells the
 * list's window of rows which they are. Cards move to their new places when the list changes; a focused card stays drawn
 * wherever the page is scrolled.
 */
import { makeStyles } from '@fluentui/react-components';
import { type JSX, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListName } from '#shared/note.ts';
import type { NoteRow } from '#shared/view.ts';
import { columnCount, columnWidth, GAP } from '../masonry/columns.ts';
import { layoutHeight, type Place, placeAt } from '../masonry/layout.ts';
import { cardsToDraw, type Masonry, visibleRange } from '../masonry/masonry.ts';
import { useMasonry } from '../masonry/use-masonry.ts';
import { useScroller } from './scroller.ts';
import { NARROW, useMedia } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';
import { LIST_INFO } from './lists.ts';
import { NoteCard } from './note-card.tsx';
import { type FocusedCard, focusedIndex, useCardKeys } from './use-card-keys.ts';
import type { ViewContent } from './view-window.ts';
import { viewWindow } from './views.ts';

const MOVE_TIME = 200;

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

/** Mounted with everything around it, the grid would look for what scrolls before that is there. */
export function CardGrid(props: CardGridProps): JSX.Element | null {
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the page is complete from here on, and not yet painted
    setMounted(true);
  }, []);
  return isMounted ? <Cards {...props} /> : null;
}

function Cards({ list, content }: CardGridProps): JSX.Element {
  const styles = useStyles();
  const scroller = useScroller();
  const gridRef = useRef<HTMLDivElement>(null);
  const place = usePlace(gridRef, scroller);
  const columns = columnCount(place.width, useMedia(NARROW));
  const cardWidth = place.width === 0 ? 0 : columnWidth(place.width, columns);
  const [focused, setFocused] = useState<FocusedCard | null>(null);
  const [settled, setSettled] = useState(false);
  const { masonry, isScrolling, watch } = useMasonry({
    gridRef,
    scroller,
    content,
    columns,
    cardWidth,
    place,
  });
  useMovingCards(gridRef, content, cardWidth, masonry?.scrollCorrection ?? 0);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the first cards are those that are there at the first paint
    setSettled(true);
  }, []);

  const { first, last } = masonry === null ? { first: 0, last: 0 } : visibleRange(masonry);
  useEffect(() => {
    viewWindow(list).setVisible(first, last);
  }, [list, first, last]);

  const focusHandlers = useCardKeys({
    gridRef,
    list,
    content,
    scrollTo: (index) => {
      const at = masonry === null ? null : placeAt(masonry.layout, index);
      if (at !== null) scroller.current?.scrollTo({ top: place.top + at.top - GAP });
    },
    onFocused: setFocused,
  });
  const focusedAt = focusedIndex(content, focused);
  const rowAt = (index: number): NoteRow | undefined =>
    content.rows[index - content.offset] ?? (index === focusedAt ? focused?.row : undefined);

  return (
    <div
      ref={gridRef}
      role="feed"
      aria-label={LIST_INFO[list].name}
      className={styles.grid}
      style={{ height: masonry === null ? 0 : layoutHeight(masonry.layout) }}
      {...focusHandlers}
    >
      {masonry !== null &&
        placesWith(masonry, focusedAt).map(({ index, column, top }) => {
          const row = rowAt(index);
          return (
            <div
              key={row?.id ?? index}
              ref={watch}
              data-index={index}
              className={styles.place}
              style={{ width: cardWidth, transform: `translate(${column * (cardWidth + GAP)}px, ${top}px)` }}
            >
              {row === undefined ? (
                <div className={styles.blank} aria-hidden />
              ) : (
                <NoteCard
                  row={row}
                  list={list}
                  query={content.query}
                  index={index}
                  total={content.atLeast === true ? null : content.total}
                  fresh={settled && !isScrolling}
                />
              )}
            </div>
          );
        })}
    </div>
  );
}

/** What is drawn: the screen's cards and the focused one, wherever it is. */
function placesWith(masonry: Masonry, focused: number): Place[] {
  const places = cardsToDraw(masonry);
  if (places.some(({ index }) => index === focused)) return places;
  const place = placeAt(masonry.layout, focused);
  return place === null ? places : [...places, place].toSorted((one, other) => one.index - other.index);
}

interface GridPlace {
  readonly width: number;
  /** How far below the scrolled content's top the grid starts. */
  readonly top: number;
  readonly viewportHeight: number;
}

function usePlace(
  gridRef: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): GridPlace {
  const [place, setPlace] = useState<GridPlace>({ width: 0, top: 0, viewportHeight: 0 });
  useLayoutEffect(() => {
    const grid = gridRef.current;
    const scrolled = scroller.current;
    if (grid === null || scrolled === null) return undefined;
    const measure = (): void => {
      const top = Math.round(
        grid.getBoundingClientRect().top - scrolled.getBoundingClientRect().top + scrolled.scrollTop,
      );
      const width = grid.clientWidth;
      const viewportHeight = scrolled.clientHeight;
      setPlace((old) =>
        old.width === width && old.top === top && old.viewportHeight === viewportHeight
          ? old
          : { width, top, viewportHeight },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [scrolled, grid, ...scrolled.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [gridRef, scroller]);
  return place;
}

/**
 * Lets cards glide for a moment after the list changed, and at no other time: never while scrolling, by hand or along
 * with what is read.
 */
function useMovingCards(
  gridRef: RefObject<HTMLElement | null>,
  content: ViewContent,
  cardWidth: number,
  scrollCorrection: number,
): void {
  const shown = useRef<{
    revision: number;
    query: string;
    cardWidth: number;
    scrollCorrection: number;
  } | null>(null);
  const { revision, query } = content;
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { revision, query, cardWidth, scrollCorrection };
    const grid = gridRef.current;
    if (grid === null || before === null || before.cardWidth !== cardWidth) return undefined;
    if (before.scrollCorrection !== scrollCorrection) {
      grid.toggleAttribute('data-moving', false);
      return undefined;
    }
    if (before.revision === revision && before.query === query) return undefined;
    grid.toggleAttribute('data-moving', true);
    const timer = setTimeout(() => grid.toggleAttribute('data-moving', false), MOVE_TIME + 50);
    return () => clearTimeout(timer);
  }, [gridRef, revision, query, cardWidth, scrollCorrection]);
}
