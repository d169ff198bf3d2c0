/** The look of a toast and of the button in it, for toasts and elements that look like one. */
import { Button, makeStyles } from '@fluentui/react-components';
import type { JSX } from 'react';
import { tokens } from '../theme/theme.ts';

/** For `makeStyles`. */
export const toastPaper = {
  border: '1px solid transparent',
  borderRadius: tokens.borderRadiusLarge,
  backgroundColor: tokens.colorNeutralBackgroundInverted,
  color: tokens.colorNeutralForegroundInverted,
  boxShadow: tokens.shadow16,
} as const;

/** For `makeStyles`. */
export const toastButton = {
  border: '0',
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: 'transparent',
  ':hover': { backgroundColor: 'rgb(from currentColor r g b / 0.14)' },
  ':hover:active': { backgroundColor: 'rgb(from currentColor r g b / 0.22)' },
  ':focus-visible': { outline: `2px solid ${tokens.colorBrandForegroundInverted}`, outlineOffset: '0' },
} as const;

const useStyles = makeStyles({
  action: {
    ...toastButton,
    flexShrink: 0,
    minWidth: '0',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalMNudge}`,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorBrandForegroundInverted,
    ':hover': { ...toastButton[':hover'], color: tokens.colorBrandForegroundInverted },
    ':hover:active': { ...toastButton[':hover:active'], color: tokens.colorBrandForegroundInverted },
  },
});

interface ToastActionProps {
  readonly children: string;
  readonly onClick: () => void;
}

export function ToastAction({ children, onClick }: ToastActionProps): JSX.Element {
  return (
    <Button appearance="subtle" className={useStyles().action} onClick={onClick}>
      {children}
    </Button>
  );
}
