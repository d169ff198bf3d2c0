/** `dialog`: no dialog is shown; every question counts as cancelled, and errors go to stderr. Tests replace these functions. */
import { strictProxy } from './strict.ts';

export const dialog = strictProxy('dialog', {
  async showMessageBox(...args: readonly unknown[]) {
    const { cancelId = 0 } = args.at(-1) as { readonly cancelId?: number };
    return { response: cancelId, checkboxChecked: false };
  },
  showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showErrorBox: (title: string, content: string): void => console.error(`${title}: ${content}`),
});
