/**
 * A button with words, with or without an icon. Not Fluent's, because the first screen would have to wait for that and
 * for all that it imports. Props beside `ButtonOwn` go to the element as they are.
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ComponentProps, JSX, MouseEventHandler, ReactElement } from 'react';
import { focusRing } from '../theme/focus.ts';
import { ON_FORCED_COLORS } from '../theme/media.ts';
import { ink } from '../theme/theme.ts';

interface ButtonOwn {
  /** `plain` has no background until the pointer is there. */
  readonly look?: 'outlined' | 'primary' | 'plain';
  readonly icon?: ReactElement | undefined;
  /** The button does nothing, but keeps the focus. */
  readonly inactive?: boolean;
}

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    boxSizing: 'border-box',
    minWidth: '96px',
    height: '32px',
    margin: '0',
    padding: '0 12px',
    overflow: 'hidden',
    border: '1px solid transparent',
    borderRadius: '10px',
    fontFamily: 'inherit',
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 600,
    textDecorationLine: 'none',
    cursor: 'pointer',
    ...focusRing,
  },
  outlined: {
    border: `1px solid ${ink.controlLine}`,
    backgroundColor: ink.popUp,
    color: ink.strong,
    ':hover': { border: `1px solid ${ink.controlLineHover}`, backgroundColor: ink.controlHover },
    ':hover:active': { border: `1px solid ${ink.controlLineHover}`, backgroundColor: ink.controlPressed },
    [ON_FORCED_COLORS]: { ':hover': { color: 'Highlight', border: '1px solid Highlight' } },
  },
  primary: {
    backgroundColor: ink.accent,
    color: ink.onAccent,
    ':hover': { backgroundColor: ink.accentHover },
    ':hover:active': { backgroundColor: ink.accentPressed },
    [ON_FORCED_COLORS]: {
      border: '1px solid Highlight',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
      forcedColorAdjust: 'none',
      ':hover': { backgroundColor: 'HighlightText', color: 'Highlight' },
    },
  },
  plain: {
    backgroundColor: 'transparent',
    color: ink.body,
    ':hover': { color: ink.strong, backgroundColor: ink.hover },
    [ON_FORCED_COLORS]: { ':hover': { color: 'Highlight', border: '1px solid Highlight' } },
  },
  icon: { display: 'inline-flex', flexShrink: 0, fontSize: '20px' },
  inactive: {
    border: `1px solid ${ink.line}`,
    backgroundColor: 'transparent',
    color: ink.disabled,
    cursor: 'not-allowed',
    ':hover': { border: `1px solid ${ink.line}`, backgroundColor: 'transparent', color: ink.disabled },
    ':hover:active': { border: `1px solid ${ink.line}`, backgroundColor: 'transparent', color: ink.disabled },
    [ON_FORCED_COLORS]: {
      border: '1px solid GrayText',
      color: 'GrayText',
      ':hover': { color: 'GrayText', border: '1px solid GrayText' },
    },
  },
});

export function Button({
  look = 'outlined',
  icon,
  inactive = false,
  className,
  onClick,
  children,
  ...element
}: ButtonOwn & ComponentProps<'button'>): JSX.Element {
  const styles = useStyles();
  const act: MouseEventHandler<HTMLButtonElement> | undefined = inactive ? undefined : onClick;
  return (
    <button
      type="button"
      {...element}
      aria-disabled={inactive || undefined}
      className={mergeClasses(styles.root, styles[look], className, inactive && styles.inactive)}
      onClick={act}
    >
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      {children}
    </button>
  );
}
