/**
 * An action of a card. A plain button that looks like `IconButton`, because a list of cards has hundreds of
 * them (docs/architecture.md, "Components").
 */
import { makeStyles } from '@fluentui/react-components';
import type { ComponentProps, JSX } from 'react';
import { focusRing } from '../../theme/focus.ts';
import { ON_FORCED_COLORS, ON_NO_HOVER } from '../../theme/media.ts';
import { tokens } from '../../theme/theme.ts';
import { useCardTabIndex } from './card-tab-index.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    // In the narrowest card, five actions leave room for a date.
    width: '30px',
    height: '32px',
    padding: '0',
    flexShrink: 0,
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    fontSize: '20px',
    color: tokens.colorNeutralForeground3,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ...focusRing,
    [ON_FORCED_COLORS]: { ':hover': { color: 'Highlight', border: '1px solid Highlight' } },
    // Large enough for fingers; a card has fewer of them then.
    [ON_NO_HOVER]: { width: '40px', height: '36px' },
  },
});

interface CardButtonProps extends Pick<ComponentProps<'button'>, 'onClick' | 'children' | 'aria-haspopup'> {
  readonly name: string;
  readonly shortcut?: string | undefined;
}

export function CardButton({ name, shortcut, ...button }: CardButtonProps): JSX.Element {
  const styles = useStyles();
  return (
    <button
      {...button}
      type="button"
      tabIndex={useCardTabIndex()}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      data-tooltip
      className={styles.root}
    />
  );
}
