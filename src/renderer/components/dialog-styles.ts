/** The styles of the app's dialogs. */
import { makeStyles } from '@fluentui/react-components';
import { tokens } from '../theme/theme.ts';
import { TOAST_ROOM } from './toast-room.ts';

/** How much less high than the window less its margins a dialog may be, above a toast. */
export const LESS_ABOVE_TOAST = `max(0px, ${TOAST_ROOM} - 32px)`;
/** A wider window has room for a toast beside the widest dialog. */
const ON_TOAST_BELOW = '@media (width < 1824px)';

export const useDialogStyles = makeStyles({
  surface: {
    width: '600px',
    maxWidth: 'calc(100vw - 32px)',
    padding: tokens.spacingVerticalXXL,
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorCardStroke}`,
    backgroundColor: tokens.colorNeutralCardBackground,
    boxShadow: tokens.shadow16,
    boxSizing: 'border-box',
    // Moves up if it would reach into the room of a toast.
    [ON_TOAST_BELOW]: { translate: `0 min(0px, (100vh - 100%) / 2 - ${TOAST_ROOM})` },
    // In a small window, Fluent's own dialogs are as wide as the window.
    '@media screen and (max-width: 480px)': {
      maxWidth: 'calc(100vw - 24px)',
      padding: tokens.spacingVerticalXL,
    },
  },
  /** Leaves a strip of the page visible above and below even the tallest dialog, as at its sides. */
  body: {
    maxHeight: `calc(100vh - 82px - ${LESS_ABOVE_TOAST})`,
    '@media screen and (max-width: 480px)': { maxHeight: `calc(100vh - 66px - ${LESS_ABOVE_TOAST})` },
  },
  small: { width: '440px' },
  title: {
    fontSize: '18px',
    lineHeight: '24px',
    fontWeight: tokens.fontWeightSemibold,
    letterSpacing: '-0.2px',
  },
  /** Centred on the title's line and aligned with the content's edge. */
  close: { margin: '-6px -8px -6px 0' },
  /** The scrolling part of a dialog. Rows and focus rings may reach into its padding. */
  scroller: { margin: '0 -12px', padding: `0 ${tokens.spacingHorizontalM}` },
  /** The same for a dialog without actions: it reaches down to the dialog's lower edge. */
  toTheEnd: {
    // The scroll bar takes the place of the padding, so that the content stays aligned with the title.
    marginRight: '-18px',
    paddingRight: tokens.spacingHorizontalSNudge,
    scrollbarGutter: 'stable',
    marginBottom: '-24px',
    paddingBottom: tokens.spacingVerticalXXL,
    '@media screen and (max-width: 480px)': {
      marginBottom: '-20px',
      paddingBottom: tokens.spacingVerticalXL,
    },
  },
  message: {
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
    paddingTop: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalS,
  },
  button: { minWidth: '88px', height: '38px', fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
});
