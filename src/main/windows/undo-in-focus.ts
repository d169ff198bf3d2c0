/** Undo and Redo of the menu bar in whatever has the focus, other than the main window. */
import { Menu, webContents } from 'electron';

/** @param platform as in `process.platform` */
export function undoInFocus(what: 'undo' | 'redo', platform: NodeJS.Platform): void {
  // Reaches the fields of macOS's own panels as well, such as the name of a file to be saved.
  if (platform === 'darwin') Menu.sendActionToFirstResponder(`${what}:`);
  else webContents.getFocusedWebContents()?.[what]();
}
