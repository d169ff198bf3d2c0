/** A module with styles, as the plugin's test compiles it. */
import { makeStyles } from '@fluentui/react-components';
import { ring, SPACE } from './parts.ts';

const WIDTH = 20;

export const useBoxStyles = makeStyles({
  root: { marginLeft: SPACE, width: `${WIDTH}px`, ...ring },
});
export const useLineStyles = makeStyles({ root: { color: 'red' } });
