/**
 * `Select all`, from its keys or the menu, selects the text of the focused field, or the notes of a list (see
 * `use-card-keys.ts`). Elsewhere, such as in a dialog or an empty list, it does nothing: the browser would
 * select all text of the page, even that of buttons.
 */

/** Called once per page. */
export function limitSelectAllToFields(): void {
  document.addEventListener('selectstart', (event) => {
    // A pointer starts at the text under it, a field at itself; only `Select all` of the page at the body.
    if (event.target === document.body) event.preventDefault();
  });
}
