/**
 * The masonry as a hook: follows the list, the grid's width and the scrolling, measures cards before they are
 * painted, and scrolls the page so that visible cards stay in place.
 */
import { type RefCallback, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createCardHeights } from './card-heights.ts';
import type { Span } from './layout.ts';
import {
  applyContent,
  applyGrid,
  applyHeights,
  createMasonry,
  type ListContent,
  type Masonry,
  moveViewport,
} from './masonry.ts';

/** The masonry follows in steps of this many CSS pixels of scrolling; must be less than the overscan. */
const SCROLL_STEP = 48;

/** Milliseconds without scrolling before it counts as ended. */
const REST_MS = 540;

interface MasonryOptions {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: ListContent;
  readonly columns: number;
  /** 0 until it is known. */
  readonly cardWidth: number;
  /**
   * How far below the top of the scrolled content the grid starts, and the visible height of that content.
   */
  readonly place: { readonly top: number; readonly viewportHeight: number };
  /** Called when the page is scrolled to keep cards in place. */
  readonly onScrollAlong: () => void;
}

/** Whether the page is being scrolled only to keep cards in place, or to other cards. */
type Scrolling = 'no' | 'along' | 'to others';

interface MasonryInPage {
  /** Null until the grid's width is known. */
  readonly masonry: Masonry | null;
  readonly scrolling: Scrolling;
  /** The ref of each element that holds a card. The element has the card's index in `data-index`. */
  readonly watch: RefCallback<HTMLElement>;
}

export function useMasonry(options: MasonryOptions): MasonryInPage {
  const { gridRef, scroller, content, place, onScrollAlong } = options;
  const [state, setState] = useState<Masonry | null>(null);
  const [scrolling, setScrolling] = useState<Scrolling>('no');
  const [sizes] = useState(createSizeWatch);
  const applied = useRef(0);
  const masonry = withOptions(state, options);
  if (masonry !== state) setState(masonry);

  const scrollAlong = useEffectEvent(() => {
    if (masonry === null || masonry.scrollCorrection === applied.current) return;
    onScrollAlong();
    scroller.current?.scrollBy({ top: masonry.scrollCorrection - applied.current, behavior: 'instant' });
    applied.current = masonry.scrollCorrection;
  });
  const measure = useEffectEvent(() => {
    let differs = false;
    for (const element of gridRef.current?.children ?? []) {
      if (!(element instanceof HTMLElement) || masonry === null) continue;
      const row = content.rows[Number(element.dataset['index']) - content.offset];
      if (row !== undefined && masonry.grid.heights.measure(row, element.offsetHeight)) differs = true;
    }
    if (differs) setState((now) => now && applyHeights(now));
  });
  /**
   * Whether the page shows another part of the list than the masonry knows of. It knows of its own scrolling
   * at once.
   */
  const hasMoved = useEffectEvent((): boolean => {
    if (masonry === null || scroller.current === null) return false;
    return Math.abs(viewportOf(scroller.current, place.top).top - masonry.viewport.top) >= 1;
  });
  /** @param least ignores shorter scrolling, in CSS pixels */
  const followScroll = useEffectEvent((least: number) => {
    if (masonry === null || scroller.current === null) return;
    const viewport = viewportOf(scroller.current, place.top);
    const scrolled = Math.abs(viewport.top - masonry.viewport.top);
    const isOther = scrolled > 0 || viewport.bottom !== masonry.viewport.bottom;
    if (isOther && scrolled >= least) setState((now) => now && moveViewport(now, viewport));
  });

  // Gives cards their true heights and places before the browser paints.
  // oxlint-disable react/set-state-in-effect -- only what is drawn can be measured
  useLayoutEffect(() => {
    scrollAlong();
    measure();
    followScroll(0);
  });
  // oxlint-enable react/set-state-in-effect
  useLayoutEffect(() => sizes.listen(() => measure()), [sizes]);
  useLayoutEffect(() => {
    const scrolled = scroller.current;
    if (scrolled === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = (): void => {
      clearTimeout(timer);
      // Renders cards that scroll in within the same frame.
      flushSync(() => {
        const isToOthers = hasMoved();
        setScrolling((now) => (isToOthers ? 'to others' : now === 'no' ? 'along' : now));
        followScroll(SCROLL_STEP);
      });
    };
    const onScrollEnd = (): void => {
      timer = setTimeout(() => setScrolling('no'), REST_MS);
    };
    scrolled.addEventListener('scroll', onScroll, { passive: true });
    scrolled.addEventListener('scrollend', onScrollEnd);
    return () => {
      scrolled.removeEventListener('scroll', onScroll);
      scrolled.removeEventListener('scrollend', onScrollEnd);
      clearTimeout(timer);
    };
  }, [scroller]);

  return { masonry, scrolling, watch: sizes.watch };
}

/** Applies the options. @returns the same masonry if nothing changed */
function withOptions(
  masonry: Masonry | null,
  { content, columns, cardWidth, place }: MasonryOptions,
): Masonry | null {
  if (cardWidth <= 0) return masonry;
  if (masonry === null) {
    const viewport = { top: -place.top, bottom: place.viewportHeight - place.top };
    return createMasonry(content, { columns, cardWidth, heights: createCardHeights(cardWidth) }, viewport);
  }
  const { grid } = masonry;
  const isSameGrid = grid.columns === columns && grid.cardWidth === cardWidth;
  const inGrid = isSameGrid
    ? masonry
    : applyGrid(masonry, { columns, cardWidth, heights: createCardHeights(cardWidth) });
  return inGrid.content === content ? inGrid : applyContent(inGrid, content);
}

function viewportOf({ scrollTop, clientHeight }: HTMLElement, gridTop: number): Span {
  return { top: scrollTop - gridTop, bottom: scrollTop - gridTop + clientHeight };
}

interface SizeWatch {
  readonly watch: RefCallback<HTMLElement>;
  listen(onResize: () => void): () => void;
}

/** Reports when a watched element changes its size by itself, for example because a font has loaded. */
function createSizeWatch(): SizeWatch {
  let tell: (() => void) | null = null;
  const observer = new ResizeObserver(() => tell?.());
  return {
    watch(element) {
      if (element === null) return undefined;
      observer.observe(element);
      return () => observer.unobserve(element);
    },
    listen(onResize) {
      tell = onResize;
      return () => {
        tell = null;
      };
    },
  };
}
