/** How the buttons above the trash look. */
import { makeStyles } from '@fluentui/react-components';
import { ink } from '../../theme/theme.ts';

export const useEntryStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4px',
    margin: '0 0 12px -12px',
    ':empty': { margin: '0' },
  },
  entry: {
    maxWidth: '100%',
    height: '36px',
    padding: '0 12px',
    borderRadius: '10px',
    fontSize: '13px',
    fontWeight: 500,
    color: ink.body,
    fontVariantNumeric: 'tabular-nums',
    ':hover': { color: ink.strong, backgroundColor: ink.hover },
  },
});
