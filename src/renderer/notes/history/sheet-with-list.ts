/**
 * The sheet with the list of earlier versions at its side, or below it where there is no room. A low window has
 * none below.
 */
import { makeStyles } from '@fluentui/react-components';
import { LESS_ABOVE_TOAST } from '../../components/dialog-styles.ts';

export const ON_LIST_BELOW = '@media (width < 560px), (width < 720px) and (height >= 480px)';
// Queries that exclude each other, because those that set the same style have no certain order.
const ON_HIGH = '@media (width < 720px) and (height >= 480px)';
const ON_LOW = '@media (width < 560px) and (height < 480px)';
const ON_LOW_WITH_SIDE = '@media (560px <= width < 720px) and (height < 480px)';

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
      height: `calc(100vh - 64px - ${LESS_ABOVE_TOAST})`,
    },
    [ON_HIGH]: { gridTemplateRows: 'minmax(0, 3fr) minmax(0, 2fr)' },
    [ON_LOW]: { gridTemplateRows: 'minmax(0, 2fr) minmax(0, 1fr)' },
    [ON_LOW_WITH_SIDE]: { gridTemplateColumns: 'minmax(0, 1fr) 240px' },
  },
});
