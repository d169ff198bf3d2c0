/** A note as a card: its title and text, which fade out if they are long, its age and its actions. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { type JSX, memo, type MouseEvent, type PointerEvent, useId, useMemo, useState } from 'react';
import type { ListName, NoteId } from '#shared/note/note.ts';
import type { NoteRow } from '#shared/note/view.ts';
import { REFUSALS } from '#shared/base/reasons.ts';
import { onLongPress } from '../../components/press.ts';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { unsavedNotesAtom } from '../state/unsaved-notes.ts';
import { nowAtom } from '../../state/clock.ts';
import { focusRing } from '../../theme/focus.ts';
import { ON_FORCED_COLORS, ON_HOVER, ON_NO_HOVER, ON_REDUCED_MOTION } from '../../theme/media.ts';
import { LabelChips } from '../../marks/label-chips.tsx';
import { tokens } from '../../theme/theme.ts';
import { useTint } from '../../theme/tints.ts';
import { formatAge, formatDates, formatEditAge } from '../../state/age.ts';
import { CardActions } from './card-actions.tsx';
import { useCardCommands } from './card-commands.ts';
import { CardTabIndex, useCardTabIndex } from './card-tab-index.ts';
import { CardText, TickedLinesToggle } from './card-text.tsx';
import { fadeOut, watchClip } from './clip.ts';
import { editingAtom } from '../state/editing.ts';
import { NoteText } from './note-text.tsx';
import { PinMark } from './pin-mark.tsx';
import { SelectMark } from './select-mark.tsx';

const WAITING = 'Waiting to sync';
const CONFLICT = 'Two devices changed the same words. Compare both versions.';

/** Actions that are visible only on hover or focus, see `card`. */
const OFFERED = ':is([data-offered], [data-actions] button):not([aria-expanded=true])';

export const useCardStyles = makeStyles({
  card: {
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}`,
    position: 'relative',
    border: `1px solid ${tokens.colorCardStroke}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralCardBackground,
    transitionProperty: 'box-shadow, border-color',
    transitionDuration: '160ms',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    // A long press selects the card, not a word in it.
    [ON_NO_HOVER]: { userSelect: 'none' },
    // Actions are visible while the card is hovered or focused, while their pop-up is open, and on devices
    // without hover. They are hidden by a transparent colour: an opacity would make each a layer whenever
    // cards are drawn.
    [ON_HOVER]: {
      ':hover': { boxShadow: tokens.shadow16, border: `1px solid ${tokens.colorNeutralStroke1}` },
      [`:not(:hover):not(:focus-within) ${OFFERED}`]: {
        color: 'transparent',
        backgroundColor: 'transparent',
        border: '1px solid transparent',
        [ON_FORCED_COLORS]: { opacity: 0 },
      },
      // In a narrow card, a long age uses the room of the actions until they are visible.
      ':not(:hover):not(:focus-within) [data-age]': { overflow: 'visible' },
      [`:is(:hover, :focus-within) ${OFFERED}`]: {
        animationName: { from: { opacity: 0 } },
        animationDuration: '120ms',
        [ON_REDUCED_MOTION]: { animationName: 'none' },
      },
    },
  },
  // While notes are selected, the selection bar has the actions, and a click anywhere on a card selects it.
  selecting: {
    cursor: 'pointer',
    '& [data-actions]': { visibility: 'hidden' },
    '& [data-box]': { pointerEvents: 'none' },
    '& [data-pin]': { pointerEvents: 'none' },
    '& [data-pin][data-offered]': { visibility: 'hidden' },
  },
  selected: {
    border: `1px solid ${tokens.colorStrokeFocus2}`,
    boxShadow: `0 0 0 1px ${tokens.colorStrokeFocus2}`,
    [ON_HOVER]: {
      ':hover': {
        border: `1px solid ${tokens.colorStrokeFocus2}`,
        boxShadow: `0 0 0 1px ${tokens.colorStrokeFocus2}, ${tokens.shadow16}`,
      },
    },
    [ON_FORCED_COLORS]: { border: '1px solid Highlight', outline: '1px solid Highlight' },
  },
  fresh: {
    animationName: { from: { opacity: 0 } },
    animationDuration: '180ms',
    [ON_REDUCED_MOTION]: { animationName: 'none' },
  },
  // Instead of Fluent's `left`: right-to-left titles and lines start at the right.
  clip: { position: 'relative', overflow: 'hidden', textAlign: 'start' },
  title: {
    margin: `0 0 ${tokens.spacingVerticalSNudge}`,
    maxHeight: '63px',
    ...fadeOut(26),
    fontSize: '15.5px',
    lineHeight: '21px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.1px',
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  text: {
    // Room for the focus ring of a box at the start of a line.
    margin: '0 -4px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    maxHeight: '252px',
    ...fadeOut(44),
    lineHeight: '21px',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    unicodeBidi: 'plaintext',
    tabSize: 4,
  },
  marks: { marginTop: tokens.spacingVerticalMNudge },
  foot: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    marginTop: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground3,
    [ON_NO_HOVER]: { minHeight: '36px', marginTop: tokens.spacingVerticalXS },
  },
  when: {
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: '12px',
    lineHeight: '16px',
    fontVariantNumeric: 'tabular-nums',
  },
  badge: {
    display: 'block',
    margin: `0 0 ${tokens.spacingVerticalS}`,
    padding: '1px 7px',
    border: '0',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorHitBackground,
    color: tokens.colorNeutralForeground1,
    cursor: 'pointer',
    fontFamily: 'inherit',
    fontSize: '11px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightMedium,
    ':hover': { textDecorationLine: 'underline' },
    ...focusRing,
    [ON_FORCED_COLORS]: { border: '1px solid' },
  },
  remark: { width: 'fit-content', cursor: 'inherit', ':hover': { textDecorationLine: 'none' } },
  // The age, “Not synced” and the actions after them are never truncated.
  footOfRefused: { flexWrap: 'wrap' },
  refused: {
    marginLeft: tokens.spacingHorizontalMNudge,
    fontSize: '12px',
    lineHeight: '16px',
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorStatusWarningForeground1,
  },
  waiting: {
    flexShrink: 0,
    width: '6px',
    height: '6px',
    marginLeft: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusCircular,
    boxShadow: `inset 0 0 0 1.5px ${tokens.colorNeutralStrokeAccessible}`,
    [ON_FORCED_COLORS]: { border: '1px solid CanvasText' },
  },
  actions: {
    display: 'flex',
    flexShrink: 0,
    marginLeft: 'auto',
    marginRight: '-7px',
  },
});

interface NoteCardProps {
  readonly row: NoteRow;
  readonly list: ListName;
  /** The query whose hits are marked. */
  readonly query: string;
  /** The greatest number of letters per line, see `truncate-text.ts`. */
  readonly lettersPerLine: number;
  readonly index: number;
  /** Number of cards in the list; null while they are being counted. */
  readonly total: number | null;
  /** Whether the card fades in, because a change of the list added it. */
  readonly fresh: boolean;
  readonly isTabStop: boolean;
  /** Null while no card is selected. */
  readonly isSelected: boolean | null;
  /** Toggles the card's selection, or selects all cards up to it. */
  readonly onSelect: (id: NoteId, isRange: boolean) => void;
}

/**
 * The frame renders with the card's place in the list; its content renders again only when the note changes.
 */
export const NoteCard = memo(function NoteCard(props: NoteCardProps): JSX.Element {
  const { row, list, query, lettersPerLine } = props;
  const styles = useCardStyles();
  const tint = useTint(row.color);
  const commands = useCardCommands();
  const nameId = useId();
  const [fresh] = useState(props.fresh);
  const isSelecting = props.isSelected !== null;
  const isClickToSelect = (event: MouseEvent): boolean =>
    isSelecting || event.shiftKey || event.ctrlKey || event.metaKey;
  const onMouseDown = (event: MouseEvent): void => {
    // Keeps such a click from selecting text.
    if (isClickToSelect(event) && !isOnControl(event)) event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (isOnControl(event)) return;
    if (isClickToSelect(event)) {
      props.onSelect(row.id, event.shiftKey);
      event.currentTarget.focus({ preventScroll: true });
    } else if (document.getSelection()?.isCollapsed !== false) {
      commands.open(row.id);
    }
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType === 'touch' && event.isPrimary && !isOnControl(event))
      onLongPress(event.nativeEvent, () => props.onSelect(row.id, false));
  };
  return (
    // The keyboard has Enter, which the grid handles, and the edit button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Edit and Enter do the same
    <article
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- in a feed, the keyboard moves between the articles
      tabIndex={props.isTabStop ? 0 : -1}
      data-note-id={row.id}
      aria-labelledby={nameId}
      aria-posinset={props.index + 1}
      aria-setsize={props.total ?? -1}
      className={mergeClasses(
        styles.card,
        ...tint,
        fresh && styles.fresh,
        isSelecting && styles.selecting,
        props.isSelected === true && styles.selected,
      )}
      onPointerDown={onPointerDown}
      onMouseDown={onMouseDown}
      onClick={onClick}
    >
      <CardTabIndex value={props.isTabStop ? 0 : -1}>
        <SelectMark id={row.id} isSelected={props.isSelected} onSelect={props.onSelect} />
        {list === 'active' && <PinMark row={row} />}
        <CardContent
          row={row}
          list={list}
          query={query}
          lettersPerLine={lettersPerLine}
          onSelect={props.onSelect}
          nameId={nameId}
        />
      </CardTabIndex>
    </article>
  );
});

export function isOnControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a, button') !== null;
}

interface CardContentProps extends Pick<NoteCardProps, 'row' | 'list' | 'query' | 'lettersPerLine'> {
  /** Null for a card without actions. */
  readonly onSelect: NoteCardProps['onSelect'] | null;
  readonly nameId: string;
}

export const CardContent = memo(function CardContent({
  row,
  list,
  query,
  lettersPerLine,
  onSelect,
  nameId,
}: CardContentProps): JSX.Element {
  const styles = useCardStyles();
  const hasTitle = row.title !== '';
  const hasText = row.excerpt !== '';
  return (
    <>
      {row.conflictCopy && list !== 'trashed' && <ConflictBadge id={row.id} />}
      <UnsavedBadge id={row.id} />
      {hasTitle && (
        <h2 id={nameId} ref={watchClip} dir="auto" className={mergeClasses(styles.clip, styles.title)}>
          <NoteText text={row.title} query={query} />
        </h2>
      )}
      {hasText && (
        <p
          id={hasTitle ? undefined : nameId}
          ref={watchClip}
          dir="auto"
          className={mergeClasses(styles.clip, styles.text)}
        >
          <CardText row={row} list={list} query={query} lettersPerLine={lettersPerLine} />
        </p>
      )}
      <TickedLinesToggle row={row} />
      <Marks row={row} />
      <div className={mergeClasses(styles.foot, row.refused !== null && styles.footOfRefused)}>
        <Age row={row} />
        <SyncMark row={row} />
        {onSelect !== null && (
          <div className={styles.actions} data-actions>
            <CardActions row={row} list={list} onSelect={onSelect} />
          </div>
        )}
      </div>
    </>
  );
});

function Marks({ row: { labels, color } }: { readonly row: NoteRow }): JSX.Element {
  const styles = useCardStyles();
  const tabIndex = useCardTabIndex();
  const className = labels.length > 0 ? styles.marks : undefined;
  return <LabelChips labels={labels} color={color} className={className} tabIndex={tabIndex} />;
}

/** Says that the note opens with unsaved words, for example after a crash. */
function UnsavedBadge({ id }: { readonly id: NoteId }): JSX.Element | null {
  const styles = useCardStyles();
  const isUnsaved = useAtomValue(useMemo(() => atom((get) => get(unsavedNotesAtom).has(id)), [id]));
  return isUnsaved ? <span className={mergeClasses(styles.badge, styles.remark)}>Unsaved words</span> : null;
}

/** A button that opens the comparison with the other version. */
function ConflictBadge({ id }: { readonly id: NoteId }): JSX.Element {
  const styles = useCardStyles();
  const open = useSetAtom(editingAtom);
  return (
    <button
      type="button"
      tabIndex={useCardTabIndex()}
      className={styles.badge}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 allows it on every role, and Chromium supports it
      aria-description={CONFLICT}
      data-tooltip={CONFLICT}
      onClick={() => open({ id, compare: true })}
    >
      Conflict copy
    </button>
  );
}

/**
 * A hollow dot while a change waits to be pushed, or words with the reason as tooltip if the cloud refuses
 * the note.
 */
function SyncMark({ row }: { readonly row: NoteRow }): JSX.Element | null {
  const styles = useCardStyles();
  if (row.refused !== null) {
    return (
      <span className={styles.refused} title={REFUSALS[row.refused]}>
        Not synced
      </span>
    );
  }
  if (!row.pending) return null;
  return (
    <span className={styles.waiting} title={WAITING}>
      <VisuallyHidden>{WAITING}</VisuallyHidden>
    </span>
  );
}

/** When the words were last changed. */
function Age({ row }: { readonly row: NoteRow }): JSX.Element {
  const styles = useCardStyles();
  const now = useAtomValue(nowAtom);
  const { createdAt, editedAt } = row;
  const shown = editedAt ?? createdAt;
  return (
    <time
      data-age={row.pending ? undefined : true}
      className={styles.when}
      dateTime={Number.isFinite(shown) ? new Date(shown).toISOString() : undefined}
      title={formatDates(row)}
    >
      {editedAt === null ? formatAge(createdAt, now) : formatEditAge(editedAt, now)}
    </time>
  );
}
