/** What the settings' page has to know of this desktop. */
import { app } from 'electron';
import { canLaunchAtLogin } from './login-item.ts';
import { quickNoteCommand } from './quick-note-command.ts';
import { canHideFromScreenSharing } from './screen-sharing.ts';
import { desktopKeys } from './shortcut.ts';
import { spellCheckLanguages } from './spell-check.ts';

export function desktopFacts() {
  return {
    spellCheckAvailable: spellCheckLanguages(),
    canLaunchAtLogin: canLaunchAtLogin(),
    canHideFromScreenSharing: canHideFromScreenSharing(process.platform),
    desktopKeys: desktopKeys(),
    quickNoteCommand: quickNoteCommand({
      platform: process.platform,
      environment: process.env,
      program: process.execPath,
      app: app.isPackaged ? null : app.getAppPath(),
    }),
  };
}
