/**
 * The cards of a list as a masonry. It renders the visible ones and a few beyond, however many notes there
 * are, and tells the list's view window which are visible. Pinned cards have their own heading, the others
 * follow below. Cards glide to new places when the list changes; a focused card stays rendered wherever the
 * page is scrolled.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListName, NoteId } from '#shared/note/note.ts';
import { isSameSearch, type NoteRow, type Search } from '#shared/note/view.ts';
import { GAP } from '../../masonry/columns.ts';
import { breakTop, layoutHeight, type Place, placeAt } from '../../masonry/layout.ts';
import { cardsToDraw, type Masonry, OVERSCAN, visibleRange } from '../../masonry/masonry.ts';
import { useMasonry } from '../../masonry/use-masonry.ts';
import { CAPTION, gridCaption } from './grid-caption.ts';
import { isSelected } from '../../selection/selection.ts';
import { selectUpTo, toggleNote, useSelectionIn } from '../../selection/state.ts';
import { scroller } from '../state/scroller.ts';
import { HOVER, useMedia } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { toastRoom } from '../../components/toast-room.ts';
import { OfferedActions, useIsRestDrawn } from '../card/first-frame.ts';
import { lettersPerLine } from '../card/truncate-text.ts';
import { LIST_INFO } from '../state/lists.ts';
import { NoteCard } from '../card/note-card.tsx';
import { focusedIndex, useCardFocus } from './use-card-focus.ts';
import { formatMonth } from '../../state/age.ts';
import { MonthBubble } from './month-bubble.tsx';
import { useCardKeys } from './use-card-keys.ts';
import { useGridPlace } from './use-grid-place.ts';
import type { ViewContent } from '../state/view-window.ts';
import { viewWindow } from '../state/views.ts';

const MOVE_TIME = 200;
/** A list of more screens than this shows the visible month while it is scrolled. */
const LONG = 3;

const useStyles = makeStyles({
  grid: {
    position: 'relative',
    width: '100%',
    '&[data-moving] > [data-glides]': { transition: `transform ${MOVE_TIME}ms cubic-bezier(0.2, 0, 0, 1)` },
  },
  place: { position: 'absolute', top: 0, left: 0 },
  parts: { position: 'relative' },
  caption: gridCaption,
  others: { position: 'absolute', insetInlineStart: '0' },
  blank: {
    height: '120px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorCardStroke}`,
    opacity: 0.5,
  },
});

interface CardGridProps {
  readonly list: ListName;
  readonly content: ViewContent;
}

export function CardGrid({ list, content }: CardGridProps): JSX.Element {
  const styles = useStyles();
  const gridRef = useRef<HTMLDivElement>(null);
  const place = useGridPlace(gridRef);
  const { columns, cardWidth } = place;
  // The first cards of a search appear at once; only later ones fade in.
  const { query, labels, revision } = content;
  const [first, setFirst] = useState({ query, labels, revision });
  if (!isSameSearch(first, content)) setFirst({ query, labels, revision });
  const stopMoving = useMovingCards(gridRef, content, cardWidth);
  const { masonry, scrolling, watch } = useMasonry({
    gridRef,
    scroller,
    content,
    columns,
    cardWidth,
    place,
    onScrollAlong: stopMoving,
  });

  const isRestDrawn = useIsRestDrawn();
  const visible = masonry === null ? { first: 0, last: 0 } : visibleRange(masonry);
  const isRowMissing = visible.first < content.offset || visible.last >= content.offset + content.rows.length;
  // Reporting the visible range requests the rows beyond it, which the first frame need not wait for.
  const asksForMore = masonry !== null && (isRestDrawn || isRowMissing);
  useEffect(() => {
    if (asksForMore) viewWindow(list).setVisible(visible.first, visible.last);
  }, [list, asksForMore, visible.first, visible.last]);

  const focus = useCardFocus({
    list,
    gridRef,
    content,
    isLaidOut: masonry !== null,
    reveal: (index) => {
      const at = masonry === null ? null : placeAt(masonry.layout, index);
      const scrolled = scroller.current;
      if (at === null || scrolled === null) return;
      // The first card is shown together with everything above it.
      const above = index === 0 ? 0 : place.top + at.top - GAP;
      const below = place.top + at.bottom + GAP - (scrolled.clientHeight - toastRoom());
      if (scrolled.scrollTop > above) scrolled.scrollTo({ top: above });
      else if (scrolled.scrollTop < below) scrolled.scrollTo({ top: Math.min(below, above) });
    },
  });
  useCardKeys({ gridRef, list, content, layout: masonry?.layout ?? null, focus });
  const view = { ...content, list };
  const selection = useSelectionIn(view);
  const selectCard = (id: NoteId, isRange: boolean): void => {
    if (isRange) selectUpTo(view, focus.last?.row.id ?? id, id, content.ids);
    else toggleNote(view, id);
  };
  // A stable function, so that check marks do not render again with each step of scrolling.
  const latestSelect = useRef(selectCard);
  useLayoutEffect(() => {
    latestSelect.current = selectCard;
  });
  const onSelect = useCallback((id: NoteId, isRange: boolean) => latestSelect.current(id, isRange), []);
  const lastAt = focusedIndex(content, focus.last);
  const focusedAt = focus.last?.isInside === true ? lastAt : -1;
  const rowAt = (index: number): NoteRow | undefined =>
    content.rows[index - content.offset] ?? (index === focusedAt ? focus.last?.row : undefined);
  const hasHover = useMedia(HOVER);
  const places = masonry === null ? [] : placesWith(masonry, isRestDrawn ? OVERSCAN : 0, focusedAt);
  // If the card that had the focus last is not rendered, Tab reaches the first visible card.
  const tabStop = places.some(({ index }) => index === lastAt) ? lastAt : visible.first;

  const othersTop = masonry === null ? null : breakTop(masonry.layout);

  return (
    <>
      {content.pinned > 0 && <h2 className={styles.caption}>Pinned</h2>}
      <div className={styles.parts}>
        <div
          ref={gridRef}
          role="feed"
          aria-label={LIST_INFO[list].name}
          className={styles.grid}
          style={{ height: masonry === null ? 0 : layoutHeight(masonry.layout) }}
          {...focus.handlers}
        >
          <OfferedActions value={isRestDrawn || !hasHover}>
            {places.map(({ index, column, top }) => {
              const row = rowAt(index);
              return (
                <div
                  key={row?.id ?? index}
                  ref={watch}
                  data-index={index}
                  // Each gliding card is a layer in the browser, so only visible ones glide.
                  data-glides={(index >= visible.first && index <= visible.last) || undefined}
                  className={styles.place}
                  style={{
                    width: cardWidth,
                    transform: `translate(${column * (cardWidth + GAP)}px, ${top}px)`,
                  }}
                >
                  {row === undefined ? (
                    <div className={styles.blank} aria-hidden />
                  ) : (
                    <NoteCard
                      row={row}
                      list={list}
                      query={query}
                      lettersPerLine={lettersPerLine(cardWidth)}
                      index={index}
                      total={content.atLeast === true ? null : content.total}
                      fresh={revision !== first.revision && scrolling === 'no'}
                      isTabStop={index === tabStop}
                      isSelected={selection === null ? null : isSelected(selection, row.id)}
                      onSelect={onSelect}
                    />
                  )}
                </div>
              );
            })}
          </OfferedActions>
        </div>
        {/* Outside of the feed, which may contain only articles. */}
        {othersTop !== null && (
          <h2 className={mergeClasses(styles.caption, styles.others)} style={{ top: othersTop - CAPTION }}>
            Others
          </h2>
        )}
      </div>
      {masonry !== null && layoutHeight(masonry.layout) > LONG * place.viewportHeight && (
        <MonthBubble
          text={partOf(rowAt(visible.first), visible.first < content.pinned)}
          isScrolling={scrolling === 'to others'}
          progress={masonry.viewport.top / (layoutHeight(masonry.layout) - place.viewportHeight)}
          viewportHeight={place.viewportHeight}
        />
      )}
    </>
  );
}

/**
 * The row's part of the list: the pinned notes, or a month, because the others are ordered by time. Null if
 * the row is not loaded.
 */
function partOf(row: NoteRow | undefined, isPinned: boolean): string | null {
  if (isPinned) return 'Pinned';
  return row === undefined || !Number.isFinite(row.createdAt) ? null : formatMonth(row.createdAt);
}

/** The cards to render: those near the screen and the focused one, wherever it is. */
function placesWith(masonry: Masonry, beyond: number, focused: number): Place[] {
  const places = cardsToDraw(masonry, beyond);
  if (places.some(({ index }) => index === focused)) return places;
  const place = placeAt(masonry.layout, focused);
  return place === null ? places : [...places, place].toSorted((first, second) => first.index - second.index);
}

/**
 * Makes cards glide for a moment after a change of the list, but not while the page scrolls, by hand or by
 * `useMasonry`, and not in another search, because typing would wait for the browser's layers. This effect
 * must run before that of the masonry, which moves the cards to their new places.
 * @returns ends the gliding
 */
function useMovingCards(
  gridRef: RefObject<HTMLElement | null>,
  { revision, query, labels }: ViewContent,
  cardWidth: number,
): () => void {
  const shown = useRef<(Search & { readonly revision: number; readonly cardWidth: number }) | null>(null);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { revision, query, labels, cardWidth };
    const grid = gridRef.current;
    if (grid === null || before === null) return undefined;
    const glides = isSameSearch(before, { query, labels }) && before.cardWidth === cardWidth;
    grid.toggleAttribute('data-moving', glides);
    if (!glides) return undefined;
    const timer = setTimeout(() => grid.toggleAttribute('data-moving', false), MOVE_TIME + 50);
    return () => clearTimeout(timer);
  }, [gridRef, revision, query, labels, cardWidth]);
  return () => gridRef.current?.toggleAttribute('data-moving', false);
}
