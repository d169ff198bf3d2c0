/**
 * The parameters of `context-menu`: what the page tells of the place of a right click, and the spelling, which tests set
 * (record.ts). Limit: no images, media or frames.
 */
import type { ContextMenuSpot } from './page/messages.ts';
import { record } from './record.ts';
import { toAppUrl } from './scheme.ts';
import { strict } from './strict.ts';
import type { WebFrameMain } from './web-frame-main.ts';

export function contextMenuParams(spot: ContextMenuSpot, frame: WebFrameMain): object {
  const { word, linkURL, editFlags, ...rest } = spot;
  const suggestions = record.misspellings.get(word);
  return strict('ContextMenuParams', {
    ...rest,
    linkURL: toAppUrl(linkURL),
    editFlags: strict('editFlags', editFlags),
    frame,
    pageURL: frame.url,
    frameURL: frame.url,
    mediaType: 'none',
    misspelledWord: suggestions === undefined ? '' : word,
    dictionarySuggestions: [...(suggestions ?? [])],
    spellcheckEnabled: spot.isEditable,
  });
}
