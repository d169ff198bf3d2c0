/**
 * Finds and scrolls to a range of a field's text. A field does not expose the places of its letters, so a
 * copy is laid out.
 */
import type { Range } from '#shared/text/hit-ranges.ts';

/** The styles that decide line breaks and line heights. */
const COPIED = [
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'font-feature-settings',
  'font-kerning',
  'letter-spacing',
  'line-height',
  'padding',
  'tab-size',
  'unicode-bidi',
  'direction',
  'word-spacing',
];
/** UTF-16 units to copy after the hit, because the words after it also decide where its line breaks. */
const BEHIND = 500;

/** Scrolls the beginning of the range to a third of the field's height, as far as possible. */
export function scrollToHit(field: HTMLTextAreaElement, range: Range): void {
  field.scrollTop = placeOf(field, range).top - field.clientHeight / 3;
}

/** Gives an element the styles with which its text breaks into the same lines as the field's. */
export function copyLayout(field: HTMLTextAreaElement, copy: HTMLElement): void {
  const style = getComputedStyle(field);
  for (const name of COPIED) copy.style.setProperty(name, style.getPropertyValue(name));
  Object.assign(copy.style, {
    boxSizing: 'border-box',
    width: `${field.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
}

/** In CSS pixels from the upper left corner of the field's scrolled content. */
export function placeOf(
  field: HTMLTextAreaElement,
  { start, end }: Range,
): { readonly top: number; readonly left: number; readonly height: number } {
  const copy = document.createElement('div');
  copyLayout(field, copy);
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden' });
  const hit = document.createElement('span');
  hit.textContent = field.value.slice(start, end);
  copy.append(field.value.slice(0, start), hit, field.value.slice(end, end + BEHIND));
  document.body.append(copy);
  const { offsetTop: top, offsetLeft: left, offsetHeight: height } = hit;
  copy.remove();
  return { top, left, height };
}
