/** Says what just happened, at the bottom left, with a way back where there is one. */
import { makeStyles, Toast, ToastTitle, useToastController } from '@fluentui/react-components';
import { useCallback, useId } from 'react';
import { ink } from '../theme/theme.ts';
import { UndoButton } from './undo-button.tsx';

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
      const action = undo === undefined ? undefined : <UndoButton onUndo={goBack} />;
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
