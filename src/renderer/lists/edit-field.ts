/** Edits a text area as if somebody typed, so that the field's own undo takes the edit back. */
import { atom } from 'jotai';
import { TEXT_POLICY } from '#shared/ipc/app-info.ts';
import { type Edit, toggleList } from '#shared/text/list-lines.ts';
import { store } from '../state/store.ts';

/**
 * Inserted as text, lines take Chromium a time that grows with the square of their number: a second for 500.
 */
const MANY_LINES = 50;

declare global {
  interface Window {
    /** TypeScript does not declare it. A policy makes objects that stand for strings. */
    readonly trustedTypes: {
      createPolicy(name: string, rules: Markup): Markup;
    };
  }
}

interface Markup {
  readonly createHTML: (text: string) => string;
}

/** The content security policy lets only this one be made, and only once. */
const asTextAtom = atom(() => window.trustedTypes.createPolicy(TEXT_POLICY, { createHTML: escape }));

/** Replaces a part of the text. Afterwards the field has the focus, and the caret is behind the edit. */
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
 * Whether the text has many lines and can be inserted as markup, which a text area reads as text within
 * milliseconds. Markup has no NUL. And if only the replaced text ends with a line end, that may be the last
 * one of the field, which the undo would give back in another place.
 */
function isExactAsMarkup(insert: string, replaced: string): boolean {
  if (insert.split('\n').length < MANY_LINES || insert.includes('\0')) return false;
  return insert.endsWith('\n') || !replaced.endsWith('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For an edit that does not change the length of the text: the selection stays. */
export function editInPlace(field: HTMLTextAreaElement, edit: Edit): void {
  const { selectionStart, selectionEnd, selectionDirection } = field;
  editField(field, edit);
  field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
}

/** Makes a list of the lines that are selected, or ends it. */
export function toggleListIn(field: HTMLTextAreaElement): void {
  const { selectionStart, selectionEnd, value } = field;
  const edit = toggleList(value, selectionStart, selectionEnd);
  editField(field, edit);
  const longer = field.value.length - value.length;
  // Selected lines stay selected as a whole; a caret stays in its words.
  if (selectionStart !== selectionEnd) field.setSelectionRange(edit.start, edit.end + longer);
  else field.setSelectionRange(...caretAt(Math.max(edit.start, selectionStart + longer)));
}

function caretAt(place: number): [number, number] {
  return [place, place];
}
