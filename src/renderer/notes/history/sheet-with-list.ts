/** The sheet with the list of earlier versions at its side, or below it where there is no room. */
import { makeStyles } from '@fluentui/react-components';
import { LESS_ABOVE_TOAST } from '../../components/dialog-styles.ts';

export const ON_LIST_BELOW = '@media (width < 720px)';

export const useSheetWithListStyles = makeStyles({
  sheet: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 280px',
    gridTemplateRows: 'minmax(0, 1fr)',
    width: '920px',
    // The same for every version, so that nothing jumps while the slider moves.
    height: `min(600px, 100vh - 64px - ${LESS_ABOVE_TOAST})`,
    [ON_LIST_BELOW]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'minmax(0, 3fr) minmax(0, 2fr)',
      height: `calc(100vh - 64px - ${LESS_ABOVE_TOAST})`,
    },
  },
});
