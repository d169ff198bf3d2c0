/**
 * The board, and the column at its left edge in which the creation box and the messages of empty lists stand.
 * The search box has the column's width too, if the top bar's other contents leave room for it. A board without
 * that room has no column either: there the creation box is as wide as the board.
 */
import { makeStyles } from '@fluentui/react-components';
import { SPEC } from '#shared/base/spec.ts';
import { tokens } from './theme.ts';

const COLUMN = 640;
/** From the board's right edge to what stands to the right of the search box, with the gap between them. */
const ACTIONS = 84;
/** Where the names beside the logo begin, and their distance from the search box. */
const NAMES = 63;
const BESIDE_NAMES = 12;
/** Where the board beside the open drawer begins, in CSS pixels. */
export const BESIDE_DRAWER = SPEC.drawerOpenWidth + 28;

export const useColumnStyles = makeStyles({
  /**
   * A box from the drawer to the window's right edge, whose content is as wide as the board, whatever width
   * scroll bars have.
   */
  board: {
    boxSizing: 'border-box',
    paddingLeft: tokens.spacingHorizontalL,
    paddingRight: tokens.spacingHorizontalL,
    scrollbarGutter: 'stable both-edges',
    containerType: 'inline-size',
  },
  column: { width: `${COLUMN}px`, [`@container (width < ${COLUMN + ACTIONS}px)`]: { width: '100%' } },
  search: { width: `min(${COLUMN}px, 100% - ${ACTIONS}px)` },
  /** What stands to the left of the search box. */
  names: { maxWidth: `${BESIDE_DRAWER - BESIDE_NAMES - NAMES}px` },
});
