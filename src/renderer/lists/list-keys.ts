/** The list keys of a text field. Those with Ctrl or Command that tick a line or make a list are commands. */
import {
  joinNextBox,
  moveLines,
  nestLines,
  removeBox,
  type SelectingEdit,
  type Selection,
} from '#shared/text/list-edits.ts';
import { boxFromBrackets, continueList, type Edit } from '#shared/text/list-lines.ts';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>;

/** @returns the key's edit; `stays` if the key must do nothing here; null if the browser handles it */
export function editOfKey(
  { key, altKey, shiftKey }: Key,
  text: string,
  selection: Selection,
): Edit | SelectingEdit | 'stays' | null {
  const { start, end } = selection;
  if (altKey) {
    if (shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
    return moveLines(text, selection, key === 'ArrowUp' ? 'up' : 'down');
  }
  if (key === 'Tab') return nestLines(text, selection, shiftKey ? 'out' : 'in');
  if (shiftKey) return null;
  if (key === 'Enter') return continueList(text, start, end);
  if (start !== end) return null;
  if (key === ' ') return boxFromBrackets(text, start);
  if (key === 'Backspace') return removeBox(text, start);
  return key === 'Delete' ? joinNextBox(text, start) : null;
}
