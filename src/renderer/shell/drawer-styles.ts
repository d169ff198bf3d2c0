/** The styles of the drawer and its entries. */
import { makeStyles } from '@fluentui/react-components';
import { SPEC } from '#shared/base/spec.ts';
import { focusRingInside } from '../theme/focus.ts';
import { BESIDE_DRAWER } from '../theme/column.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { springEasing } from '../theme/motion.ts';
import { tokens } from '../theme/theme.ts';
import { TOAST_MARGIN, TOAST_ROOM, TOAST_WIDTH } from '../components/toast-room.ts';

/** Narrower windows have no room for a toast beside the open drawer. */
const ON_TOAST_IN_DRAWER = `@media (width < ${BESIDE_DRAWER + TOAST_WIDTH + TOAST_MARGIN}px)`;

export const useDrawerStyles = makeStyles({
  drawer: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    position: 'absolute',
    zIndex: 2,
    top: 0,
    bottom: 0,
    left: 0,
    boxSizing: 'border-box',
    overflow: 'hidden',
    // The specification demands an animated width. Containment keeps the outside from being laid out again.
    contain: 'layout paint style',
    backgroundColor: tokens.colorNeutralBackground2,
    transitionProperty: 'width, box-shadow',
  },
  wide: {
    transitionDuration: `${SPEC.wideDrawerTransition}ms, 200ms`,
    transitionTimingFunction: `${springEasing()}, ease`,
  },
  /** Ends above a toast that reaches into the open drawer. */
  expanded: { [ON_TOAST_IN_DRAWER]: { bottom: TOAST_ROOM } },
  over: {
    boxShadow: tokens.shadow16,
    borderRadius: `0 ${tokens.borderRadiusXLarge} ${tokens.borderRadiusXLarge} 0`,
  },
  narrow: {
    // Below the top bar, whose button also closes the drawer.
    zIndex: 10,
    transitionDuration: `${SPEC.mobileDrawerTransition}ms`,
    transitionTimingFunction: 'cubic-bezier(0.2, 0, 0, 1)',
  },
  slidIn: {
    boxShadow: tokens.shadow16,
    borderRadius: `0 ${tokens.borderRadiusXLarge} ${tokens.borderRadiusXLarge} 0`,
  },
  list: {
    margin: '0',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXS,
  },
  /**
   * The lists, the labels and the button that edits labels. Only the labels scroll, except in a low window.
   */
  entries: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '0',
    overflowX: 'hidden',
    overflowY: 'auto',
  },
  labels: {
    // The first label, even above a toast in a low window.
    minHeight: '44px',
    boxSizing: 'border-box',
    marginTop: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} 0`,
    overflowX: 'hidden',
    overflowY: 'auto',
  },
  editLabels: { flexShrink: 0, padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS}` },
  item: { position: 'relative', color: tokens.colorNeutralForeground2 },
  itemHere: { color: tokens.colorBrandForeground2 },
  entry: {
    display: 'flex',
    alignItems: 'center',
    height: '44px',
    padding: '0 15px',
    gap: '18px',
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    color: tokens.colorNeutralForeground2,
    fontWeight: tokens.fontWeightMedium,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
    ...focusRingInside,
  },
  labelEntry: { height: '36px', fontWeight: tokens.fontWeightRegular },
  labelName: { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' },
  selected: {
    color: tokens.colorBrandForeground2,
    backgroundColor: tokens.colorBrandBackground2,
    ':hover': { color: tokens.colorBrandForeground2, backgroundColor: tokens.colorBrandBackground2 },
    [ON_FORCED_COLORS]: { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
  foot: { flexShrink: 0, padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}` },
  button: {
    width: '100%',
    border: '0',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    cursor: 'pointer',
  },
  icon: { fontSize: '20px', width: '20px', height: '20px', flexShrink: 0 },
  label: {
    transitionProperty: 'opacity, visibility',
    transitionDuration: `${SPEC.labelFade}ms`,
  },
  hidden: { opacity: 0, visibility: 'hidden' },
  count: {
    position: 'absolute',
    top: 0,
    right: '15px',
    pointerEvents: 'none',
    fontSize: '12px',
    lineHeight: '44px',
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
  },
  labelCount: { lineHeight: '36px' },
  scrim: {
    position: 'absolute',
    zIndex: 9,
    inset: 0,
    border: '0',
    padding: '0',
    backgroundColor: tokens.colorBackgroundOverlay,
    opacity: 0,
    visibility: 'hidden',
    transitionProperty: 'opacity, visibility',
    transitionDuration: '300ms',
  },
  scrimOn: { opacity: 1, visibility: 'visible' },
});
