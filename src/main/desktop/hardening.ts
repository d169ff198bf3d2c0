/**
 * What no page of the app may do: leave the app's origin, open windows, embed others, or use a device. This applies to
 * every page from its creation, so that no window can be forgotten.
 */
import { app, session, type WebContents } from 'electron';
import { isOwnPage } from '../ipc/sender.ts';

/** @param openLink gets the addresses that a page wanted to open in a window */
export function hardenPages(openLink: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => hardenPage(contents, openLink));
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}

function hardenPage(contents: WebContents, openLink: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
