/** Finds the typed box under the pointer, in a text area that draws boxes as text. */
import type { MouseEvent } from 'react';
import { type Box, boxAt } from '#shared/text/list-lines.ts';

/** The greatest distance of a click from the nearest caret position, in font sizes. */
const NEAR = 0.75;

/** @returns null if a click here ticks nothing */
export function boxUnderPointer(event: MouseEvent<HTMLTextAreaElement>): Box | null {
  const { currentTarget: field, clientX, clientY, button, shiftKey, ctrlKey, metaKey } = event;
  if (field.readOnly || button !== 0 || shiftKey || ctrlKey || metaKey) return null;
  const place = document.caretPositionFromPoint(clientX, clientY);
  if (place === null || place.offsetNode !== field) return null;
  const box = boxAt(field.value, place.offset);
  if (box === null || place.offset < box.mark || place.offset > box.tick + 1) return null;
  // The nearest caret position may be far away, at the other end of an indentation or of the line.
  const left = place.getClientRect()?.left ?? clientX;
  return Math.abs(left - clientX) <= NEAR * parseFloat(getComputedStyle(field).fontSize) ? box : null;
}
