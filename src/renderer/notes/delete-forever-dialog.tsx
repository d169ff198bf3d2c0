/** Asks once before a note is gone for good. */
import type { JSX } from 'react';
import { QuestionDialog } from '../components/question-dialog.tsx';

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
  ...dialog
}: DeleteForeverDialogProps): JSX.Element {
  return (
    <QuestionDialog {...dialog} question="Delete this note forever?" confirm="Delete forever">
      {message}
    </QuestionDialog>
  );
}
