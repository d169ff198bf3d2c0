/**
 * Shows beside the scroll bar of a long list how far back it is scrolled, until shortly after the scrolling.
 * It renders with the masonry's steps, moves by a transform alone and fades by itself, so scrolling costs no
 * more.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type JSX, useState } from 'react';
import { createPortal } from 'react-dom';
import { tokens } from '../../theme/theme.ts';
import { toastRoom } from '../../components/toast-room.ts';
import { scroller } from '../state/scroller.ts';

/** In CSS pixels, as are the styles. */
const HEIGHT = 30;

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    top: '0',
    // Beside a scroll bar of the usual width.
    right: '20px',
    boxSizing: 'border-box',
    height: `${HEIGHT}px`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
    color: tokens.colorNeutralForeground1,
    fontSize: '13px',
    lineHeight: '20px',
    fontWeight: tokens.fontWeightMedium,
    whiteSpace: 'nowrap',
    contain: 'content',
    pointerEvents: 'none',
    transitionProperty: 'opacity, visibility',
    transitionDuration: '120ms',
  },
  atRest: { opacity: 0, visibility: 'hidden', transitionDuration: '160ms' },
});

interface MonthBubbleProps {
  /** Null while the visible rows are not loaded; the bubble keeps its text then. */
  readonly text: string | null;
  readonly isScrolling: boolean;
  /** How far the list is scrolled, from 0 to 1. */
  readonly progress: number;
  readonly viewportHeight: number;
}

export function MonthBubble(props: MonthBubbleProps): JSX.Element | null {
  const { text, isScrolling, progress, viewportHeight } = props;
  const styles = useStyles();
  const [shown, setShown] = useState(text);
  if (text !== null && text !== shown) setShown(text);
  // Within the scrolled element, the bubble would scroll with the cards.
  const frame = scroller.current?.parentElement;
  if (!frame || shown === null) return null;
  const room = viewportHeight - HEIGHT - toastRoom();
  const top = Math.round(Math.min(Math.max(progress, 0), 1) * room);
  return createPortal(
    <div
      aria-hidden
      data-month-bubble
      className={mergeClasses(styles.root, !isScrolling && styles.atRest)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {shown}
    </div>,
    frame,
  );
}
