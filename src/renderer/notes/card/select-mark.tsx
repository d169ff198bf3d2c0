/** The check mark on a card's edge, which selects the card. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkFilled } from '@fluentui/react-icons/svg/checkmark';
import { type JSX, memo } from 'react';
import type { NoteId } from '#shared/note/note.ts';
import { HOVER, ON_FORCED_COLORS, ON_HOVER, useMedia } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { useCardTabIndex } from './card-tab-index.ts';
import { useHasOfferedActions } from './first-frame.ts';
import { useEdgeMarkStyles } from './edge-mark-styles.ts';

const useStyles = makeStyles({
  // Beside the first line of text.
  root: { left: '-13px', top: '13px' },
  // Looks like an empty checkbox while other cards are selected.
  empty: {
    border: `1px solid ${tokens.colorNeutralForeground3}`,
    '& svg': { opacity: 0 },
    [ON_HOVER]: { ':hover svg': { opacity: 1 } },
  },
  selected: {
    border: `1px solid ${tokens.colorStrokeFocus2}`,
    backgroundColor: tokens.colorStrokeFocus2,
    color: tokens.colorNeutralCardBackground,
    ':hover': { color: tokens.colorNeutralCardBackground, border: `1px solid ${tokens.colorStrokeFocus2}` },
    [ON_FORCED_COLORS]: {
      forcedColorAdjust: 'none',
      border: '1px solid Highlight',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
});

interface SelectMarkProps {
  readonly id: NoteId;
  /** Null while no card is selected. */
  readonly isSelected: boolean | null;
  /** @param isRange whether to select all cards up to this one */
  readonly onSelect: (id: NoteId, isRange: boolean) => void;
}

export const SelectMark = memo(function SelectMark({
  id,
  isSelected,
  onSelect,
}: SelectMarkProps): JSX.Element | null {
  const edge = useEdgeMarkStyles();
  const styles = useStyles();
  const tabIndex = useCardTabIndex();
  const isOffered = useHasOfferedActions();
  const hasHover = useMedia(HOVER);
  // On devices without hover, a long press on a card begins the selection.
  if ((!isOffered || !hasHover) && isSelected === null) return null;
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input would take the page's keys for typing
      role="checkbox"
      tabIndex={tabIndex}
      aria-label="Select"
      aria-checked={isSelected === true}
      aria-keyshortcuts="X"
      data-offered={isSelected === null || undefined}
      data-tooltip
      className={mergeClasses(
        edge.root,
        styles.root,
        isSelected === false && styles.empty,
        isSelected === true && styles.selected,
      )}
      onClick={(event) => onSelect(id, event.shiftKey)}
    >
      <CheckmarkFilled />
    </button>
  );
});
