/**
 * Keeps the deck under the screen: follows the list, the grid's width and the scrolling, measures what is drawn before
 * it is painted, and scrolls along with what is read.
 */
import { type RefCallback, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardHeights } from './card-heights.ts';
import { type Deck, dealt, followed, lookedAt, measuredAnew, reshaped } from './deck.ts';
import type { Span } from './masonry.ts';
import type { ViewContent } from './view-window.ts';

/** So far the screen is scrolled before the deck follows; less than is drawn beyond its edges. */
const STEP = 48;

export interface DeckOptions {
  readonly gridRef: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: ViewContent;
  readonly columns: number;
  readonly cardWidth: number;
  /** The grid's own place; see `usePlace`. */
  readonly place: { readonly top: number; readonly screenHeight: number };
}

export interface DeckUnderScreen {
  /** Null until the grid's width is known. */
  readonly deck: Deck | null;
  readonly isScrolling: boolean;
  /** The ref of each element that holds a card; the element names its index as `data-index`. */
  readonly watch: RefCallback<HTMLElement>;
}

export function useDeck(options: DeckOptions): DeckUnderScreen {
  const { gridRef, scroller, content, place } = options;
  const [deck, setDeck] = useState<Deck | null>(null);
  const [isScrolling, setScrolling] = useState(false);
  const [sizes] = useState(createSizeWatch);
  const applied = useRef(0);
  const shown = under(deck, options);
  if (shown !== deck) setDeck(shown);

  const scrollAlong = useEffectEvent(() => {
    if (shown === null || shown.drift === applied.current) return;
    scroller.current?.scrollBy({ top: shown.drift - applied.current, behavior: 'instant' });
    applied.current = shown.drift;
  });
  const measure = useEffectEvent(() => {
    let differs = false;
    for (const element of gridRef.current?.children ?? []) {
      if (!(element instanceof HTMLElement) || shown === null) continue;
      const row = content.rows[Number(element.dataset['index']) - content.offset];
      if (row !== undefined && shown.shape.heights.measure(row, element.offsetHeight)) differs = true;
    }
    if (differs) setDeck((now) => now && measuredAnew(now));
  });
  /** @param least how far the screen must have been scrolled */
  const look = useEffectEvent((least: number) => {
    if (shown === null || scroller.current === null) return;
    const screen = screenOf(scroller.current, place.top);
    const scrolled = Math.abs(screen.top - shown.screen.top);
    const isOther = scrolled > 0 || screen.bottom !== shown.screen.bottom;
    if (isOther && scrolled >= least) setDeck((now) => now && lookedAt(now, screen));
  });

  // Before anything is painted, what is drawn has its true height and stands where it is looked for.
  // oxlint-disable react/set-state-in-effect -- only what is drawn can be measured
  useLayoutEffect(() => {
    scrollAlong();
    measure();
    look(0);
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
        look(STEP);
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

  return { deck: shown, isScrolling, watch: sizes.watch };
}

/** The deck as the options want it; the same one if it is so already. */
function under(deck: Deck | null, { content, columns, cardWidth, place }: DeckOptions): Deck | null {
  if (cardWidth <= 0) return deck;
  if (deck === null) {
    const screen = { top: -place.top, bottom: place.screenHeight - place.top };
    return dealt(content, { columns, cardWidth, heights: cardHeights(cardWidth) }, screen);
  }
  const { shape } = deck;
  const isShaped = shape.columns === columns && shape.cardWidth === cardWidth;
  const inShape = isShaped ? deck : reshaped(deck, { columns, cardWidth, heights: cardHeights(cardWidth) });
  return inShape.content === content ? inShape : followed(inShape, content);
}

/** The part of the grid that the screen shows. */
function screenOf({ scrollTop, clientHeight }: HTMLElement, gridTop: number): Span {
  return { top: scrollTop - gridTop, bottom: scrollTop - gridTop + clientHeight };
}

interface SizeWatch {
  readonly watch: RefCallback<HTMLElement>;
  /** Answers with the function that ends it. */
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
