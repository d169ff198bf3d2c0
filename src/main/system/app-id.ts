/**
 * The name by which systems identify the app. Windows uses it for notifications, the taskbar button and the
 * jump list. The installer writes the same name into the shortcut (`appId` in electron-builder.yml), and
 * without it Windows shows no notifications. On Linux it is the name of the desktop entry, by which portals
 * and desktops recognise the app and its windows; GNOME's portal requires reverse DNS.
 */
export const APP_ID = 'app.inkling.Inkling';
