/**
 * What nearly matches the query, below a list with few or no hits: a label of that name, and cards of notes,
 * grouped by how they match. They are not hits of the search (spec §5).
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useAtom } from 'jotai';
import { type JSX, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Range } from '#shared/text/hit-ranges.ts';
import { type NearKind, nearRanges } from '#shared/note/near.ts';
import type { ListName, NoteId } from '#shared/note/note.ts';
import type { Search } from '#shared/note/view.ts';
import { visuallyHidden } from '../../components/visually-hidden.tsx';
import { GAP } from '../../masonry/columns.ts';
import { layoutHeight } from '../../masonry/layout.ts';
import { cardsToDraw, OVERSCAN } from '../../masonry/masonry.ts';
import { type Direction, neighbourOf } from '../../masonry/neighbours.ts';
import { useMasonry } from '../../masonry/use-masonry.ts';
import { awaitedResultAtom, isAwaitedIn } from '../../search/query.ts';
import { tokens } from '../../theme/theme.ts';
import { useCardCommands } from '../card/card-commands.ts';
import { FindHits } from '../card/note-text.tsx';
import { lettersPerLine } from '../card/truncate-text.ts';
import { scroller } from '../state/scroller.ts';
import { countText, findNear, type Near, type NearGroup } from './find-near.ts';
import { gridCaption } from './grid-caption.ts';
import { NearCard } from './near-card.tsx';
import { NearLabel } from './near-label.tsx';
import { focusCardAbove, focusFirstMatch, matchesIn } from './near-matches.ts';
import { useAfterPause } from './use-after-pause.ts';
import { useGridPlace } from './use-grid-place.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    rowGap: tokens.spacingVerticalXXL,
    marginTop: '28px',
  },
  alone: { marginTop: tokens.spacingVerticalS },
  hidden: visuallyHidden,
  caption: { ...gridCaption, fontVariantNumeric: 'tabular-nums' },
  cards: { position: 'relative', margin: '0', padding: '0', listStyleType: 'none' },
  place: { position: 'absolute', top: '0', left: '0' },
});

interface NearHitsProps {
  readonly list: ListName;
  readonly search: Search;
  /** Whether the list has so few hits that the query may be mistyped. */
  readonly hasFewHits: boolean;
  /** Whether the list itself has no hits. */
  readonly isAlone: boolean;
}

/** Must be mounted anew for another search, and when the list gets few or many hits. */
export function NearHits({ list, search, hasFewHits, isAlone }: NearHitsProps): JSX.Element | null {
  const styles = useStyles();
  const rootRef = useRef<HTMLElement>(null);
  const [near, setNear] = useState<Near | null>(null);
  useAfterPause(async (signal) => {
    const found = await findNear({ list, ...search }, hasFewHits, signal);
    if (!signal.aborted) setNear(found);
  });
  useFirstNear(rootRef, isAlone && near !== null, { list, search });
  if (near === null || (near.label === null && near.groups.length === 0)) return null;
  const { label, groups } = near;
  const hasOneWord = !/\S\s+\S/u.test(search.query);
  const captions = groups.map((group) => captionOf(group, hasOneWord));
  const labelText = label === null ? [] : [`Label ${label.name}, ${label.count}`];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the cards in it
    <section
      ref={rootRef}
      data-near
      aria-label="Near matches"
      className={mergeClasses(styles.root, isAlone && styles.alone)}
      onKeyDown={stepBetweenGroups}
    >
      <output className={styles.hidden}>{[...labelText, ...captions].join(', ')}</output>
      {label !== null && (
        <div>
          <NearLabel {...label} />
        </div>
      )}
      {groups.map((group, index) => (
        <div key={group.kind}>
          <h2 className={styles.caption}>{captions[index]}</h2>
          <NearCards list={list} search={search} group={group} />
        </div>
      ))}
    </section>
  );
}

const FIND_HITS: Readonly<Record<NearKind, (text: string, query: string) => readonly Range[]>> = {
  accents: (text, query) => nearRanges(text, query, 'accents'),
  words: (text, query) => nearRanges(text, query, 'words'),
  slip: (text, query) => nearRanges(text, query, 'slip'),
};

interface NearCardsProps extends Pick<NearHitsProps, 'list' | 'search'> {
  readonly group: NearGroup;
}

function NearCards({ list, search, group: { kind, rows } }: NearCardsProps): JSX.Element {
  const styles = useStyles();
  const gridRef = useRef<HTMLUListElement>(null);
  const commands = useCardCommands();
  const place = useGridPlace(gridRef);
  const { columns, cardWidth } = place;
  const content = useMemo(
    () => ({ ...search, total: rows.length, pinned: 0, offset: 0, rows, ids: rows.map(({ id }) => id) }),
    [search, rows],
  );
  const { masonry, watch } = useMasonry({
    gridRef,
    scroller,
    content,
    columns,
    cardWidth,
    place,
    onScrollAlong: () => undefined,
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = rows.findIndex(({ id }) => cardOf(gridRef.current, id) === event.target);
    const row = rows[index];
    if (row === undefined || masonry === null) return;
    const direction = DIRECTIONS[event.key];
    const beside = direction === undefined ? null : neighbourOf(masonry.layout, index, direction);
    if (event.key === 'Enter') commands.open(row.id);
    else if (beside !== null) cardOf(gridRef.current, rows[beside]?.id)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <FindHits value={FIND_HITS[kind]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the cards in it */}
      <ul
        ref={gridRef}
        className={styles.cards}
        style={{ height: masonry === null ? 0 : layoutHeight(masonry.layout) }}
        onKeyDown={onKeyDown}
      >
        {masonry !== null &&
          cardsToDraw(masonry, OVERSCAN).map(({ index, column, top }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <li
                key={row.id}
                ref={watch}
                data-index={index}
                className={styles.place}
                style={{
                  width: cardWidth,
                  transform: `translate(${column * (cardWidth + GAP)}px, ${top}px)`,
                }}
              >
                <NearCard
                  row={row}
                  list={list}
                  query={search.query}
                  lettersPerLine={lettersPerLine(cardWidth)}
                />
              </li>
            );
          })}
      </ul>
    </FindHits>
  );
}

/** Moves the focus from the search box to the first near match once it is rendered. */
function useFirstNear(
  rootRef: RefObject<HTMLElement | null>,
  isFound: boolean,
  { list, search }: Pick<NearHitsProps, 'list' | 'search'>,
): void {
  const [awaited, setAwaited] = useAtom(awaitedResultAtom);
  const isAwaited = isFound && isAwaitedIn(awaited, { list, ...search });
  useEffect(() => {
    if (!isAwaited) return undefined;
    let frame = 0;
    const focus = (): void => {
      // A grid renders its cards once it knows its width; without any match, nothing is rendered.
      if (!focusFirstMatch() && rootRef.current !== null) frame = requestAnimationFrame(focus);
      else setAwaited(null);
    };
    focus();
    return () => cancelAnimationFrame(frame);
  }, [rootRef, isAwaited, setAwaited]);
}

const DIRECTIONS: Readonly<Partial<Record<string, Direction>>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** At the edge of a group, arrows go on in the next one, and from the first one in the list above. */
function stepBetweenGroups(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.defaultPrevented || !(event.target instanceof Element)) return;
  const { target } = event;
  const matches = matchesIn(document);
  const isBeyond = (match: Element): boolean =>
    match.closest('ul') !== target.closest('ul') &&
    ((target.compareDocumentPosition(match) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) === step > 0;
  const beyond = step > 0 ? matches.find(isBeyond) : matches.findLast(isBeyond);
  if (beyond === undefined && !(step < 0 && focusCardAbove())) return;
  event.preventDefault();
  beyond?.focus();
}

function cardOf(root: Element | null, id: NoteId | undefined): HTMLElement | null {
  return id === undefined
    ? null
    : (root?.querySelector<HTMLElement>(`[data-near-note="${CSS.escape(id)}"]`) ?? null);
}

function captionOf({ kind, rows, isMore }: NearGroup, hasOneWord: boolean): string {
  const what = {
    accents: 'other accents',
    words: hasOneWord ? 'this word' : 'all these words',
    slip: 'one letter different',
  }[kind];
  return `${countText(rows.length, isMore)} with ${what}`;
}
