/** A button that shows only an icon; its name is also its tooltip, unless its place says enough. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { JSX, MouseEventHandler, ReactElement, Ref } from 'react';
import { focusRing } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';

interface IconButtonProps {
  readonly name: string;
  readonly icon: ReactElement;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly small?: boolean;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
  /** For a button that shows or hides something: whether it shows now, and the id of what it shows. */
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly disabled?: boolean;
  readonly tooltip?: boolean;
  /** The key that does the same, in the format of `aria-keyshortcuts`; the tooltip shows it. */
  readonly shortcut?: string | undefined;
  readonly tabIndex?: number;
}

/** Not Fluent's: a list of cards has hundreds of buttons, and Fluent's would be a quarter of the cost of drawing. */
const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    boxSizing: 'border-box',
    width: '36px',
    height: '36px',
    padding: '0',
    flexShrink: 0,
    border: '1px solid transparent',
    borderRadius: '10px',
    backgroundColor: 'transparent',
    fontSize: '20px',
    color: ink.body,
    cursor: 'pointer',
    ':hover': { color: ink.strong, backgroundColor: ink.hover },
    ...focusRing,
    [ON_FORCED_COLORS]: { ':hover': { color: 'Highlight', border: '1px solid Highlight' } },
  },
  small: { width: '32px', height: '32px', borderRadius: '9px', color: ink.quiet },
  disabled: {
    color: ink.disabled,
    cursor: 'not-allowed',
    ':hover': { color: ink.disabled, backgroundColor: 'transparent' },
  },
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
  shortcut,
  tabIndex,
}: IconButtonProps): JSX.Element {
  const styles = useStyles();
  return (
    <button
      ref={ref}
      type="button"
      tabIndex={tabIndex}
      onClick={disabled ? undefined : onClick}
      // Not `disabled`, so that the button keeps the focus.
      aria-disabled={disabled || undefined}
      aria-label={name}
      aria-expanded={expanded}
      aria-controls={controls}
      aria-keyshortcuts={shortcut}
      data-tooltip={tooltip || undefined}
      className={mergeClasses(styles.root, small && styles.small, className, disabled && styles.disabled)}
    >
      {icon}
    </button>
  );
}
