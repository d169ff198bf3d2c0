/**
 * By this name Windows knows whose notifications, taskbar button and jump list these are; the installer puts the same on the
 * shortcut (`appId` in electron-builder.yml). Without it notifications are not shown there.
 */
export const APP_ID = 'app.inkling.desktop';
