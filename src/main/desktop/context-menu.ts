/** The menu of the right mouse button as a template: spelling, and what can be done with the text under it. */
import type { MenuItemConstructorOptions } from 'electron';

/** What of Electron's parameters the menu depends on. */
export interface Spot {
  readonly isEditable: boolean;
  readonly selectionText: string;
  readonly misspelledWord: string;
  readonly dictionarySuggestions: readonly string[];
  readonly editFlags: {
    readonly canCut: boolean;
    readonly canCopy: boolean;
    readonly canPaste: boolean;
    readonly canSelectAll: boolean;
    readonly canUndo: boolean;
    readonly canRedo: boolean;
  };
}

export interface Spelling {
  readonly replace: (word: string) => void;
  readonly learn: (word: string) => void;
}

/** Empty where there is nothing to offer. */
export function contextMenu(spot: Spot, spelling: Spelling): MenuItemConstructorOptions[] {
  const { isEditable, editFlags } = spot;
  if (!isEditable) return spot.selectionText.trim() === '' ? [] : [{ role: 'copy' }];
  return [
    ...corrections(spot, spelling),
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

function corrections(
  { misspelledWord, dictionarySuggestions }: Spot,
  spelling: Spelling,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => spelling.replace(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    { type: 'separator' },
    { label: 'Add to dictionary', click: () => spelling.learn(misspelledWord) },
    { type: 'separator' },
  ];
}
