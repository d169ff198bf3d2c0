/** A button that shows only an icon; its name is also its tooltip, unless its place says enough. */
import { Button, makeStyles, mergeClasses, Tooltip } from '@fluentui/react-components';
import type { JSX, MouseEventHandler, ReactElement, RefCallback } from 'react';
import { ink } from '../theme/theme.ts';

interface IconButtonProps {
  readonly name: string;
  readonly icon: ReactElement;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly small?: boolean;
  readonly className?: string | undefined;
  readonly ref?: RefCallback<HTMLButtonElement> | null;
  /** For a button that shows or hides something: whether it shows now, and the id of what it shows. */
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly disabled?: boolean;
  readonly tooltip?: boolean;
}

const useStyles = makeStyles({
  root: {
    minWidth: '36px',
    width: '36px',
    height: '36px',
    padding: '0',
    flexShrink: 0,
    borderRadius: '10px',
    color: ink.body,
    ':hover': { color: ink.strong, backgroundColor: ink.hover },
  },
  small: { minWidth: '32px', width: '32px', height: '32px', borderRadius: '9px', color: ink.quiet },
});

export function IconButton({
  name,
  icon,
  onClick,
  small = false,
  className,
  ref = null,
  expanded,
  controls,
  disabled = false,
  tooltip = true,
}: IconButtonProps): JSX.Element {
  const styles = useStyles();
  const button = (
    <Button
      ref={ref}
      appearance="subtle"
      icon={icon}
      onClick={onClick}
      disabledFocusable={disabled}
      aria-label={name}
      aria-expanded={expanded}
      aria-controls={controls}
      className={mergeClasses(styles.root, small && styles.small, className)}
    />
  );
  if (!tooltip) return button;
  return (
    <Tooltip content={name} relationship="label" withArrow={false}>
      {button}
    </Tooltip>
  );
}
