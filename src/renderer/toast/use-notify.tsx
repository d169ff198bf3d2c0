/** Says what just happened, at the bottom left, with a way back where there is one. */
import { makeStyles, Toast, ToastTitle, useToastController } from '@fluentui/react-components';
import { useCallback, useId } from 'react';
import { ink } from '../theme/theme.ts';
import type { Notice } from './notices.ts';
import { CloseButton, UndoButton } from './toast-buttons.tsx';

export const TOASTER = 'inkling';
const UNDO_TIME = 7000;
const ERROR_TIME = 10_000;
/** Fluent's word for a toast that stays. */
const FOREVER = -1;

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
    // More than one line of a sentence wants room above and below.
    paddingTop: '12px',
    paddingBottom: '12px',
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
    ({ text, undo, failure = false, lasting = false }) => {
      const toastId = `${prefix}${crypto.randomUUID()}`;
      const close = (): void => dismissToast(toastId);
      const goBack = (): void => {
        close();
        undo?.();
      };
      const wayBack = undo === undefined ? undefined : <UndoButton onUndo={goBack} />;
      const action = lasting ? <CloseButton onClose={close} /> : wayBack;
      dispatchToast(
        <Toast className={styles.toast}>
          <ToastTitle media={null} className={styles.title} {...(action && { action })}>
            {text}
          </ToastTitle>
        </Toast>,
        {
          toastId,
          timeout: lasting ? FOREVER : failure ? ERROR_TIME : UNDO_TIME,
          politeness: failure ? 'assertive' : 'polite',
          pauseOnHover: true,
          pauseOnWindowBlur: true,
        },
      );
    },
    [dispatchToast, dismissToast, prefix, styles],
  );
}
