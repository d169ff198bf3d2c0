/**
 * The parameters of the event `context-menu`: the page's report on the place of a right click, and spelling
 * suggestions, which tests set (system.ts). Limit: no images, media or subframes.
 */
import type { ContextMenuTarget } from './page/messages.ts';
import { toAppUrl } from './scheme.ts';
import { strictProxy } from './strict.ts';
import { system } from './system.ts';
import type { WebFrameMain } from './web-frame-main.ts';

export function contextMenuParams(target: ContextMenuTarget, frame: WebFrameMain): object {
  const { word, linkURL, editFlags, ...rest } = target;
  const suggestions = system.misspellings.get(word);
  return strictProxy('ContextMenuParams', {
    ...rest,
    linkURL: toAppUrl(linkURL),
    editFlags: strictProxy('editFlags', editFlags),
    frame,
    pageURL: frame.url,
    frameURL: frame.url,
    mediaType: 'none',
    misspelledWord: suggestions === undefined ? '' : word,
    dictionarySuggestions: [...(suggestions ?? [])],
    spellcheckEnabled: target.isEditable,
  });
}
