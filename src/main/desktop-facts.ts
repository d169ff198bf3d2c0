/** Facts about this desktop that the settings page shows. */
import { app } from 'electron';
import { canLaunchAtLogin } from './system/login-item.ts';
import { quickNoteCommand } from './quick-note/quick-note-command.ts';
import { canHideFromScreenSharing } from './windows/screen-sharing.ts';
import { desktopKeys } from './quick-note/shortcut.ts';
import { spellCheckLanguages } from './system/spell-check.ts';

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
