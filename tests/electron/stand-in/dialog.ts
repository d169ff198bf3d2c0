/** `dialog`: nobody answers, so every question is cancelled; errors go to stderr. Tests put their own answers here. */
import { strict } from './strict.ts';

export const dialog = strict('dialog', {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
  showErrorBox: (title: string, content: string): void => console.error(`${title}: ${content}`),
});
