/** The system's dialogs for choosing the files and folders of exports and imports. */
import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import type { ImportSource } from '#shared/ipc/transfer.ts';

/** Files with notes, and backups that an import recognises by their names (docs/importing.md). */
const NOTE_FILES =
  'zip json md markdown txt html textbundle textpack bear2bk jex enex nnbackup nnbackupz'.split(' ');

/** The folder that gets an export; null if none was chosen. */
export function chooseFolder(): Promise<string | null> {
  return chooseTarget('Export all notes', 'Export here');
}

/** The files or the folder of an import; null if nothing was chosen. */
export function chooseSource(from: Exclude<ImportSource, 'dropped'>): Promise<readonly string[] | null> {
  return from === 'folder'
    ? choose({ title: 'Import a folder of notes', buttonLabel: 'Import', properties: ['openDirectory'] })
    : choose({
        title: 'Import notes',
        buttonLabel: 'Import',
        properties: ['openFile', 'multiSelections'],
        filters: [
          { name: 'Notes', extensions: NOTE_FILES },
          { name: 'All files', extensions: ['*'] },
        ],
      });
}

/** The folder that gets the pictures of imported notes; null if they are not to be copied. */
export function choosePictureFolder(): Promise<string | null> {
  return chooseTarget('Choose a folder for these notes’ pictures and recordings', 'Copy here');
}

/** The file that gets the report of an import; null if none was chosen. */
export async function chooseReportFile(): Promise<string | null> {
  const options: SaveDialogOptions = {
    title: 'Save the import report',
    defaultPath: 'Inkling import report.txt',
    filters: [{ name: 'Text', extensions: ['txt'] }],
  };
  const window = BrowserWindow.getFocusedWindow();
  const answer = window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options);
  const { canceled, filePath } = await answer;
  return canceled || filePath === '' ? null : filePath;
}

async function chooseTarget(title: string, buttonLabel: string): Promise<string | null> {
  const chosen = await choose({ title, buttonLabel, properties: ['openDirectory', 'createDirectory'] });
  return chosen?.[0] ?? null;
}

async function choose(
  what: OpenDialogOptions & { readonly title: string },
): Promise<readonly string[] | null> {
  // On macOS, open dialogs have no title and show `message` instead.
  const options = { ...what, message: what.title };
  const window = BrowserWindow.getFocusedWindow();
  const answer = window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
  const { canceled, filePaths } = await answer;
  return canceled || filePaths.length === 0 ? null : filePaths;
}
