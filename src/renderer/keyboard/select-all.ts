/**
 * `Select all`, from its keys or from the menu, selects the words of the focused field, or the notes of a
 * list (see `use-card-keys.ts`). Elsewhere, such as in a dialog or on an empty list, it does nothing: the
 * browser would select all text of the page, even that of buttons.
 */

/** Called once in a page. */
export function limitSelectAllToFields(): void {
  document.addEventListener('selectstart', (event) => {
    // A pointer starts at the text under it, and a field at itself: only `Select all` of the page starts at
    // the body.
    if (event.target === document.body) event.preventDefault();
  });
}
