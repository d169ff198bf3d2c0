/** Edits a text area as if the user typed, so that the field's own Undo reverts the edit. */
import { atom } from 'jotai';
import { TEXT_POLICY } from '#shared/ipc/app-info.ts';
import { type Edit, toggleList } from '#shared/text/list-lines.ts';
import { store } from '../state/store.ts';

/** Inserting text takes Chromium time quadratic in the number of lines: a second for 500. */
const MANY_LINES = 50;

declare global {
  interface Window {
    /** Not declared by TypeScript. */
    readonly trustedTypes: {
      createPolicy(name: string, rules: Markup): Markup;
    };
  }
}

interface Markup {
  readonly createHTML: (text: string) => string;
}

/** The content security policy allows this one policy, and allows creating it only once. */
const asTextAtom = atom(() => window.trustedTypes.createPolicy(TEXT_POLICY, { createHTML: escape }));

/** Replaces a part of the text, then focuses the field with the caret after the edit. */
export function editField(field: HTMLTextAreaElement, { start, end, insert }: Edit): void {
  if (field.readOnly || (start === end && insert === '')) return;
  field.focus({ preventScroll: true });
  const replaced = field.value.slice(start, end);
  field.setSelectionRange(start, end);
  if (insert === '') execute('delete', '');
  else if (isExactAsMarkup(insert, replaced)) {
    execute('insertHTML', store.get(asTextAtom).createHTML(insert));
    field.setSelectionRange(...caretAt(start + insert.length));
  } else execute('insertText', insert);
}

function execute(command: string, value: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- any other way of changing the text breaks the field's undo
  document.execCommand(command, false, value);
}

/**
 * Whether to insert a text of many lines as markup, which a text area converts to text within milliseconds.
 * Markup cannot hold a NUL. And if only the replaced text ends with a line end, that may be the field's last
 * one, which Undo would restore in the wrong place.
 */
function isExactAsMarkup(insert: string, replaced: string): boolean {
  if (insert.split('\n').length < MANY_LINES || insert.includes('\0')) return false;
  return insert.endsWith('\n') || !replaced.endsWith('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For edits that keep the length of the text: the selection stays. */
export function editInPlace(field: HTMLTextAreaElement, edit: Edit): void {
  const { selectionStart, selectionEnd, selectionDirection } = field;
  editField(field, edit);
  field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
}

/** Turns the selected lines into a list, or a list into plain lines. */
export function toggleListIn(field: HTMLTextAreaElement): void {
  const { selectionStart, selectionEnd, value } = field;
  const edit = toggleList(value, selectionStart, selectionEnd);
  editField(field, edit);
  const longer = field.value.length - value.length;
  // A selection keeps covering whole lines; a caret stays in its words.
  if (selectionStart !== selectionEnd) field.setSelectionRange(edit.start, edit.end + longer);
  else field.setSelectionRange(...caretAt(Math.max(edit.start, selectionStart + longer)));
}

function caretAt(place: number): [number, number] {
  return [place, place];
}
