/** The look of the marks on a card's edge. They cover no text, and move no card. */
import { makeStyles } from '@fluentui/react-components';
import { focusRing } from '../../theme/focus.ts';
import { ink } from '../../theme/theme.ts';

export const useEdgeMarkStyles = makeStyles({
  root: {
    position: 'absolute',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    width: '26px',
    height: '26px',
    padding: '0',
    border: `1px solid ${ink.controlLine}`,
    borderRadius: '50%',
    backgroundColor: ink.card,
    color: ink.quiet,
    fontSize: '14px',
    cursor: 'pointer',
    ':hover': { color: ink.strong, border: `1px solid ${ink.quiet}` },
    ...focusRing,
  },
});
