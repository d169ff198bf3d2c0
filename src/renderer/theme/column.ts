/**
 * The board, and the column on its middle line in which the search box and the creation box stand, one above
 * the other: both have the same left edge and the same width. At the column's sides there is room for the top
 * bar's other contents, which limits its width. A smaller board has no room for such a column: there the
 * creation box is as wide as the board, and the search box begins at the board's left edge if it can, or else
 * at least stands in the board's middle.
 */
import { makeStyles } from '@fluentui/react-components';
import { SPEC } from '#shared/base/spec.ts';
import { tokens } from './theme.ts';

const COLUMN = 640;
/** From the board's right edge to what stands to the right of the search box, with the gap between them. */
const ACTIONS = 84;
/** Below this width of the board, a column would be too narrow to write in. */
const SMALLEST_BOARD = 576;
/** The window's width where the board beside the open drawer has that width. */
const SMALLEST_WINDOW = SMALLEST_BOARD + SPEC.drawerOpenWidth + 56;

const ON_SMALL_BOARD = `@container (width < ${SMALLEST_BOARD}px)` as const;

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
  column: {
    width: `min(${COLUMN}px, 100cqi - ${2 * ACTIONS}px)`,
    marginLeft: 'auto',
    marginRight: 'auto',
  },
  wholeBoard: { [ON_SMALL_BOARD]: { width: '100%' } },
  fromLeftEdge: { [ON_SMALL_BOARD]: { width: `calc(100% - ${ACTIONS}px)`, marginLeft: '0' } },
  /**
   * What stands to the left of the search box and begins `--names` pixels from the window's left edge; the
   * board begins at `--left`.
   */
  names: {
    maxWidth: `calc(max((100vw + var(--left)) / 2 - ${COLUMN / 2}px, var(--left) + 28px + ${ACTIONS}px) - 12px - var(--names))`,
    [`@media (width < ${SMALLEST_WINDOW}px)`]: {
      maxWidth: `calc(max(var(--left) + 28px, ${SPEC.drawerCollapsedWidth + 28 + ACTIONS}px) - 12px - var(--names))`,
    },
  },
});
