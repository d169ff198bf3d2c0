/** The context menu of every page: spelling, and commands for the text under the pointer. */
import {
  app,
  BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  type PopupOptions,
  type WebContents,
} from 'electron';

/** The properties of the event that the menu depends on. */
export type MenuContext = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>;

export interface Spelling {
  readonly replace: (word: string) => void;
  readonly learn: (word: string) => void;
}

/** Adds the menu to every page that is created later. */
export function serveContextMenus(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_opened, context) => {
      const template = contextMenu(context, {
        replace: (word) => contents.replaceMisspelling(word),
        learn: (word) => contents.session.addWordToSpellCheckerDictionary(word),
      });
      if (template.length > 0) Menu.buildFromTemplate(template).popup(popupPlace(contents, context));
    });
  });
}

/**
 * Where the menu opens. Without `window` it would belong to the focused window, and with `frame` macOS adds
 * Writing Tools. Without a position it opens at the pointer, which is wrong if a key opened it.
 */
function popupPlace(contents: WebContents, { frame, menuSourceType, x, y }: ContextMenuParams): PopupOptions {
  const window = BrowserWindow.fromWebContents(contents);
  return {
    ...(window !== null && { window }),
    ...(frame !== null && { frame }),
    ...(menuSourceType === 'keyboard' && { x, y }),
    sourceType: menuSourceType,
  };
}

/** The menu's template; empty if there is nothing to offer. */
export function contextMenu(context: MenuContext, spelling: Spelling): MenuItemConstructorOptions[] {
  const { isEditable, editFlags } = context;
  if (!isEditable) return context.selectionText.trim() === '' ? [] : [{ role: 'copy' }];
  return [
    ...corrections(context, spelling),
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

function corrections(context: MenuContext, { replace, learn }: Spelling): MenuItemConstructorOptions[] {
  const { misspelledWord, dictionarySuggestions } = context;
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.map((word) => ({ label: word, click: () => replace(word) }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    { type: 'separator' },
    { label: 'Add to dictionary', click: () => learn(misspelledWord) },
    { type: 'separator' },
  ];
}
