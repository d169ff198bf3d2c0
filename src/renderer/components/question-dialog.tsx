/** Asks before an action that cannot be undone. Escape answers no, unless both buttons do something. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import { type JSX, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { tokens } from '../theme/theme.ts';
import { useDialogStyles } from './dialog-styles.ts';
import { isFocusOnBody } from './focus-guard.ts';

const useStyles = makeStyles({
  danger: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorStatusDangerBackground3,
    ':hover': {
      color: tokens.colorNeutralForegroundOnBrand,
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
    },
    ':hover:active': {
      color: tokens.colorNeutralForegroundOnBrand,
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
    },
  },
});

interface QuestionDialogProps {
  readonly open: boolean;
  readonly question: ReactNode;
  /** What the user should know before answering. */
  readonly children: ReactNode;
  readonly confirm: string;
  /** The label of the other button if it does something, too; then only the buttons answer. */
  readonly refuse?: string;
  /** Whether confirming deletes something for good. */
  readonly danger?: boolean;
  readonly onAnswer: (confirmed: boolean) => void;
  /** Called when the dialog has left the page and the focus has returned. */
  readonly onGone?: () => void;
}

export function QuestionDialog({
  open,
  question,
  children,
  confirm,
  refuse,
  danger = false,
  onAnswer,
  onGone = nothing,
}: QuestionDialogProps): JSX.Element {
  const styles = useDialogStyles();
  const questionStyles = useStyles();
  return (
    <Dialog
      modalType="alert"
      open={open}
      onOpenChange={(_event, data) => !data.open && refuse === undefined && onAnswer(false)}
    >
      {/* By default, Fluent does not dim a dialog behind this one. */}
      <DialogSurface
        className={mergeClasses(styles.surface, styles.small)}
        backdrop={{ appearance: 'dimmed' }}
      >
        <Departure onGone={onGone} />
        <DialogBody>
          <DialogTitle className={styles.title}>{question}</DialogTitle>
          <DialogContent className={styles.message}>{children}</DialogContent>
          <DialogActions>
            <Button className={styles.button} onClick={() => onAnswer(false)}>
              {refuse ?? 'Cancel'}
            </Button>
            <Button
              appearance="primary"
              className={mergeClasses(styles.button, danger && questionStyles.danger)}
              onClick={() => onAnswer(true)}
            >
              {confirm}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

const nothing = (): void => {};

/**
 * Returns the focus when the dialog's content unmounts, which is after it has faded out, unless another
 * element has the focus by then.
 */
function Departure({ onGone }: { readonly onGone: () => void }): null {
  const opener = useRef<Element | null>(null);
  // Runs before the dialog takes the focus.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  const leave = useEffectEvent(() => {
    if (isFocusOnBody() && opener.current instanceof HTMLElement) opener.current.focus();
    onGone();
  });
  // Runs before Fluent's own timer, which focuses whatever button opened something last.
  useLayoutEffect(() => () => queueMicrotask(() => leave()), []);
  return null;
}
