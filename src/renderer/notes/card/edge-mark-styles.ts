/** The look of the marks on a card's edge. They cover no text, and move no card. */
import { makeStyles } from '@fluentui/react-components';
import { focusRing } from '../../theme/focus.ts';
import { tokens } from '../../theme/theme.ts';

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
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralCardBackground,
    color: tokens.colorNeutralForeground3,
    fontSize: '14px',
    cursor: 'pointer',
    ':hover': {
      color: tokens.colorNeutralForeground1,
      border: `1px solid ${tokens.colorNeutralForeground3}`,
    },
    ...focusRing,
  },
});
