/** Asks once before a note is gone for good. */
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
import { type JSX, useEffect, useEffectEvent } from 'react';
import { useDialogStyles } from './dialog-styles.ts';

const ON_ALL_DEVICES = 'It is removed from all of your devices and cannot be brought back.';

interface DeleteForeverDialogProps {
  /** What else there is to know before. */
  readonly message?: string;
  readonly open: boolean;
  readonly onAnswer: (confirmed: boolean) => void;
  /** The question has left the page, and with it whatever had the focus. */
  readonly onGone?: () => void;
}

export function DeleteForeverDialog({
  message = ON_ALL_DEVICES,
  open,
  onAnswer,
  onGone = nothing,
}: DeleteForeverDialogProps): JSX.Element {
  const styles = useDialogStyles();
  return (
    <Dialog modalType="alert" open={open} onOpenChange={(_event, data) => !data.open && onAnswer(false)}>
      <DialogSurface className={mergeClasses(styles.surface, styles.small)}>
        <Departure onGone={onGone} />
        <DialogBody>
          <DialogTitle className={styles.title}>Delete this note forever?</DialogTitle>
          <DialogContent className={styles.message}>{message}</DialogContent>
          <DialogActions>
            <Button className={styles.button} onClick={() => onAnswer(false)}>
              Cancel
            </Button>
            <Button appearance="primary" className={styles.button} onClick={() => onAnswer(true)}>
              Delete forever
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
