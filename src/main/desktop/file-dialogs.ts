/** Where notes go and come from is chosen in the system's own dialogs: no page ever names a path. */
import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { ImportSource } from '#shared/transfer.ts';

/** The folder that gets an export; null where none was chosen. */
export async function chooseExportFolder(): Promise<string | null> {
  const chosen = await choose({
    title: 'Export all notes',
    buttonLabel: 'Export here',
    properties: ['openDirectory', 'createDirectory'],
  });
  return chosen?.[0] ?? null;
}

/** The files or the folder of an import; null where nothing was chosen. */
export function chooseImportSource(from: ImportSource): Promise<readonly string[] | null> {
  return from === 'folder'
    ? choose({ title: 'Import a folder of notes', buttonLabel: 'Import', properties: ['openDirectory'] })
    : choose({
        title: 'Import notes',
        buttonLabel: 'Import',
        properties: ['openFile', 'multiSelections'],
        filters: [
          { name: 'Notes of Google Keep or Inkling', extensions: ['zip', 'json'] },
          { name: 'All files', extensions: ['*'] },
        ],
      });
}

async function choose(options: OpenDialogOptions): Promise<readonly string[] | null> {
  const window = BrowserWindow.getFocusedWindow();
  const asked = window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
  const { canceled, filePaths } = await asked;
  return canceled || filePaths.length === 0 ? null : filePaths;
}
