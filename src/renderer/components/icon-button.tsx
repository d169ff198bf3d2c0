/** A button with only an icon. Its name is also its tooltip, unless `tooltip` is false. */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ComponentProps, JSX, ReactElement, RefCallback } from 'react';
import { tokens } from '../theme/theme.ts';

interface IconButtonProps extends Pick<
  ComponentProps<'button'>,
  'onClick' | 'className' | 'disabled' | 'tabIndex' | 'aria-expanded' | 'aria-controls' | 'aria-haspopup'
> {
  readonly name: string;
  readonly icon: ReactElement;
  /** Fluent UI's types accept no object refs. */
  readonly ref?: RefCallback<HTMLButtonElement>;
  readonly small?: boolean;
  readonly tooltip?: boolean;
  /** The equivalent key, in the format of `aria-keyshortcuts`; the tooltip shows it. */
  readonly shortcut?: string | undefined;
}

const useStyles = makeStyles({
  root: { flexShrink: 0, width: '36px', minWidth: '36px', maxWidth: '36px', height: '36px', padding: '0' },
  small: {
    width: '32px',
    minWidth: '32px',
    maxWidth: '32px',
    height: '32px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground3,
  },
});

export function IconButton({
  name,
  icon,
  small = false,
  className,
  disabled = false,
  tooltip = true,
  shortcut,
  ...button
}: IconButtonProps): JSX.Element {
  const styles = useStyles();
  return (
    <Button
      {...button}
      appearance="subtle"
      icon={icon}
      // A disabled button keeps the focus.
      disabledFocusable={disabled}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      data-tooltip={tooltip || undefined}
      className={mergeClasses(styles.root, small && styles.small, className)}
    />
  );
}
