/** `dialog`: nobody answers, so every question is cancelled; errors go to stderr. Tests put their own answers here. */
import { strict } from './strict.ts';

export const dialog = strict('dialog', {
  async showMessageBox(...args: readonly unknown[]) {
    const { cancelId = 0 } = args.at(-1) as { readonly cancelId?: number };
    return { response: cancelId, checkboxChecked: false };
  },
  showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showErrorBox: (title: string, content: string): void => console.error(`${title}: ${content}`),
});
