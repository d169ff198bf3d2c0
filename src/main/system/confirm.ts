/** A question in a system dialog, which no page can answer. */
import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

interface Question {
  readonly message: string;
  readonly detail: string;
  /** The button that agrees; the other one is Cancel, which Enter and Escape press. */
  readonly yes: string;
}

/** @returns whether the user agrees */
export async function confirm({ message, detail, yes }: Question): Promise<boolean> {
  const question: MessageBoxOptions = {
    type: 'question',
    title: 'Inkling',
    message,
    detail,
    buttons: [yes, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const parent = BrowserWindow.getAllWindows().find((window) => window.isVisible());
  // On macOS a message box without a window blocks everything else.
  const { response } = await (parent === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(parent, question));
  return response === 0;
}
