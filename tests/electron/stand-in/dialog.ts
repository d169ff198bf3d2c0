/** `dialog`: nobody answers, so every question is cancelled or gets its `cancelId`; errors go to stderr. Tests put their own answers here. */
import { strict } from './strict.ts';

interface MessageBox {
  readonly cancelId?: number;
  readonly defaultId?: number;
}

/** The options may follow a window. */
function silentAnswer(...args: readonly unknown[]): number {
  const { cancelId, defaultId } = (args.at(-1) ?? {}) as MessageBox;
  return cancelId ?? defaultId ?? 0;
}

export const dialog = strict('dialog', {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] as string[] }),
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
  showMessageBox: async (...args: unknown[]) => ({ response: silentAnswer(...args), checkboxChecked: false }),
  showOpenDialogSync: (): string[] | undefined => undefined,
  showSaveDialogSync: (): string => '',
  showMessageBoxSync: (...args: unknown[]): number => silentAnswer(...args),
  showErrorBox: (title: string, content: string): void => console.error(`${title}: ${content}`),
});
