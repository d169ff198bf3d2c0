/**
 * Keeps the masonry under its viewport: follows the list, the grid's width and the scrolling, measures what is drawn
 * before it is painted, and scrolls along with what is read.
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

/** The masonry follows once the page is scrolled by so much; less than is drawn beyond the viewport's edges. */
const SCROLL_STEP = 48;

interface MasonryOptions {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: ListContent;
  readonly columns: number;
  /** 0 until it is known. */
  readonly cardWidth: number;
  /** How far below the top of what scrolls the grid starts, and how high the part of it is that is seen. */
  readonly place: { readonly top: number; readonly viewportHeight: number };
  /** Cards are where they were on the screen, at another place of the page. */
  readonly onScrollAlong: () => void;
}

interface MasonryInPage {
  /** Null until the grid's width is known. */
  readonly masonry: Masonry | null;
  readonly isScrolling: boolean;
  /** The ref of each element that holds a card; the element names its index as `data-index`. */
  readonly watch: RefCallback<HTMLElement>;
}

export function useMasonry(options: MasonryOptions): MasonryInPage {
  const { gridRef, scroller, content, place, onScrollAlong } = options;
  const [state, setState] = useState<Masonry | null>(null);
  const [isScrolling, setScrolling] = useState(false);
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
  /** @param least by how much the page must have been scrolled */
  const followScroll = useEffectEvent((least: number) => {
    if (masonry === null || scroller.current === null) return;
    const viewport = viewportOf(scroller.current, place.top);
    const scrolled = Math.abs(viewport.top - masonry.viewport.top);
    const isOther = scrolled > 0 || viewport.bottom !== masonry.viewport.bottom;
    if (isOther && scrolled >= least) setState((now) => now && moveViewport(now, viewport));
  });

  // Before anything is painted, what is drawn has its true height and stands where it is expected.
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
    const onScroll = (): void => {
      // What scrolls in is there in the same frame.
      flushSync(() => {
        setScrolling(true);
        followScroll(SCROLL_STEP);
      });
    };
    const onScrollEnd = (): void => setScrolling(false);
    scrolled.addEventListener('scroll', onScroll, { passive: true });
    scrolled.addEventListener('scrollend', onScrollEnd);
    return () => {
      scrolled.removeEventListener('scroll', onScroll);
      scrolled.removeEventListener('scrollend', onScrollEnd);
    };
  }, [scroller]);

  return { masonry, isScrolling, watch: sizes.watch };
}

/** The masonry as the options want it; the same one if it is so already. */
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

/** The part of the grid that is on the screen. */
function viewportOf({ scrollTop, clientHeight }: HTMLElement, gridTop: number): Span {
  return { top: scrollTop - gridTop, bottom: scrollTop - gridTop + clientHeight };
}

interface SizeWatch {
  readonly watch: RefCallback<HTMLElement>;
  /** @returns ends it */
  listen(onResize: () => void): () => void;
}

/** Tells when a watched element gets another size by itself, as when a font arrives. */
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
