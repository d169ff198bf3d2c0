/** A dialog with a title and a close button. The caller gives content and actions. */
import { Dialog, DialogBody, DialogSurface, DialogTitle, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import type { JSX, ReactNode } from 'react';
import { useDialogStyles } from './dialog-styles.ts';
import { IconButton } from './icon-button.tsx';

interface DialogFrameProps {
  readonly open: boolean;
  readonly title: string;
  /** Overrides the surface's styles, such as its width. */
  readonly className?: string;
  readonly onClose: () => void;
  /** Fluent's DialogContent and DialogActions, mounted only while the dialog is open. */
  readonly children: ReactNode;
}

export function DialogFrame({ open, title, className, onClose, children }: DialogFrameProps): JSX.Element {
  const styles = useDialogStyles();
  return (
    <Dialog open={open} onOpenChange={(_event, data) => !data.open && onClose()}>
      {/* By default, Fluent does not dim a dialog behind this one. */}
      <DialogSurface className={mergeClasses(styles.surface, className)} backdrop={{ appearance: 'dimmed' }}>
        <DialogBody className={styles.body}>
          <DialogTitle
            className={styles.title}
            action={
              <IconButton
                name="Close"
                tooltip={false}
                className={styles.close}
                icon={<DismissRegular />}
                onClick={onClose}
              />
            }
          >
            {title}
          </DialogTitle>
          {children}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
