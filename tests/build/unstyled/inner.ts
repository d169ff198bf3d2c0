/** A module whose styles cannot be compiled by the build, because they are made while it runs. */
import { makeStyles } from '@fluentui/react-components';

export function createStyles(color: string): () => Record<'root', string> {
  return makeStyles({ root: { color } });
}
