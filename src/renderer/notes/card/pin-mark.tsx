/**
 * The pin on a card's upper edge: visible on a pinned card, and on any other while it is hovered or focused.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { PinFilled, PinRegular } from '@fluentui/react-icons/svg/pin';
import type { JSX } from 'react';
import { HOVER, useMedia } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { useCardCommands } from './card-commands.ts';
import { useCardTabIndex } from './card-tab-index.ts';
import { useHasOfferedActions } from './first-frame.ts';
import { useEdgeMarkStyles } from './edge-mark-styles.ts';
import type { NoteRow } from '#shared/note/view.ts';

const useStyles = makeStyles({
  // On the upper edge, at a distance from the check mark of the next card.
  root: { right: '14px', top: '-13px' },
  pinned: { color: tokens.colorNeutralForeground2 },
});

export function PinMark({ row: { id, pinned } }: { readonly row: NoteRow }): JSX.Element | null {
  const edge = useEdgeMarkStyles();
  const styles = useStyles();
  const commands = useCardCommands();
  const tabIndex = useCardTabIndex();
  const isOffered = useHasOfferedActions();
  const hasHover = useMedia(HOVER);
  // On devices without hover, pinning is in the card's menu.
  if ((!isOffered || !hasHover) && !pinned) return null;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={pinned ? 'Unpin' : 'Pin'}
      aria-keyshortcuts="F"
      data-pin
      data-offered={!pinned || undefined}
      data-tooltip
      className={mergeClasses(edge.root, styles.root, pinned && styles.pinned)}
      onClick={() => commands.change(id, { isPinned: !pinned })}
    >
      {pinned ? <PinFilled /> : <PinRegular />}
    </button>
  );
}
