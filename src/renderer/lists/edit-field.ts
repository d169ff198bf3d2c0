/** Changes what stands in a text area as if it were typed: its own undo takes it back. */
import { type Edit, toggleList } from '#shared/list-lines.ts';

/** As text, the time that Chromium takes for lines grows with their square: it is a second for 500 of them. */
const MANY_LINES = 50;

declare global {
  interface Window {
    /** TypeScript knows nothing of it. What is made by a policy is an object that stands for a string. */
    readonly trustedTypes: {
      createPolicy(name: string, rules: Markup): Markup;
    };
  }
}

interface Markup {
  readonly createHTML: (text: string) => string;
}

/** The field has the focus and the caret behind the edit afterwards. */
export function editField(field: HTMLTextAreaElement, { start, end, insert }: Edit): void {
  if (field.readOnly || (start === end && insert === '')) return;
  field.focus({ preventScroll: true });
  const replaced = field.value.slice(start, end);
  field.setSelectionRange(start, end);
  if (insert === '') execute('delete', '');
  else if (isExactAsMarkup(insert, replaced)) {
    execute(
      'insertHTML',
      window.trustedTypes.createPolicy('text', { createHTML: escape }).createHTML(insert),
    );
    field.setSelectionRange(...caretAt(start + insert.length));
  } else execute('insertText', insert);
}

/** Nothing else leaves the field's undo as it is. */
function execute(command: string, value: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- as above; no browser is going to be without it
  document.execCommand(command, false, value);
}

/**
 * Whether many lines may be inserted as markup, which a text area takes for its text: that takes a few milliseconds. Markup has no
 * NUL; and a line end that is the field's last one must not go with it, or the undo gives it back in another place.
 */
function isExactAsMarkup(insert: string, replaced: string): boolean {
  if (insert.split('\n').length < MANY_LINES || insert.includes('\0')) return false;
  return insert.endsWith('\n') || !replaced.endsWith('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For an edit as long as what was there before: what is selected stays so. */
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
  // What was selected is those lines; a caret stays in its words.
  if (selectionStart !== selectionEnd) field.setSelectionRange(edit.start, edit.end + longer);
  else field.setSelectionRange(...caretAt(Math.max(edit.start, selectionStart + longer)));
}

function caretAt(place: number): [number, number] {
  return [place, place];
}
