/** The look of a version in a list: a tab with several lines. For `makeStyles`. */
import { tokens } from '../../theme/theme.ts';

export const versionLook = {
  maxWidth: '100%',
  padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  borderRadius: tokens.borderRadiusMedium,
  justifyContent: 'flex-start',
  '& .fui-Tab__content': {
    display: 'block',
    minWidth: '0',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
  },
} as const;
