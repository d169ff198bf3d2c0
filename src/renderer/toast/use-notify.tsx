/** Says what just happened, at the bottom left, with a way back where there is one. */
import { Button, makeStyles, Toast, ToastTitle, useToastController } from '@fluentui/react-components';
import { useCallback, useId } from 'react';
import { ink } from '../theme/theme.ts';

export const TOASTER = 'inkling';
const UNDO_TIME = 7000;
const ERROR_TIME = 10_000;

export interface Notice {
  readonly text: string;
  readonly undo?: () => void;
  readonly failure?: boolean;
}

const useStyles = makeStyles({
  toast: {
    minHeight: '48px',
    alignItems: 'center',
    padding: '0 8px 0 16px',
    borderRadius: '12px',
    backgroundColor: ink.toast,
    color: ink.onToast,
    boxShadow: ink.shadowUp,
    border: '1px solid transparent',
  },
  title: {
    color: ink.onToast,
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 500,
    overflowWrap: 'anywhere',
  },
  undo: {
    minWidth: '0',
    padding: '4px 10px',
    borderRadius: '8px',
    border: '0',
    fontWeight: 640,
    color: ink.toastAction,
    backgroundColor: 'transparent',
    ':hover': { color: ink.toastAction, backgroundColor: 'rgb(from currentColor r g b / 0.14)' },
    ':hover:active': { color: ink.toastAction, backgroundColor: 'rgb(from currentColor r g b / 0.22)' },
    ':focus-visible': { outline: `2px solid ${ink.toastAction}`, outlineOffset: '0' },
  },
});

export function useNotify(): (notice: Notice) => void {
  const styles = useStyles();
  const prefix = useId();
  const { dispatchToast, dismissToast } = useToastController(TOASTER);
  return useCallback(
    ({ text, undo, failure = false }) => {
      const toastId = `${prefix}${crypto.randomUUID()}`;
      const goBack = (): void => {
        dismissToast(toastId);
        undo?.();
      };
      const action =
        undo === undefined ? undefined : (
          <Button appearance="transparent" className={styles.undo} onClick={goBack}>
            Undo
          </Button>
        );
      dispatchToast(
        <Toast className={styles.toast}>
          <ToastTitle media={null} className={styles.title} {...(action && { action })}>
            {text}
          </ToastTitle>
        </Toast>,
        {
          toastId,
          timeout: failure ? ERROR_TIME : UNDO_TIME,
          politeness: failure ? 'assertive' : 'polite',
          pauseOnHover: true,
          pauseOnWindowBlur: true,
        },
      );
    },
    [dispatchToast, dismissToast, prefix, styles],
  );
}
