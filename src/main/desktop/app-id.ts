/**
 * By this name systems know the app. On Windows, whose notifications, taskbar button and jump list these are: the installer puts the
 * same on the shortcut (`appId` in electron-builder.yml), and without it notifications are not shown. On Linux, it is the name of
 * the desktop entry, from which portals and desktops tell the app and its windows; GNOME's portal wants it in reverse-DNS form.
 */
export const APP_ID = 'app.inkling.Inkling';
