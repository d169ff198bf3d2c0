/** Shows the menu of the right mouse button in every page of the app. */
import { app, Menu, type WebContents } from 'electron';
import { contextMenu } from './context-menu.ts';

/** Also for pages that are made later. */
export function serveContextMenus(): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('context-menu', (_opened, spot) => {
      const template = contextMenu(spot, {
        replace: (word) => contents.replaceMisspelling(word),
        learn: (word) => contents.session.addWordToSpellCheckerDictionary(word),
      });
      if (template.length > 0) Menu.buildFromTemplate(template).popup();
    });
  });
}
