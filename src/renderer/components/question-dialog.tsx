/** Asks before something that cannot be taken back. Escape is a no. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  mergeClasses,
} from '@fluentui/react-components';
import { type JSX, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useDialogStyles } from './dialog-styles.ts';

interface QuestionDialogProps {
  readonly open: boolean;
  readonly question: string;
  /** What there is to know before. */
  readonly children: ReactNode;
  /** The words of the button that confirms. */
  readonly confirm: string;
  readonly onAnswer: (confirmed: boolean) => void;
  /** The question has left the page, and with it whatever had the focus. */
  readonly onGone?: () => void;
}

export function QuestionDialog({
  open,
  question,
  children,
  confirm,
  onAnswer,
  onGone = nothing,
}: QuestionDialogProps): JSX.Element {
  const styles = useDialogStyles();
  return (
    <Dialog modalType="alert" open={open} onOpenChange={(_event, data) => !data.open && onAnswer(false)}>
      {/* Fluent leaves the dialog below as bright as it was. */}
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
              Cancel
            </Button>
            <Button appearance="primary" className={styles.button} onClick={() => onAnswer(true)}>
              {confirm}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

const nothing = (): void => {};

/** The dialog fades out after it was closed; what stands in it goes when it does. */
function Departure({ onGone }: { readonly onGone: () => void }): null {
  const gone = useEffectEvent(onGone);
  useEffect(() => () => gone(), []);
  return null;
}
